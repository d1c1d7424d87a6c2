"""Nobody learns what they may not know: all that is sent to a seat, and to those who watch, stays the same
to the byte when only what is hidden from them is changed. Whole games, by native and by GAT wires.
"""

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

import games
from games.base import Game, Seat, Viewer
from games.geister import TAKEN, GeisterPosition
from protocol.clock import Control
from protocol.codec import encode
from protocol.dialect import Dialect, Native
from protocol.gat_geister import GatGeister
from protocol.match import Match, Send, Terms
from protocol.messages import Go, Message, Play

GEISTER = games.load("geister")
PUBLIC = "public"


@dataclass(frozen=True)
class Script:
    """A game from outside: the reds of both, then moves; and where noise is sent in between."""

    reds: dict[Seat, str]
    moves: tuple[str, ...]
    noise: frozenset[int]


class Room:
    """A match with two dialects; keeps every line until the verdict."""

    def __init__(self, script: Script, wires: type[Native] | type[GatGeister], game: Game = GEISTER) -> None:
        terms = Terms(Control.parse("60"), illegal_loses=False)
        players = {Seat.FIRST: "alice", Seat.SECOND: "bob"}
        self.match = Match(1, game, players, terms, Random(0))
        self.script = script
        self.now = 0.0
        self.heard: dict[str, list[str]] = {Seat.FIRST: [], Seat.SECOND: [], PUBLIC: []}
        self.dialects: dict[Seat, Dialect] = {
            seat: Native("geister") if wires is Native else GatGeister("someone", seat) for seat in Seat
        }

    def run(self) -> dict[str, list[str]]:
        for seat, dialect in self.dialects.items():
            self.heard[seat] += dialect.greet().lines
            if isinstance(dialect, GatGeister):
                self.heard[seat] += dialect.heard(f"SET:{self.script.reds[seat]}").lines
        self.deliver(self.match.begin(self.now))
        if isinstance(self.dialects[Seat.FIRST], Native):
            for seat in Seat:
                self.say(seat, f"move {self.script.reds[seat]}")
        for number, move in enumerate(self.script.moves):
            self.turn(number, move)
        return self.heard

    def turn(self, number: int, move: str) -> None:
        mover = Seat.FIRST if number % 2 == 0 else Seat.SECOND
        if number in self.script.noise:
            for seat in Seat:
                self.say(seat, "nonsense")
        native = isinstance(self.dialects[mover], Native)
        self.say(mover, f"move {move}" if native else f"MOV:{move}")

    def say(self, seat: Seat, line: str) -> None:
        self.now += 0.125
        step = self.dialects[seat].heard(line)
        self.heard[seat] += step.lines
        for message in step.messages:
            self.deliver(self.match.receive(seat, message, self.now))

    def deliver(self, sends: list[Send]) -> None:
        if self.match.verdict is None:
            self.heard[PUBLIC].append(encode(self.match.board(self.now)))
        for send in sends:
            self.tell(send.to, send.message)

    def tell(self, seat: Seat, message: Message) -> None:
        step = self.dialects[seat].tell([message])
        if self.match.verdict is None:
            self.heard[seat] += step.lines
        if isinstance(message, Go):
            self.match.asked(self.now)
        for answer in step.messages:
            assert isinstance(answer, Play)
            self.deliver(self.match.receive(seat, answer, self.now))


def placements() -> st.SearchStrategy[str]:
    return st.sampled_from([str(move) for move in GEISTER.start().legal_moves()])


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    reds = {seat: draw(placements()) for seat in Seat}
    chance = Random(draw(st.integers(0, 2**32)))
    length = draw(st.integers(0, 220))
    position = GEISTER.start().play(reds[Seat.FIRST]).play(reds[Seat.SECOND])
    moves: list[str] = []
    while len(moves) < length and position.to_move():
        moves.append(chance.choice(position.legal_moves()))
        position = position.play(moves[-1])
    noise = draw(st.frozensets(st.integers(0, 220), max_size=5))
    return Script(reds, tuple(moves), noise)


def end_of(script: Script) -> GeisterPosition:
    position = GEISTER.start()
    for move in (script.reds[Seat.FIRST], script.reds[Seat.SECOND], *script.moves):
        position = position.play(move)
    assert isinstance(position, GeisterPosition)
    return position


def disguised(script: Script, seats: list[Seat], chance: Random) -> Script:
    """The same game, but the pieces of these seats that never showed their colour have shuffled them."""
    end = end_of(script)
    reds = dict(script.reds)
    for seat in seats:
        start = 0 if seat is Seat.FIRST else 8
        secret = [piece for piece in range(8) if end.squares[start + piece] < TAKEN]
        colours = [end.colours[start + piece] for piece in secret]
        chance.shuffle(colours)
        known = [p for p in range(8) if p not in secret and end.colours[start + p] == "R"]
        chosen = known + [piece for piece, colour in zip(secret, colours, strict=True) if colour == "R"]
        reds[seat] = "".join(sorted("ABCDEFGH"[piece] for piece in chosen))
    return Script(reds, script.moves, script.noise)


@pytest.mark.parametrize("wires", [Native, GatGeister])
@settings(max_examples=60, deadline=None)
@given(script=scripts(), seed=st.integers(0, 2**32))
def test_a_seat_hears_the_same_whatever_its_opponent_hides(
    wires: type[Native] | type[GatGeister], script: Script, seed: int
) -> None:
    for seat in Seat:
        other = disguised(script, [seat.other], Random(seed))
        assert Room(script, wires).run()[seat] == Room(other, wires).run()[seat]


@pytest.mark.parametrize("wires", [Native, GatGeister])
@settings(max_examples=60, deadline=None)
@given(script=scripts(), seed=st.integers(0, 2**32))
def test_those_who_watch_hear_the_same_whatever_both_players_hide(
    wires: type[Native] | type[GatGeister], script: Script, seed: int
) -> None:
    other = disguised(script, list(Seat), Random(seed))
    assert Room(script, wires).run()[PUBLIC] == Room(other, wires).run()[PUBLIC]


class Leaky:
    """Geister whose views show one hidden colour: the check above must notice it."""

    def __init__(self, position: GeisterPosition) -> None:
        self._position = position

    def __getattr__(self, name: str) -> object:
        return getattr(self._position, name)

    def play(self, move: str) -> "Leaky":
        return Leaky(self._position.play(move))

    def view(self, viewer: Viewer, reveal: bool = False) -> str:
        honest = self._position.view(viewer, reveal)
        open_ = self._position.view(viewer, reveal=True)
        return honest[:47] + open_[47] + honest[48:]


class LeakyGeister:
    name = "geister"

    def start(self) -> Leaky:
        start = GEISTER.start()
        assert isinstance(start, GeisterPosition)
        return Leaky(start)

    def __getattr__(self, name: str) -> object:
        return getattr(GEISTER, name)


@pytest.mark.parametrize("wires", [Native, GatGeister])
@settings(max_examples=20, deadline=None, phases=[Phase.generate])
@given(script=scripts())
def test_a_leak_of_one_colour_does_not_pass_unnoticed(
    wires: type[Native] | type[GatGeister], script: Script
) -> None:
    h_is_red = "H" in script.reds[Seat.SECOND]
    assume(end_of(script).squares[15] < TAKEN and script.moves)
    variants = (disguised(script, [Seat.SECOND], Random(seed)) for seed in range(100))
    other = next((it for it in variants if ("H" in it.reds[Seat.SECOND]) != h_is_red), None)
    assume(other is not None)
    assert other is not None
    leaky: Game = LeakyGeister()  # type: ignore[assignment]
    assert Room(script, wires, leaky).run()[Seat.FIRST] != Room(other, wires, leaky).run()[Seat.FIRST]

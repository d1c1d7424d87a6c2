"""Geister over purple pieces: it finds forced escapes, refuses doubtful gifts, and is exact minimax."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

import engines
from engines.base import Limit
from engines.geister.purple_memory import DONE, best, plant, tree
from engines.geister.purple_tree import advance, deepen
from engines.geister.purple_value import WIN, evaluate, race, tables
from games.base import Move, Seat
from games.geister import TAKEN, Geister, GeisterPosition

TREE = tree(tables())
WAYS = ((0, -1), (0, 1), (-1, 0), (1, 0))  # in the order of the kernels
Piece = tuple[int, int]
Side = frozenset[Piece]


def bits(side: Side) -> int:
    return sum(1 << (x + 1 + 8 * (y + 1)) for x, y in side)


class Abstract:
    """The game of purple pieces in plain Python, as the docstring of engines/geister/purple_value.py says."""

    def __init__(self, blue: Side, red: Side, purple: Side, reds: int, ply: int) -> None:
        self.blue, self.red, self.purple, self.reds, self.ply = blue, red, purple, reds, ply

    def steps(self, ours: bool) -> Iterator[tuple[Piece, Piece]]:
        own = self.blue | self.red if ours else self.purple
        for x, y in own:
            for dx, dy in WAYS:
                target = (x + dx, y + dy)
                if 0 <= target[0] < 6 and 0 <= target[1] < 6 and target not in own:
                    yield (x, y), target

    def after(self, piece: Piece, target: Piece, ours: bool) -> "Abstract":
        def go(side: Side) -> Side:
            return side - {piece} | {target} if piece in side else side - {target}

        reds = self.reds - (ours and target in self.purple)
        return Abstract(go(self.blue), go(self.red), go(self.purple), reds, self.ply + 1)

    def ended(self) -> int | None:
        """Who has won by taking: 1 we, -1 the enemy, None if nobody has."""
        if not self.blue or not self.reds:
            return -1
        return None if self.red else 1

    def escapes(self, ours: bool) -> bool:
        corners = {(0, 0), (5, 0)} if ours else {(0, 5), (5, 5)}
        return bool(corners & (self.blue if ours else self.purple))

    def words(self) -> tuple[np.uint64, np.uint64, np.uint64]:
        return np.uint64(bits(self.blue)), np.uint64(bits(self.red)), np.uint64(bits(self.purple))

    def leaf(self, ours: bool, far: int) -> int:
        blue, red, purple = self.words()
        plies = race(blue, red, purple, ours)
        if plies and self.ply + abs(plies) <= 302:
            return WIN - far - plies if plies > 0 else far - plies - WIN
        value = int(evaluate(blue, red, purple, np.uint64(self.reds), tables(), ours))
        return value if ours else -value


def minimax(game: Abstract, depth: int, ours: bool = True, far: int = 0, blind: bool = False) -> int:
    """The mover's value, by looking at everything; 0 beyond that if blind."""
    if (winner := game.ended()) is not None:
        return (WIN - far) * winner * (1 if ours else -1)
    if game.ply >= 302:
        return 0
    if game.escapes(ours):
        return WIN - far - 1
    if depth == 0:
        return 0 if blind else game.leaf(ours, far)
    steps = game.steps(ours)
    return max(-minimax(game.after(*step, ours), depth - 1, not ours, far + 1, blind) for step in steps)


def alpha_beta(game: Abstract, depth: int) -> int:
    """The value our search gives after deepening up to this depth, in pieces of a few nodes."""
    plant(TREE, (bits(game.blue), bits(game.red), bits(game.purple)), game.reds, game.ply)
    move = -1
    for deep in range(1, depth + 1):
        deepen(TREE, deep, move)
        while not TREE.now[DONE]:
            advance(TREE, 7)
        move = best(TREE)[0]
    return best(TREE)[1]


def scattered(random: Random) -> Abstract:
    """A small position in which we are to move and cannot escape at once."""
    squares = [(x, y) for x in range(6) for y in range(6) if (x, y) not in ((0, 0), (5, 0))]
    blue, red, purple = random.randint(1, 2), random.randint(1, 2), random.randint(2, 3)
    chosen = random.sample(squares, blue + red + purple)
    ply = random.choice([2, 100, 296, 298, 300])
    sides = frozenset(chosen[:blue]), frozenset(chosen[blue : blue + red]), frozenset(chosen[blue + red :])
    return Abstract(*sides, random.randint(1, purple - 1), ply)


@pytest.mark.parametrize(("depth", "positions"), [(1, 200), (2, 100), (3, 30), (4, 6)])
def test_the_search_is_worth_what_plain_minimax_is(depth: int, positions: int) -> None:
    random = Random(depth)
    for _ in range(positions):
        game = scattered(random)
        assert alpha_beta(game, depth) == minimax(game, depth)


def test_a_sure_race_is_won_by_minimax_too() -> None:
    random, sure = Random(5), 0
    while sure < 12:
        game = scattered(random)
        plies = race(*game.words(), True)
        if game.ply < 290 and 0 < abs(plies) <= 4:
            sure += 1
            value = minimax(game, abs(plies), blind=True)
            assert value >= WIN - plies if plies > 0 else value <= -WIN - plies


# Ours are B and R, the enemy's x; we move up and leave by the upper corners.
RUN = ("x.....", "x...B.", "x.R...", "......", "......", ".R....")
PAST_A_GUARD = ("....x.", "....B.", "..R...", "x.....", "......", "..x...")
ROUND_A_GUARD = (".x....", ".Bx...", ".....x", "......", ".R....", "......")
TWO_WAYS = (".xB...", "..R...", ".B....", "...x..", "....R.", "..x...")
FAR_SIDE = ("..B...", "......", "..xx..", "......", "x....B", ".R....")
MUST_GUARD = ("....R.", "....B.", "......", "..x..B", "..x...", "....x.")
MUST_RETURN = ("..Bx..", "....B.", ".x....", ".....R", "......", "....x.")
MUST_TAKE = ("..Rx..", "...B..", "..x...", "......", ".....R", "..B..x")
GIFT = ("x.....", "......", "..Bx..", "......", ".R..R.", "B.....")
ESCAPES = [(RUN, 5), (PAST_A_GUARD, 5), (ROUND_A_GUARD, 5), (TWO_WAYS, 5), (FAR_SIDE, 7)]
BOTH = pytest.mark.parametrize("seat", list(Seat))


def pieces(rows: tuple[str, ...], kind: str) -> Side:
    return frozenset((x, y) for y in range(6) for x in range(6) if rows[y][x] == kind)


def abstract(rows: tuple[str, ...], reds: int) -> Abstract:
    return Abstract(pieces(rows, "B"), pieces(rows, "R"), pieces(rows, "x"), reds, 20)


def drawn(rows: tuple[str, ...], reds: int, seat: Seat) -> GeisterPosition:
    """The sketch as `seat` sees it; of the enemy's pieces on the board the first `reds` are red."""
    blue, red, purple = ([x + 6 * y for x, y in sorted(pieces(rows, kind))] for kind in "BRx")
    own = [*blue, *[TAKEN] * (4 - len(blue)), *red, *[TAKEN] * (4 - len(red))]
    enemy_red, enemy_blue = purple[:reds], purple[reds:]
    enemy = [*enemy_red, *[TAKEN] * (4 - reds), *enemy_blue, *[TAKEN] * (4 - len(enemy_blue))]
    if seat is Seat.FIRST:
        return GeisterPosition((*own, *enemy), "BBBBRRRRRRRRBBBB", 20)
    turned = [square if square == TAKEN else 35 - square for square in enemy + own]
    return GeisterPosition(tuple(turned), "RRRRBBBBBBBBRRRR", 21)


def chosen(position: GeisterPosition, seat: Seat, seed: int = 1, limit: Limit | None = None) -> Move:
    engine = engines.load("geister-purple", Random(seed))
    engine.begin(Geister(), seat)
    return engine.choose(position.view(seat), limit or Limit(600.0, again=600.0, nodes=60_000))


def taken(position: GeisterPosition) -> int:
    return position.squares.count(TAKEN)


@pytest.mark.parametrize(("rows", "plies"), ESCAPES)
def test_a_forced_escape_is_found_at_its_distance(rows: tuple[str, ...], plies: int) -> None:
    assert alpha_beta(abstract(rows, 2), plies) == WIN - plies


def test_the_distance_of_a_forced_escape_is_what_minimax_without_any_evaluation_says() -> None:
    assert minimax(abstract(ROUND_A_GUARD, 2), 3, blind=True) == 0
    assert minimax(abstract(ROUND_A_GUARD, 2), 5, blind=True) == WIN - 5


@BOTH
@pytest.mark.parametrize(("rows", "plies"), ESCAPES)
def test_a_forced_escape_is_played_out_whatever_the_enemy_does(
    rows: tuple[str, ...], plies: int, seat: Seat
) -> None:
    for seed in range(5):
        position, random = drawn(rows, 2, seat), Random(seed)
        end = position.ply + plies
        while (mover := position.to_move()) is not None:
            moves = position.legal_moves()
            position = position.play(chosen(position, seat) if mover is seat else random.choice(moves))
        outcome = position.outcome()
        assert outcome is not None and outcome.winner is seat and position.ply <= end


@BOTH
@pytest.mark.parametrize(
    ("rows", "reds", "move"),
    [(MUST_GUARD, 2, "B,S"), (MUST_RETURN, 2, "E,S"), (MUST_TAKE, 2, "F,S")],
)
def test_an_escape_of_the_enemy_is_stopped_by_the_only_move(
    rows: tuple[str, ...], reds: int, move: Move, seat: Seat
) -> None:
    assert chosen(drawn(rows, reds, seat), seat) == move


@BOTH
def test_what_may_be_the_last_red_is_not_taken(seat: Seat) -> None:
    for seed in range(10):
        position = drawn(GIFT, 1, seat)
        assert taken(position.play(chosen(position, seat, seed))) == taken(position)


@BOTH
def test_what_may_be_the_last_red_is_taken_if_everything_else_loses(seat: Seat) -> None:
    assert chosen(drawn(MUST_TAKE, 1, seat), seat) == "F,S"


@BOTH
def test_a_blue_at_an_exit_leaves(seat: Seat) -> None:
    position = drawn(("B....x", *GIFT[1:]), 1, seat)
    after = position.play(chosen(position, seat))
    assert (outcome := after.outcome()) is not None and outcome.winner is seat


@pytest.mark.parametrize("limit", [Limit(0.05, again=0.05), Limit(0.001), Limit(0.0)])
def test_a_short_time_gives_a_legal_move(limit: Limit) -> None:
    position = drawn(GIFT, 1, Seat.FIRST)
    assert chosen(position, Seat.FIRST, limit=limit) in position.legal_moves()


def test_a_stop_ends_the_thought() -> None:
    wanted = iter([False] * 20 + [True])
    position = drawn(GIFT, 1, Seat.FIRST)
    limit = Limit(600.0, again=600.0, stopped=lambda: next(wanted))
    assert chosen(position, Seat.FIRST, limit=limit) in position.legal_moves()
    assert next(wanted, None) is None


def played(seed: int, purple: Seat, nodes: int) -> tuple[list[Move], Seat | None]:
    """The moves of a game against the baseline, and its winner."""
    names = {purple: "geister-purple", purple.other: "geister-rule"}
    players = {seat: engines.load(names[seat], Random(seed)) for seat in Seat}
    for seat, engine in players.items():
        engine.begin(Geister(), seat)
    position, moves = Geister().start(), list[Move]()
    while (mover := position.to_move()) is not None:
        limit = Limit(600.0, again=600.0, nodes=nodes)
        moves.append(players[mover].choose(position.view(mover), limit))
        position = position.play(moves[-1])
    outcome = position.outcome()
    assert outcome is not None
    return moves, outcome.winner


def test_the_same_seed_and_nodes_give_the_same_game() -> None:
    assert played(3, Seat.FIRST, 3000) == played(3, Seat.FIRST, 3000)


def test_it_beats_the_baseline() -> None:
    wins = sum(played(seed, seat, 3000)[1] is seat for seed in range(10) for seat in Seat)
    assert wins >= 15

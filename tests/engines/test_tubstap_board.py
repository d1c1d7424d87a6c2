"""TUBSTAP's fast board against its rulebook, and the bot by rules against chance."""

from dataclasses import replace
from random import Random
from time import perf_counter

import numpy as np
import pytest

import engines
from engines.base import Engine, Limit
from engines.boards import board_class
from engines.boards.jit import random_state
from engines.boards.tubstap import FIELD, RESULT, TubstapBoard, make, moves, number_of, playouts, word_of
from games.base import Move, Seat
from games.tubstap import Tubstap, TubstapPosition, load, names
from games.tubstap.maps import MAX_SIZE, Map, Unit
from games.tubstap.tables import KINDS, TERRAINS

MAPS = [name.removeprefix("tubstap/") for name in names()]
# Sequences of so many actions from the start, "end" and "surrender" with them.
PERFT = {
    "open-2v2": [26, 366, 8_582],
    "path": [6, 30, 180, 1_116],
    "islands": [147, 17_080],
}


def in_step(game: Tubstap, random: Random) -> int:
    """Play a random game both ways, comparing everything; the number of moves."""
    position = game.start()
    board = TubstapBoard.load(game, position)
    played = 0
    while position.to_move():
        legal = position.legal_moves()
        assert board.to_move() is position.to_move()
        assert sorted(board.legal_moves()) == sorted(legal), position.view(None)
        move = random.choice(legal if random.random() < 0.01 else legal[:-1])
        position = position.play(move)
        board.play(move)
        expected = make(position)
        end = int(expected[FIELD])
        assert (board.words[:end] == expected[:end]).all(), position.view(None)
        played += 1
    outcome = position.outcome()
    assert outcome is not None
    assert (board.to_move(), board.legal_moves(), board.winner()) == (None, [], outcome.winner)
    return played


def random_map(random: Random) -> Tubstap:
    """Any ground, any units anywhere, some having acted; now and then as large as maps may be."""
    height, width = (
        (MAX_SIZE, MAX_SIZE) if random.random() < 0.02 else (random.randint(3, 12), random.randint(4, 12))
    )
    weights = [random.random() for _ in TERRAINS]
    inner = [random.choices(range(len(TERRAINS)), weights, k=width - 2) for _ in range(height - 2)]
    inner[0][0] = inner[0][1] = 1
    rows = ((0,) * width, *((0, *row, 0) for row in inner), (0,) * width)
    cells = [(x, y) for y, row in enumerate(rows) for x, code in enumerate(row) if code]
    chosen = random.sample(cells, min(len(cells), random.randint(2, 16)))
    seats = [Seat.FIRST, Seat.SECOND, *(random.choice(list(Seat)) for _ in chosen[2:])]
    units = tuple(
        Unit(n, random.choice(KINDS), seat, random.randint(1, 12), x, y, random.random() < 0.2)
        for n, (seat, (x, y)) in enumerate(zip(seats, chosen, strict=True))
    )
    return Tubstap("", Map(rows, units, random.randint(1, 25), random.randint(0, 20)))


@pytest.mark.parametrize("name", MAPS)
def test_board_and_rulebook_agree_on_every_map(name: str) -> None:
    random = Random(name)
    assert sum(in_step(load(name), random) for _ in range(4)) > 0


def test_board_and_rulebook_agree_on_maps_made_by_chance() -> None:
    random = Random(3)
    assert sum(in_step(random_map(random), random) for _ in range(150)) > 1_000


@pytest.mark.full
@pytest.mark.timeout(3600)
def test_board_and_rulebook_agree_in_ten_thousand_games() -> None:
    random = Random(4)
    for number in range(10_000):
        in_step(random_map(random) if number % 10 else load(random.choice(MAPS)), random)


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize(
    "moves_", [["surrender"], ["end"], ["end", "end"], ["0:1,2", "1:2,1"], ["0:1,2", "end"]]
)
def test_a_side_that_begins_with_no_unit_to_act_is_the_same_in_both(limit: int, moves_: list[str]) -> None:
    field = load("open-2v2").map
    asleep = tuple(replace(unit, acted=unit.seat is Seat.SECOND) for unit in field.units)
    game = Tubstap("", replace(field, units=asleep, limit=limit))
    position = game.start()
    board = TubstapBoard.load(game, position)
    for move in moves_:
        if position.to_move():
            position = position.play(move)
            board.play(move)
    end = int(board.words[FIELD])
    assert (board.words[:end] == make(position)[:end]).all()


@pytest.mark.parametrize("name", PERFT)
def test_the_tree_of_moves_has_its_known_size(name: str) -> None:
    start = load(name).start()
    assert [perft(make(start), depth) for depth in range(1, len(PERFT[name]) + 1)] == PERFT[name]
    assert perft_by_rules(start, 2) == PERFT[name][1]


def perft(words: np.ndarray, depth: int) -> int:
    out = np.zeros(4000, dtype=np.uint64)
    legal = [word_of(int(move)) for move in out[: int(moves(words, out))]]
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        board = TubstapBoard(words.copy())
        board.play(move)
        total += perft(board.words, depth - 1)
    return total


def perft_by_rules(position: TubstapPosition, depth: int) -> int:
    legal = position.legal_moves()
    return len(legal) if depth == 1 else sum(perft_by_rules(position.play(move), depth - 1) for move in legal)


def test_moves_are_numbers_and_back() -> None:
    for move in (*load("river").start().legal_moves(), "59:62,62x58", "0:1,1x0"):
        assert word_of(number_of(move)) == move


def test_the_same_seed_plays_the_same_games_and_leaves_the_board_alone() -> None:
    game = load("frontier")
    board = TubstapBoard.load(game, game.start())
    runs = []
    for _ in range(2):
        state = random_state(9)
        runs.append([board.playout(state) for _ in range(50)])
    assert runs[0] == runs[1] and set(runs[0]) == {-1, 0, 1}
    assert (board.words[: int(board.words[FIELD])] == make(game.start())[: int(board.words[FIELD])]).all()


def test_playouts_are_tallied_by_result() -> None:
    start = make(load("frontier").start())
    tally = np.zeros(4, dtype=np.uint64)
    playouts(start, start.copy(), random_state(1), np.uint64(500), tally)
    assert int(tally[1:].sum()) == 500 and all(tally > 0)
    assert start[RESULT] == 0


def test_a_playout_from_an_ended_game_gives_its_result() -> None:
    game = load("open-2v2")
    for moves_, result in ((["surrender"], -1), (["end", "surrender"], 1)):
        position = game.start()
        for move in moves_:
            position = position.play(move)
        assert TubstapBoard.load(game, position).playout(random_state(1)) == result


def test_the_board_is_found_by_the_game_s_name() -> None:
    assert board_class("tubstap/frontier") is TubstapBoard


# The bot


class Stubborn(Engine):
    """Chance that never surrenders: a stronger opponent than `random`."""

    def choose(self, view: str, limit: Limit) -> Move:
        return self.random.choice(self.game.read(view).legal_moves()[:-1])


def match(game: Tubstap, first: Engine, second: Engine) -> Seat | None:
    players = {Seat.FIRST: first, Seat.SECOND: second}
    for seat, player in players.items():
        player.begin(game, seat)
    position = game.start()
    while seat_ := position.to_move():
        position = position.play(players[seat_].choose(position.view(seat_), Limit(10)))
    outcome = position.outcome()
    assert outcome is not None
    return outcome.winner


@pytest.mark.parametrize("name", ["frontier", "islands", "open-2v2"])
def test_the_bot_by_rules_beats_chance_from_both_seats(name: str) -> None:
    random = Random(1)
    bot, chance = engines.load("tubstap-rule", random), Stubborn(random)
    wins = sum(match(load(name), bot, chance) is Seat.FIRST for _ in range(5))
    wins += sum(match(load(name), chance, bot) is Seat.SECOND for _ in range(5))
    assert wins >= 9


def test_the_bot_by_rules_finds_its_way() -> None:
    random = Random(1)
    assert match(load("path"), engines.load("tubstap-rule", random), Stubborn(random)) is Seat.FIRST


def test_the_bot_by_rules_is_quick_on_the_largest_map() -> None:
    game = load("river")
    bot = engines.load("tubstap-rule", Random(1))
    bot.begin(game, Seat.FIRST)
    start = perf_counter()
    assert bot.choose(game.start().view(Seat.FIRST), Limit(1)) in game.start().legal_moves()
    assert perf_counter() - start < 1

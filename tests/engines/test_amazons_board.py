"""The fast Amazons board, held to perft counts, the independent data and the rulebook."""

import gzip
import hashlib
import json
from collections import Counter
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engines.boards import board_class
from engines.boards.amazons import (
    CLASSES,
    STRIDE,
    AmazonsBoard,
    bit_of,
    classes,
    count,
    distances,
    perft,
    playout,
    words,
)
from engines.boards.jit import random_state
from games.amazons import Amazons, AmazonsPosition
from games.amazons.rules import rays
from games.base import Seat

UNREACHABLE = 99


@pytest.fixture(scope="module")
def data(oracle: Path) -> Any:
    return json.loads(gzip.decompress((oracle / "amazons" / "amazons_oracle.json.gz").read_bytes()))


def of_oracle(found: Any) -> AmazonsPosition:
    """The independent data's W (first), B (second), x and . as a position."""
    board = found["board"].translate(str.maketrans("WB", "12"))
    return Amazons(found["size"]).read(f"{board} {found['to_move']}")


def distance_map(position: AmazonsPosition, seat: Seat, king: bool) -> list[int]:
    """As the independent data has it: 0 on own amazons, -1 on other occupied squares."""
    out = np.full(STRIDE * 10, UNREACHABLE, dtype=np.uint8)
    distances(words(position), np.uint64(list(Seat).index(seat)), king, out)
    own = position.amazons(seat)
    free = [cell == "." for cell in position.cells]
    return [
        int(out[bit_of(square, position.size)]) if free[square] else 0 if square in own else -1
        for square in range(position.size**2)
    ]


def counted(firsts: list[int], seconds: list[int]) -> list[int]:
    """Equal; first nearer by 1, 2, 3 or more; second nearer by 1, 2, 3 or more; first's domain; second's."""
    found: Counter[int] = Counter()
    for first, second in zip(firsts, seconds, strict=True):
        if first <= 0 or second <= 0 or first == second == UNREACHABLE:
            continue
        if UNREACHABLE in (first, second):
            found[7 if second == UNREACHABLE else 8] += 1
        else:
            found[min(second - first, 3) if first <= second else 3 + min(first - second, 3)] += 1
    return [found[n] for n in range(9)]


@pytest.mark.parametrize(
    ("size", "leaves"),
    [(10, [2176, 4307152]), (8, [1232, 1331198]), (6, [544, 238532, 91074224])],
)
def test_perft_counts_are_as_known(size: int, leaves: list[int]) -> None:
    board = words(Amazons(size).start())
    assert [perft(board, depth + 1) for depth in range(len(leaves))] == leaves


@pytest.mark.full
@pytest.mark.parametrize(("size", "leaves"), [(10, 8350439170), (8, 1358441750)])
def test_perft_counts_at_depth_three_are_as_known(size: int, leaves: int) -> None:
    assert perft(words(Amazons(size).start()), 3) == leaves


@pytest.mark.full
def test_perft_counts_at_depth_four_on_6x6_are_as_known() -> None:
    assert perft(words(Amazons(6).start()), 4) == 28857914846


def test_all_independent_games_replay(data: Any) -> None:
    assert len(data["games"]) == 150
    for game in data["games"]:
        board = AmazonsBoard.load(Amazons(game["size"]), Amazons(game["size"]).start())
        for move, legal in zip(game["moves"], game["legal_counts"], strict=False):
            assert count(board.board) == legal and board.to_move() is not None
            board.play(move)
        assert board.to_move() is None and board.winner() == game["winner"]
        assert count(board.board) == game["legal_counts"][-1] == 0


def test_the_moves_of_all_independent_positions_agree(data: Any) -> None:
    for found in data["positions"]:
        moves = AmazonsBoard(words(of_oracle(found))).legal_moves()
        assert len(moves) == found["legal"]
        assert hashlib.sha256("\n".join(sorted(moves)).encode()).hexdigest() == found["legal_sha256"]


def test_all_independent_distance_maps_and_their_classes_agree(data: Any) -> None:
    assert len(data["positions"]) == 330
    for found in data["positions"]:
        position = of_oracle(found)
        for name, seat, king in (
            ("q1", Seat.FIRST, False),
            ("q2", Seat.SECOND, False),
            ("k1", Seat.FIRST, True),
            ("k2", Seat.SECOND, True),
        ):
            assert distance_map(position, seat, king) == found[name]
        out = np.zeros(CLASSES, dtype=np.int64)
        classes(words(position), out)
        queen, king_ = counted(found["q1"], found["q2"]), counted(found["k1"], found["k2"])
        assert out.tolist() == queen[7:] + queen[:7] + king_[:7]


def searched(position: AmazonsPosition, seat: Seat, king: bool) -> list[int]:
    """The distance map by breadth-first search along the rulebook's rays."""
    found = [UNREACHABLE if cell == "." else -1 for cell in position.cells]
    edge, moves = position.amazons(seat), 0
    for square in edge:
        found[square] = 0
    while edge:
        moves, fresh = moves + 1, list[int]()
        for ray in (ray for square in edge for ray in rays(position.size)[square]):
            for target in takewhile(lambda at: position.cells[at] == ".", ray[:1] if king else ray):
                if found[target] == UNREACHABLE:
                    found[target] = moves
                    fresh.append(target)
        edge = fresh
    return found


@pytest.mark.parametrize("size", [10, 8, 6])
def test_distance_maps_and_classes_agree_with_a_plain_search(size: int) -> None:
    random, position = Random(size), Amazons(size).start()
    while position.to_move() is not None:
        maps = [[searched(position, seat, king) for seat in Seat] for king in (False, True)]
        assert maps == [[distance_map(position, seat, king) for seat in Seat] for king in (False, True)]
        out = np.zeros(CLASSES, dtype=np.int64)
        classes(words(position), out)
        queen, king_ = counted(*maps[0]), counted(*maps[1])
        assert out.tolist() == queen[7:] + queen[:7] + king_[:7]
        position = position.play(random.choice(position.legal_moves()))


@pytest.mark.parametrize(
    ("ranks", "domains", "queen", "king"),
    [
        ("xxxxxx/xxxxxx/1.2xxx/xxxxxx/.xxxxx/1.x.2x", [2, 1], [1, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0]),
        ("xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/1....2", [0, 0], [4, 0, 0, 0, 0, 0, 0], [0, 1, 0, 1, 1, 0, 1]),
        ("xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/1...2x", [0, 0], [3, 0, 0, 0, 0, 0, 0], [1, 0, 1, 0, 0, 1, 0]),
        ("xxxxxx/xxxxxx/xxxxxx/.xxxxx/.x.xxx/1x2.xx", [2, 2], [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_the_classes_are_as_counted_by_hand(
    ranks: str, domains: list[int], queen: list[int], king: list[int]
) -> None:
    out = np.zeros(CLASSES, dtype=np.int64)
    classes(words(Amazons(6).read(f"{ranks} first")), out)
    assert out.tolist() == domains + queen + king


def lock_step(size: int, seed: int) -> None:
    """One random game both ways; every move set, mover and winner compared."""
    random, position = Random(seed), Amazons(size).start()
    board = AmazonsBoard.load(Amazons(size), position)
    while (mover := position.to_move()) is not None:
        moves = position.legal_moves()
        assert board.to_move() is mover and sorted(board.legal_moves()) == sorted(moves)
        move = random.choice(moves)
        position = position.play(move)
        board.play(move)
        assert (board.board == words(position)).all()
    outcome = position.outcome()
    assert outcome is not None and board.to_move() is None and board.winner() is outcome.winner
    assert board.legal_moves() == []


@pytest.mark.parametrize(("size", "games"), [(10, 120), (8, 200), (6, 400)])
def test_board_and_rulebook_play_in_step(size: int, games: int) -> None:
    for seed in range(games):
        lock_step(size, seed)


@pytest.mark.full
@pytest.mark.parametrize(("size", "games"), [(10, 2000), (8, 3000), (6, 5000)])
def test_board_and_rulebook_play_ten_thousand_games_in_step(size: int, games: int) -> None:
    for seed in range(games):
        lock_step(size, seed + 1000)


def test_a_playout_repeats_with_its_seed_and_leaves_the_board_alone() -> None:
    game = Amazons(10)
    board = board_class("amazons/8").load(game, game.start())
    assert isinstance(board, AmazonsBoard)
    before = board.board.copy()
    results = [[board.playout(state) for _ in range(50)] for state in (random_state(7), random_state(7))]
    assert results[0] == results[1] and set(results[0]) == {1, -1}
    assert (board.board == before).all()


def test_a_playout_ends_where_the_rulebook_ends() -> None:
    for size in (10, 8, 6):
        state = random_state(size)
        for _ in range(20):
            board = words(Amazons(size).start())
            result = playout(board, state)
            ended = AmazonsBoard(board)
            assert ended.to_move() is None
            assert ended.winner() is (Seat.FIRST if result == 1 else Seat.SECOND)


def test_random_moves_of_the_playout_are_even() -> None:
    # Each of the four moves ends the game differently, so an uneven choice would show.
    position = Amazons(6).read("xxxxxx/xxxxxx/xxx2xx/xxxxxx/xxxxxx/1..xxx first")
    assert sorted(position.legal_moves()) == ["a1-b1/a1", "a1-b1/c1", "a1-c1/a1", "a1-c1/b1"]
    state, ends = random_state(3), Counter[bytes]()
    for _ in range(8000):
        board = words(position)
        playout(board, state)
        ends[board.tobytes()] += 1
    assert len(ends) == 4
    assert all(abs(found - 2000) < 5 * (8000 * 0.25 * 0.75) ** 0.5 for found in ends.values())

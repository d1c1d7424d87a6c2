"""The search over suppositions: what each allows, where what comes to light parts the tree, what adds up."""

import numpy as np
import pytest

from engines.boards.geister import MOST_MOVES, GeisterBoard, moves
from engines.boards.jit import random_state
from engines.geister.infoset import Advice, Guess, Tree, allowed, plant, simulate, suppose, tree
from engines.geister.manners import Manners
from engines.geister.policy import shipped
from engines.geister.value import shipped_value
from games.base import Seat
from games.geister import GeisterPosition
from tests.engines.geister_positions import GAME, dealt, position

LIKE_US = Manners(shipped()[None], np.zeros(1, np.uint64), np.ones(1, np.float32))
ANYHOW = Manners(np.zeros_like(LIKE_US.models), LIKE_US.model, LIKE_US.sharpness)
ADVICE = Advice(shipped(), LIKE_US, shipped_value(), np.float32(1.0), np.uint64(64))
EVEN = Advice(np.zeros_like(shipped()), ANYHOW, shipped_value(), np.float32(1.0), np.uint64(64))


def bit(x: int, y: int) -> int:
    return 1 << (x + 1 + 8 * (y + 1))


def guess_of(*reds: int) -> Guess:
    """Each of these placings as likely as the others."""
    upto = np.cumsum(np.full(len(reds), 1 / len(reds)))
    return Guess(np.array(reds, np.uint64), np.zeros(len(reds), np.uint64), upto.astype(np.float32))


def searched(
    here: GeisterPosition, guess: Guess, n: int, room: int = 500_000, advice: Advice = ADVICE
) -> tuple[Tree, GeisterBoard]:
    found, board = tree(room), GeisterBoard.load(GAME, here)
    plant(found)
    before = board.state.copy()
    simulate(found, board.state, board.state[4] & np.uint64(1), guess, advice, random_state(1), n)
    assert (board.state == before).all()
    return found, board


def family(found: Tree, node: int, red: int = 0) -> range:
    first = int(found.child[node, red])
    return range(first, first + int(found.children[node, red]))


def child(found: Tree, node: int, move: int, red: int = 0) -> int:
    return next(each for each in family(found, node, red) if int(found.move[each]) == move)


# The first player to move; one of the enemy's is on its exit at the bottom left.
CORNER = position(
    {"A": (3, 4), "B": (4, 4), "E": (3, 5), "F": (4, 5)},
    {"A": (0, 5), "B": (2, 1), "E": (3, 1), "F": (4, 1)},
    "EFGH EFGH",
    40,
)
LEAVES = {4 * (1 + 8 * 6) + 1, 4 * (1 + 8 * 6) + 2}  # from the corner down and left


@pytest.mark.parametrize("trust", [0, 64, 256])
def test_a_red_does_not_escape_and_a_blue_may(trust: int) -> None:
    advice = EVEN._replace(trust=np.uint64(trust))
    red = guess_of(bit(0, 5) | bit(2, 1), bit(0, 5) | bit(3, 1))
    blue = guess_of(bit(2, 1) | bit(3, 1))
    for guess, may in ((red, False), (blue, True)):
        found, _ = searched(CORNER, guess, 3000, advice=advice)
        replies = [reply for node in family(found, 0) for reply in family(found, node)]
        leaving = [reply for reply in replies if int(found.move[reply]) in LEAVES]
        assert leaving, "every move that some colours allow is a child"
        assert any(found.visits[reply] for reply in leaving) == may


def test_only_a_blue_of_the_supposition_may_leave_the_board() -> None:
    state = GeisterBoard.load(GAME, CORNER).state
    state[4] += np.uint64(1)
    out = np.zeros(MOST_MOVES, np.uint64)
    assert all(allowed(state, move) for move in out[: moves(state, out)])
    assert all(allowed(state, np.uint64(move)) for move in LEAVES)
    state[2], state[3] = state[3], state[2]
    assert not any(allowed(state, np.uint64(move)) for move in LEAVES)


def test_each_supposition_comes_as_often_as_it_is_likely() -> None:
    state, random, counts = GeisterBoard.load(GAME, CORNER).state, random_state(2), dict[int, int]()
    pieces = int(state[2] | state[3])
    reds = np.array([bit(0, 5), bit(2, 1), bit(3, 1)], np.uint64)
    guess = Guess(reds, np.arange(3, dtype=np.uint64), np.array([0.5, 0.9, 1], np.float32))
    for _ in range(5000):
        manner = suppose(state, np.uint64(0), guess, random)
        assert state[3] == reds[manner]
        assert int(state[2] | state[3]) == pieces and not state[2] & state[3]
        counts[int(state[3])] = counts.get(int(state[3]), 0) + 1
    shares = [counts[int(reds)] / 5000 for reds in guess.reds]
    assert shares == pytest.approx([0.5, 0.4, 0.1], abs=0.04)


# The first player's A may take the enemy's B, whose colour is not known.
CAPTURE = position(
    {"A": (2, 2), "B": (4, 4), "E": (3, 5), "F": (4, 5)},
    {"A": (1, 4), "B": (2, 1), "E": (4, 0), "F": (5, 1)},
    "EFGH EFGH",
    40,
)
TAKES = 4 * (3 + 8 * 3)  # A upwards


def test_the_colour_of_a_taken_piece_parts_what_follows() -> None:
    blue_or_red = guess_of(bit(4, 0) | bit(5, 1), bit(2, 1) | bit(5, 1))
    found, _ = searched(CAPTURE, blue_or_red, 4000, advice=EVEN)
    node = child(found, 0, TAKES)
    sides = [family(found, node, red) for red in (0, 1)]
    assert all(sides) and not set(sides[0]) & set(sides[1])
    assert found.passed[node].sum() == found.visits[node] and found.passed[node].min() > 0
    certain, _ = searched(CAPTURE, guess_of(bit(4, 0) | bit(5, 1)), 4000, advice=EVEN)
    node = child(certain, 0, TAKES)
    assert family(certain, node, 0) and not family(certain, node, 1)
    quiet = [each for each in family(found, 0) if int(found.move[each]) != TAKES]
    assert quiet and not any(family(found, each, 1) for each in quiet)


@pytest.mark.parametrize("seat", Seat)
def test_every_simulation_is_counted_on_its_whole_path(seat: Seat) -> None:
    here, turn = dealt("ABEF", "CDGH"), 2 if seat is Seat.FIRST else 0
    here = here if seat is Seat.FIRST else here.play("B,N")
    state = GeisterBoard.load(GAME, here).state
    pieces = [1 << k for k in range(64) if int(state[turn] | state[turn + 1]) >> k & 1]
    guess = guess_of(sum(pieces[:4]), sum(pieces[2:6]), sum(pieces[4:]))
    found, _ = searched(here, guess, 5000)
    assert found.visits[0] == 5000 == sum(int(found.visits[each]) for each in family(found, 0))
    opened = 0
    for node in range(1, int(found.size[0])):
        assert found.passed[node].sum() <= found.visits[node]
        assert 0 <= found.points[node] <= found.visits[node]
        for red in (0, 1):
            if children := family(found, node, red):
                opened += 1
                below = sum(int(found.visits[each]) for each in children)
                assert found.passed[node, red] == 1 + below, "not judged once when it was opened"
    assert opened > 100


def test_own_priors_do_not_depend_on_what_is_supposed() -> None:
    one, _ = searched(CAPTURE, guess_of(bit(4, 0) | bit(5, 1)), 50)
    other, _ = searched(CAPTURE, guess_of(bit(2, 1) | bit(1, 4)), 50)
    priors = [[float(found.prior[each]) for each in family(found, 0)] for found in (one, other)]
    assert priors[0] == priors[1] and sum(priors[0]) == pytest.approx(1, abs=1e-4)


def test_a_full_tree_is_searched_on() -> None:
    found, _ = searched(CAPTURE, guess_of(bit(4, 0) | bit(5, 1)), 2000, room=60)
    assert found.size[0] <= 60
    assert found.visits[0] == 2000 == sum(int(found.visits[each]) for each in family(found, 0))


def test_points_of_many_visits_are_not_rounded_away() -> None:
    found, _ = searched(CORNER, guess_of(bit(2, 1) | bit(3, 1)), 10)
    found.points[0], found.visits[0] = 20_000_000, 40_000_000
    board = GeisterBoard.load(GAME, CORNER)
    before = float(found.points[0])
    simulate(found, board.state, np.uint64(0), guess_of(bit(2, 1) | bit(3, 1)), ADVICE, random_state(1), 100)
    assert 0 < found.points[0] - before < 100 and (found.points[0] - before) % 1

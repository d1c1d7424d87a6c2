"""The fast board of 9x9 Go against the rulebook, move by move, and the bot that plays by it."""

from random import Random

import pytest

import engines
from engines.base import Limit
from engines.boards import board_class
from engines.boards.go9 import Go9Board, cell_of, move_of, own_eye, playouts, sensible
from engines.boards.jit import RandomState, random_state
from games.base import Seat
from games.go9.rules import COLUMNS, PASS, Go9, Go9Position

GAME = Go9()
EVERY_POINT = [f"{column}{row}" for row in range(1, 10) for column in COLUMNS]


def after(moves: str) -> Go9Position:
    position = GAME.start()
    for move in moves.split():
        position = position.play(move)
    return position


def in_step(random: Random) -> int:
    """Play one random game both ways; how many plies it had. Passes are rare, so that it gets long."""
    position, board = GAME.start(), Go9Board.load(GAME, GAME.start())
    while moves := position.legal_moves():
        assert board.to_move() is position.to_move()
        assert sorted(board.legal_moves()) == sorted(moves)
        move = random.choice(moves if random.random() < 0.1 else moves[:-1] or moves)
        position = position.play(move)
        board.play(move)
        assert board.margin() == 2 * position.margin()
    outcome = position.outcome()
    assert outcome is not None
    assert (board.to_move(), board.legal_moves(), board.winner()) == (None, [], outcome.winner)
    return len(position.moves)


def test_the_board_and_the_rulebook_agree_at_every_ply_of_random_games() -> None:
    random = Random(1)
    assert sum(in_step(random) for _ in range(300)) > 30_000


@pytest.mark.full
@pytest.mark.timeout(3600)
def test_the_board_and_the_rulebook_agree_in_10_000_random_games() -> None:
    random = Random(2)
    for _ in range(10_000):
        in_step(random)


@pytest.mark.parametrize(
    ("moves", "refused"),
    [
        ("A2 C2 B2 D1 E5 B1 pass A1 C1", "B1"),  # send two, return one
        ("A2 C2 B2 D1 E5 A1 pass B1 C1 B1 pass", "A1"),  # a repeat that takes nothing
        ("A2 C2 B2 D1 pass B1 E5 A1 C1", "B1"),  # the same board, the other to move
        ("A1 D1 B2 C2 A9 D9 B8 C8 E1 H1 F2 G2 C9 B1 J5 F1 C1 B9 G1 B1 C9", "F1"),  # triple ko
    ],
)
def test_the_board_knows_superko_where_it_differs_from_simple_ko(moves: str, refused: str) -> None:
    position = after(moves)
    board = board_class("go9/komi5.5").load(GAME, position)
    assert refused not in board.legal_moves()
    assert sorted(board.legal_moves()) == sorted(position.legal_moves())


def test_cells_and_moves_translate_both_ways() -> None:
    assert [move_of(int(cell_of(move))) for move in EVERY_POINT] == EVERY_POINT
    assert cell_of("E5") == 55


def test_a_playout_plays_legal_moves_fills_no_own_eye_and_repeats_from_its_seed() -> None:
    """Superko is not a playout's concern; these seeds meet none."""
    for seed in range(20):
        stepper, whole = random_state(seed), random_state(seed)
        margin = step_by_step(stepper).margin()
        result = Go9Board.load(GAME, GAME.start()).playout(whole)
        assert result == (margin > 0) - (margin < 0)
        assert stepper[0] == whole[0]


def step_by_step(state: RandomState) -> Go9Position:
    """The end of a playout whose every move the rulebook has judged."""
    position, board = GAME.start(), Go9Board.load(GAME, GAME.start())
    while position.to_move() is not None:
        cell = sensible(board.state, state)
        if cell == 0:
            points = [move for move in position.legal_moves() if move != PASS]
            assert all(own_eye(board.state, cell_of(point)) for point in points)
        else:
            assert not own_eye(board.state, cell)
        move = move_of(int(cell)) if cell else PASS
        position = position.play(move)
        board.play(move)
    return position


@pytest.mark.parametrize(
    ("black", "white", "point", "eye"),
    [
        ("A2 B1 B2", "", "A1", True),
        ("A2 B1", "B2", "A1", False),  # at the edge one corner lost is too much
        ("E4 E6 D5 F5", "D4", "E5", True),
        ("E4 E6 D5 F5", "D4 F6", "E5", False),
        ("E4 E6 D5", "", "E5", False),
        ("E4 E6 D5", "F5", "E5", False),
    ],
)
def test_an_eye_is_a_point_among_own_stones_with_its_corners_held(
    black: str, white: str, point: str, eye: bool
) -> None:
    board = Go9Board(7.0)
    for move in black.split():
        board.play(move)
        board.play(PASS)
    for move in white.split():
        board.play(PASS)
        board.play(move)
    assert bool(own_eye(board.state, cell_of(point))) is eye


def test_the_same_seed_gives_the_same_playouts() -> None:
    """The figure itself guards the random source and the order in which it is asked."""
    board = Go9Board(7.0)
    sums = [playouts(board.state, board.left, board.double_komi, 5000, random_state(2)) for _ in range(2)]
    assert sums == [-565, -565]


def test_playouts_leave_the_board_as_it_was_and_stop_at_the_move_limit() -> None:
    board = Go9Board(7.0)
    before = board.state.copy()
    playouts(board.state, board.left, board.double_komi, 10, random_state(1))
    assert (board.state == before).all()
    assert playouts(board.state, 0, board.double_komi, 1, random_state(1)) == -1  # empty: komi decides
    assert (
        playouts(board.state, 1, board.double_komi, 1, random_state(1)) == 1
    )  # one black stone: all is Black's


def choose(moves: str, seat: Seat, limit: Limit) -> str:
    engine = engines.load("go9-rule", Random(1))
    engine.begin(GAME, seat)
    return engine.choose(after(moves).view(seat), limit)


def test_the_rule_bot_takes_eight_stones_in_atari() -> None:
    black = [f"{column}5" for column in "ABCDEFGH"] + ["A8", "B8", "C8", "D8", "A2", "B2", "C2", "D2"]
    white = [f"{column}{row}" for row in (4, 6) for column in "ABCDEFGH"]
    moves = [move for pair in zip(black, white, strict=True) for move in pair]
    assert choose(" ".join([*moves, "E2"]), Seat.SECOND, Limit(10.0)) == "J5"


def test_the_rule_bot_answers_a_pass_by_a_pass_only_when_ahead() -> None:
    assert choose("E5 pass", Seat.FIRST, Limit(10.0)) == PASS
    assert choose("E5 A1 pass", Seat.SECOND, Limit(10.0)) == PASS  # equal but for komi
    assert choose("E5 pass F5 A1 G5 pass", Seat.FIRST, Limit(10.0)) != PASS


def test_the_rule_bot_answers_at_once_when_no_time_is_left() -> None:
    assert choose("E5", Seat.SECOND, Limit(0.0)) in EVERY_POINT


@pytest.mark.parametrize("seat", list(Seat))
def test_the_rule_bot_beats_the_random_mover_and_its_games_end(seat: Seat) -> None:
    bots = {seat: engines.load("go9-rule", Random(3)), seat.other: engines.load("random", Random(4))}
    for own, bot in bots.items():
        bot.begin(GAME, own)
    position = GAME.start()
    while (mover := position.to_move()) is not None:
        position = position.play(bots[mover].choose(position.view(mover), Limit(10.0, nodes=500)))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is seat

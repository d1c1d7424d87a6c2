"""Sangoku's fast board held against the rulebook, and its rule bot."""

from random import Random

import numpy as np
import pytest

import engines
from engines.base import Limit
from engines.boards import board_class
from engines.boards import sangoku as board
from engines.boards.jit import RandomState, below, random_state
from engines.boards.sangoku import SangokuBoard
from games import sangoku as rules
from games.base import Chance, Move, Seat
from games.sangoku import SangokuPosition, load

VARIANTS = ["", "random", "table3", "cccfrd"]


def choices(position: SangokuPosition) -> list[Move]:
    return [face for face, _ in position.chances()] or list(position.legal_moves())


def in_step(variant: str, seed: int) -> None:
    """One random game on both, compared at every ply."""
    game, random = load(variant), Random(seed)
    position = game.start()
    fast = SangokuBoard.load(game, position)
    while position.to_move() is not None:
        assert fast.to_move() is position.to_move()
        assert sorted(fast.legal_moves()) == sorted(choices(position))
        move = random.choice(choices(position))
        position = position.play(move)
        fast.play(move)
        assert fast.position() == position
    outcome = position.outcome()
    assert outcome is not None
    assert fast.to_move() is None
    assert fast.legal_moves() == []
    assert fast.winner() is outcome.winner


@pytest.mark.parametrize("variant", VARIANTS)
def test_board_and_rulebook_agree_at_every_ply_of_random_games(variant: str) -> None:
    for seed in range(200):
        in_step(variant, seed)


@pytest.mark.full
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("variant", VARIANTS)
def test_board_and_rulebook_agree_on_ten_thousand_games(variant: str) -> None:
    for seed in range(2500):
        in_step(variant, 1_000_000 + seed)


def in_masks_order(position: SangokuPosition, move: Move) -> tuple[int, int, int, int]:
    """Where the kernel's playout has a move: by kind, general, then square; END last."""
    if move == rules.END:
        return 1, 0, 0, 0
    kind = (rules.GO, rules.HIT, rules.USE).index(move[1])
    square = (
        rules.SQUARES.index(move[2:]) if kind == 0 else position.generals[rules.LETTERS.index(move[2])].square
    )
    return 0, kind, rules.LETTERS.index(move[0]), square


def slow_playout(position: SangokuPosition, state: RandomState) -> int:
    """The kernel's playout by the rulebook, with the same random numbers."""
    while position.to_move() is not None:
        before, move = position, drawn(position, state)
        position = position.play(move)
        passed = half_turns(position) - half_turns(before) - (move == rules.END)
        for _ in range(passed):
            below(state, np.uint64(1))  # the kernel draws END even where there is nothing else
    outcome = position.outcome()
    assert outcome is not None
    return {Seat.FIRST: 1, Seat.SECOND: -1, None: 0}[outcome.winner]


def drawn(position: SangokuPosition, state: RandomState) -> Move:
    if position.aim is not None:
        own, enemy = (position.generals[piece].numbers[2] for piece in position.aim)
        return rules.SUCCESS if below(state, np.uint64(own + enemy)) < own else rules.FAILURE
    moves = choices(position)
    if position.to_move() is not Chance.CHANCE:
        moves.sort(key=lambda move: in_masks_order(position, move))
    return moves[int(below(state, np.uint64(len(moves))))]


def half_turns(position: SangokuPosition) -> int:
    return 2 * position.turn + (position.mover is Seat.SECOND)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_playout_is_the_game_that_the_rulebook_plays_with_the_same_random_numbers(variant: str) -> None:
    game = load(variant)
    fast = SangokuBoard.load(game, game.start())
    for seed in range(30):
        ours, theirs = random_state(seed), random_state(seed)
        assert fast.playout(ours) == slow_playout(game.start(), theirs)
        assert ours[0] == theirs[0]


def test_a_playout_starts_anywhere_and_leaves_the_board_alone() -> None:
    game = load("cccccc")
    rolling = game.start().play("A-b5").play("A!D")
    fast = SangokuBoard.load(game, rolling)
    ours, theirs = random_state(5), random_state(5)
    assert fast.playout(ours) == slow_playout(rolling, theirs)
    assert fast.position() == rolling


def test_random_games_are_decided_rather_than_drawn() -> None:
    game = load("")
    results = np.zeros(3, np.int64)
    board.playouts(SangokuBoard.load(game, game.start()).state, random_state(1), 2000, results)
    first, second, draws = results.tolist()
    assert first + second + draws == 2000
    assert draws < 100
    assert min(first, second) > 700


def test_the_boards_numbers_are_the_rulebooks() -> None:
    ours = [board.BLOW, board.BURN, board.BOLD_PERCENT, board.RECOIL, board.TURNS]
    theirs = [rules.ATTACK, rules.FIRE, rules.BOLD_PERCENT, rules.RECOIL, rules.TURNS]
    assert list(map(int, ours)) == theirs
    assert (rules.STEPS, rules.DASH_STEPS, rules.REACH) == (4, 5, 2)  # spelled out in the kernels
    assert bin(board.BOARD).count("1") == rules.WIDTH * rules.HEIGHT


def test_the_catalogue_knows_the_board_and_warming_compiles_what_is_called() -> None:
    board.warm()
    assert board_class("sangoku/table3") is SangokuBoard
    called = [board.options, board.settle, board.moves, board.play_move, board.confuse, board.over]
    called += [board.result, board.playout, board.playouts]
    assert all(kernel.signatures for kernel in called)  # type: ignore[attr-defined]


def match(first: str, second: str, seed: int) -> Seat | None:
    game, random = load(""), Random(seed)
    players = {
        seat: engines.load(name, Random(seed)) for seat, name in zip(Seat, (first, second), strict=True)
    }
    for seat, player in players.items():
        player.begin(game, seat)
    position = game.start()
    while (mover := position.to_move()) is not None:
        if isinstance(mover, Seat):
            move = players[mover].choose(position.view(mover), Limit(1.0))
        else:
            move = random.choices(*zip(*position.chances(), strict=True))[0]
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    return outcome.winner


def test_the_rule_bot_beats_the_random_one_on_either_seat() -> None:
    assert engines.plays("sangoku-rule", "sangoku/table3")
    wins = sum(match("sangoku-rule", "random", seed) is Seat.FIRST for seed in range(30))
    wins += sum(match("random", "sangoku-rule", seed) is Seat.SECOND for seed in range(30))
    assert wins >= 48


def test_the_rule_bot_strikes_before_it_walks_and_ends_when_only_skills_are_left() -> None:
    game = load("ffffff")
    bot = engines.load("sangoku-rule", Random(1))
    bot.begin(game, Seat.FIRST)
    fallen = "-:0:50.50.50:bold:-"
    views = {
        "AxD": "c3:1000:50.50.50:fire:- {0} {0} c4:1000:50.50.50:fire:- {0} {0}",
        "end": "c3:1000:50.50.50:fire:m {0} {0} c5:1000:50.50.50:fire:- {0} {0}",
    }
    for move, generals in views.items():
        assert bot.choose(f"1 first {generals.format(fallen)} -", Limit(1.0)) == move

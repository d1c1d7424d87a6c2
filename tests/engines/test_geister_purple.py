"""Geister over purple pieces: it finds forced escapes, refuses doubtful gifts, and is exact minimax."""

from collections.abc import Iterator
from random import Random

import pytest

import engines
from engines.base import Engine, Limit
from engines.geister.purple import GeisterPurple
from engines.geister.purple_tree import DONE, OPEN, advance, best, deepen, plant, tree
from engines.geister.purple_value import WIN, evaluate, race, tables
from games.base import Seat
from games.geister import Geister, GeisterPosition

import numpy as np

LONG = 600.0
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

    def leaf(self, ours: bool, far: int) -> int:
        boards = tuple(np.uint64(bits(side)) for side in (self.blue, self.red, self.purple))
        plies = race(*boards, ours)
        if plies and self.ply + abs(plies) <= 302:
            return WIN - far - plies if plies > 0 else far - plies - WIN
        value = int(evaluate(*boards, np.uint64(self.reds), tables(), ours))
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
    made = tree(tables())
    plant(made, (bits(game.blue), bits(game.red), bits(game.purple)), game.reds, game.ply)
    move = -1
    for deep in range(1, depth + 1):
        deepen(made, deep, move)
        while not made.now[DONE]:
            advance(made, 7)
        move = best(made)[0]
    return best(made)[1]


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
        plies = race(*(np.uint64(bits(side)) for side in (game.blue, game.red, game.purple)), True)
        if game.ply < 290 and 0 < abs(plies) <= 4:
            sure += 1
            value = minimax(game, abs(plies), blind=True)
            assert value >= WIN - plies if plies > 0 else value <= -WIN - plies

"""A Geister baseline by simple rules: escape, else guard the exits, else take, else press forward.

It looks one step ahead and knows nothing of beliefs or bluff. Each legal move gets a score; ties by chance.
"""

from engines.base import Engine, Limit
from games.base import Move, Seat
from games.geister import ESCAPED, SIZE, TAKEN, GeisterPosition

ESCAPE, GUARD, TAKE, SAFE_BLUE, ON_EXIT, FORWARD = 1000.0, 200.0, 20.0, 15.0, 60.0, 1.0
OWN_EXITS = (0, 5)  # where this player's blues leave, as it sees the board
ENEMY_EXITS = (30, 35)


class GeisterRule(Engine):
    def choose(self, view: str, limit: Limit) -> Move:
        position = self.game.read(view)
        assert isinstance(position, GeisterPosition)
        moves = position.legal_moves()
        if position.ply < 2:
            return self.random.choice(moves)
        return max(moves, key=lambda move: (score(position, self.seat, move), self.random.random()))


def score(position: GeisterPosition, seat: Seat, move: Move) -> float:
    """How good `move` looks for `seat`, in the units of the weights above."""
    after = position.play(move)
    own, enemy = _sides(after, seat)
    piece = "ABCDEFGH".index(move[0])
    if own[piece] == ESCAPED:
        return ESCAPE
    took = any(square == TAKEN for square in enemy) and enemy.count(TAKEN) > _sides(position, seat)[1].count(
        TAKEN
    )
    colour = after.colours[piece if seat is Seat.FIRST else piece + 8]
    value = TAKE * took * _worth(position, seat)
    value -= GUARD * sum(square in ENEMY_EXITS for square in enemy)
    value -= GUARD / 10 * sum(_beside_exit(square) for square in enemy)
    in_danger = any(_near(own[piece], square) for square in enemy if square < TAKEN)
    if colour == "B":
        value += FORWARD * (5 - own[piece] // SIZE) - SAFE_BLUE * in_danger
        value += ON_EXIT * (own[piece] in OWN_EXITS and not in_danger)
    else:
        value += SAFE_BLUE / 3 * in_danger  # a red wants to be taken
    return value


def _sides(position: GeisterPosition, seat: Seat) -> tuple[list[int], list[int]]:
    """Own and enemy squares as `seat` sees the board."""
    if seat is Seat.FIRST:
        return list(position.squares[:8]), list(position.squares[8:])
    turned = [square if square >= TAKEN else 35 - square for square in position.squares]
    return turned[8:], turned[:8]


def _worth(position: GeisterPosition, seat: Seat) -> float:
    """What taking an unknown piece is worth: little once three reds are in hand, for the fourth loses."""
    enemy = position.squares[8:] if seat is Seat.FIRST else position.squares[:8]
    colours = position.colours[8:] if seat is Seat.FIRST else position.colours[:8]
    reds = sum(square == TAKEN and colour == "R" for square, colour in zip(enemy, colours, strict=True))
    return (1.0, 0.8, 0.4, -1.0)[min(reds, 3)]


def _near(a: int, b: int) -> bool:
    return a < TAKEN and abs(a % SIZE - b % SIZE) + abs(a // SIZE - b // SIZE) == 1


def _beside_exit(square: int) -> bool:
    return square < TAKEN and any(_near(square, corner) for corner in ENEMY_EXITS)

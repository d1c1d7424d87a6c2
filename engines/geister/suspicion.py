"""How red each enemy piece looks by what it did, after section 5.4 of Aoki and Hashimoto.

A piece that stands next to ours looks redder (a blue would not dare), one that steps away looks bluer, and
one that could have escaped but did not as red as can be. The paper gives no numbers; these are ours.
"""

from random import Random

from engines.geister.colours import enemies, reds_among
from games.base import Seat
from games.geister import SIZE, TAKEN, GeisterPosition

PLAIN, LEAST, MOST = 1.0, 0.2, 20.0
BOLDER, SHYER = 1.3, 0.7  # factors for a turn spent beside us, and for a step away
_EXITS = {Seat.FIRST: (30, 35), Seat.SECOND: (0, 5)}  # where the enemy of that seat leaves


class Suspicion:
    def __init__(self) -> None:
        self._redness = [PLAIN] * 16

    def watch(self, before: GeisterPosition, now: GeisterPosition, seat: Seat, piece: int) -> None:
        """The enemy of `seat` could do anything at `before` and moved `piece`."""
        for enemy in enemies(before, seat):
            if before.squares[enemy] in _EXITS[seat]:
                self._redness[enemy] = MOST
            elif beside_us(now, seat, enemy):
                self._blame(enemy, BOLDER)
        if beside_us(before, seat, piece) and not beside_us(now, seat, piece):
            self._blame(piece, SHYER)

    def guess(self, position: GeisterPosition, seat: Seat, random: Random) -> list[int]:
        """As many pieces as must be red, drawn one after the other by how red they look."""
        left, reds = enemies(position, seat), list[int]()
        for _ in range(reds_among(position, seat)):
            reds += random.choices(left, [self._redness[piece] for piece in left])
            left.remove(reds[-1])
        return reds

    def _blame(self, piece: int, factor: float) -> None:
        self._redness[piece] = min(MOST, max(LEAST, self._redness[piece] * factor))


def beside_us(position: GeisterPosition, seat: Seat, enemy: int) -> bool:
    """Whether an enemy piece stands next to one of ours."""
    ours = range(8) if seat is Seat.FIRST else range(8, 16)
    return any(_near(position.squares[piece], position.squares[enemy]) for piece in ours)


def _near(a: int, b: int) -> bool:
    return max(a, b) < TAKEN and abs(a % SIZE - b % SIZE) + abs(a // SIZE - b // SIZE) == 1

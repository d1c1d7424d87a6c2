"""Geister by alpha-beta over purple pieces: whatever we cannot see is taken to be the worse for us.

When all lines lose that way, it hopes: it searches again as if the enemy had one red more, so that one more
piece may be taken, and so on. A position it has left before is worth less to it: that ends aimless walks.
"""

from collections import Counter
from random import Random

from engines.base import Engine, Limit
from engines.geister.colours import reds_among
from engines.geister.purple_memory import DEEPEST, DONE, NODES, Tree, best, plant, tree
from engines.geister.purple_tree import advance, deepen
from engines.geister.purple_value import CORNERS, PROVEN, WIN, Tables, tables
from engines.pace import steps
from games.base import Game, Move, Seat
from games.geister import LETTERS, PLACEMENTS, SIZE, TAKEN, GeisterPosition

CHUNK = 12_000  # nodes in about a millisecond
NOISE = 4  # a difference in value that chance may outweigh
AGAIN = 40  # what each earlier visit takes from the worth of a position
Bits = tuple[int, int, int]  # our blues, our reds, the purples, on the 8x8 as we see the board


class GeisterPurple(Engine):
    def __init__(self, random: Random, worth: Tables | None = None) -> None:
        super().__init__(random)
        self.tree = tree(tables() if worth is None else worth)
        self.visits: Counter[Bits] = Counter()

    def warm(self) -> None:
        think(self.tree, Limit(60.0, again=60.0, nodes=100), (1 << 42, 1 << 43, 1 << 18 | 1 << 20), 1, 2)

    def begin(self, game: Game, seat: Seat) -> None:
        super().begin(game, seat)
        self.visits.clear()

    def choose(self, view: str, limit: Limit) -> Move:
        position = self.game.read(view)
        assert isinstance(position, GeisterPosition)
        if position.ply < PLACEMENTS:
            return self.random.choice(position.legal_moves())  # no placement tried was clearly better
        squares = squares_of(position, self.seat)
        bits = bits_of(position, self.seat, squares)
        if away := leaving(squares, bits):
            return away
        self._bias(bits)
        move = think(self.tree, limit, bits, reds_among(position, self.seat), position.ply)
        self.visits[_after(bits, move)] += 1
        return text(squares, move)

    def _bias(self, bits: Bits) -> None:
        for move in range(256):
            again = self.visits[_after(bits, move)] if (bits[0] | bits[1]) >> (move // 4) & 1 else 0
            self.tree.bias[move] = self.random.randrange(NOISE) - AGAIN * again


def think(tree: Tree, limit: Limit, bits: Bits, reds: int, ply: int) -> int:
    """The best move, 4 * square + way, found within the limit; `reds` of the purples are red."""
    spent, depth = 0, 1
    plant(tree, bits, reds, ply)
    deepen(tree, depth, -1)
    move = int(tree.moves[0, 0])
    for _ in steps(limit):
        nodes = CHUNK if limit.nodes is None else min(CHUNK, limit.nodes - spent)
        if nodes <= 0:
            break
        before = int(tree.now[NODES])
        advance(tree, nodes)
        spent += int(tree.now[NODES]) - before
        found, value = best(tree)
        move = found if found >= 0 else move  # the best of the last iteration is tried first
        if not tree.now[DONE]:
            continue
        lost = value < -PROVEN and reds <= bits[2].bit_count()
        if not lost and (WIN - abs(value) <= depth or depth == DEEPEST):
            break
        if lost:  # so hope: the next piece we take is not the last red
            reds, depth = reds + 1, 0
            plant(tree, bits, reds, ply)
        depth += 1
        deepen(tree, depth, move)
    return move


def leaving(squares: list[int], bits: Bits) -> Move | None:
    """The escape of a blue on its exit: the search takes such a position for won and looks no further."""
    for square in CORNERS[:2]:
        if bits[0] >> square & 1:
            return f"{LETTERS[squares.index(square)]},N"
    return None


def squares_of(position: GeisterPosition, seat: Seat) -> list[int]:
    """Where A..H, a..h stand on the 8x8 as `seat` sees the board, 64 for those taken."""
    own = position.squares if seat is Seat.FIRST else position.squares[8:] + position.squares[:8]
    seen = [square if seat is Seat.FIRST or square >= TAKEN else 35 - square for square in own]
    return [64 if square >= TAKEN else square % SIZE + 1 + 8 * (square // SIZE + 1) for square in seen]


def bits_of(position: GeisterPosition, seat: Seat, squares: list[int]) -> Bits:
    colours = position.colours if seat is Seat.FIRST else position.colours[8:]
    bits = [0, 0, 0]
    for piece, square in enumerate(squares):
        kind = 2 if piece >= 8 else colours[piece] == "R"
        bits[kind] |= 1 << square & 0xFFFFFFFFFFFFFFFF
    return bits[0], bits[1], bits[2]


def text(squares: list[int], move: int) -> Move:
    """A move of the search as we write it."""
    return f"{LETTERS[squares.index(move // 4)]},{'NSWE'[move % 4]}"


def _after(bits: Bits, move: int) -> Bits:
    piece, target = 1 << move // 4, 1 << (move // 4 + (-8, 8, -1, 1)[move % 4]) % 64
    blue, red = ((own & ~piece) | (target if own & piece else 0) for own in bits[:2])
    return blue, red, bits[2] & ~target

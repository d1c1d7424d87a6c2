"""A 9x9 Go baseline by flat Monte Carlo: each sensible move gets the same number of random playouts.

It keeps no tree and learns nothing. It never fills its own eyes. Being ahead on the board as it stands, it
answers a pass by a pass, and weighs a pass of its own like a move; being behind, it plays while it can.
"""

from engines.base import Engine, Limit
from engines.boards.go9 import Go9Board, cell_of, own_eye, place, playouts, skip
from engines.boards.jit import random_state
from games.base import Game, Move, Seat
from games.go9.rules import PASS, Go9, Go9Position

PLAYOUTS = 5000  # a move, shared among its candidates: some 30 ms from the empty board
SAFE_RATE = 20_000  # playouts a second that even a slow machine manages


class Go9Rule(Engine):
    def warm(self) -> None:
        game = Go9()
        self.begin(game, Seat.FIRST)
        self.choose(game.start().play("E5").play(PASS).view(Seat.FIRST), Limit(1.0, nodes=1))

    def begin(self, game: Game, seat: Seat) -> None:
        super().begin(game, seat)
        self.playout_state = random_state(self.random.getrandbits(63))

    def choose(self, view: str, limit: Limit) -> Move:
        position = self.game.read(view)
        assert isinstance(position, Go9Position)
        board = Go9Board.load(self.game, position)
        ahead = self._sign() * board.margin() > 0
        if ahead and position.moves[-1:] == (PASS,):
            return PASS
        moves = [
            move for move in board.legal_moves() if move != PASS and not own_eye(board.state, cell_of(move))
        ]
        self.random.shuffle(moves)  # so that ties fall by chance
        if ahead or not moves:
            moves.append(PASS)
        times = max(1, _budget(limit) // len(moves))
        return max(moves, key=lambda move: self._value(board, move, times))

    def _sign(self) -> int:
        return 1 if self.seat is Seat.FIRST else -1

    def _value(self, board: Go9Board, move: Move, times: int) -> int:
        """Playouts won after `move`, less those lost."""
        state = board.state.copy()
        if move == PASS:
            skip(state)
        else:
            place(state, cell_of(move))
        return self._sign() * playouts(state, board.left - 1, board.double_komi, times, self.playout_state)


def _budget(limit: Limit) -> int:
    return min(PLAYOUTS, int(limit.left * SAFE_RATE), PLAYOUTS if limit.nodes is None else limit.nodes)

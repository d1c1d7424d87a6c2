"""What the Geister engines share: reds placed by chance, a position read, the enemy's last step found."""

from abc import abstractmethod
from dataclasses import replace

from engines.base import Engine, Limit
from engines.geister.colours import enemy_step
from games.base import Game, Move, Seat
from games.geister import PLACEMENTS, GeisterPosition


class GeisterPlayer(Engine):
    """Writes `step`; may write `place`, and `watch` to learn from what the enemy does."""

    _before: GeisterPosition | None = None  # as it was before the enemy's last step

    def begin(self, game: Game, seat: Seat) -> None:
        super().begin(game, seat)
        self._before = None

    def choose(self, view: str, limit: Limit) -> Move:
        position = self.game.read(view)
        assert isinstance(position, GeisterPosition)
        if position.ply < PLACEMENTS:
            self._before = None
            return self.place(position)
        before = self._before or self._dealt(position)
        piece = enemy_step(before, position, self.seat)
        if piece is not None:
            self.watch(before, position, piece)
        move = self.step(position, limit)
        self._before = position.play(move)
        return move

    def _dealt(self, position: GeisterPosition) -> GeisterPosition:
        """The position in which all pieces were placed and none had moved, as this player knows it."""
        start = self.game.start()
        assert isinstance(start, GeisterPosition)
        return replace(start, colours=position.colours, ply=PLACEMENTS)

    def place(self, position: GeisterPosition) -> Move:
        return self.random.choice(position.legal_moves())

    def watch(self, before: GeisterPosition, now: GeisterPosition, piece: int) -> None:
        """The enemy's `piece` took a step from `before` to `now`."""

    @abstractmethod
    def step(self, position: GeisterPosition, limit: Limit) -> Move: ...

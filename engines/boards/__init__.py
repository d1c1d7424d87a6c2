"""Fast boards: the rules again, as numba kernels over flat arrays, one file a game.

They are held to the rulebooks in games/ by playing both in step; see tests/conformance.
"""

from importlib import import_module

from engines.boards.base import Board

# game family -> (module, class)
CATALOGUE: dict[str, tuple[str, str]] = {
    "geister": ("engines.boards.geister", "GeisterBoard"),
    "sangoku": ("engines.boards.sangoku", "SangokuBoard"),
    "amazons": ("engines.boards.amazons", "AmazonsBoard"),
    "go9": ("engines.boards.go9", "Go9Board"),
    "tubstap": ("engines.boards.tubstap", "TubstapBoard"),
}


def board_class(game: str) -> type[Board]:
    """The fast board for a game's name, whatever its map or size."""
    module, name = CATALOGUE[game.partition("/")[0]]
    cls: type[Board] = getattr(import_module(module), name)
    return cls

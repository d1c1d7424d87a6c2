"""Go on 9x9: `rules` holds the game, `sgf` its records."""

from games.go9.rules import Go9, Go9Position, load, names

__all__ = ["Go9", "Go9Position", "load", "names"]

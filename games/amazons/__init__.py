"""The Game of the Amazons: the rulebook, SGF records (sgf) and Botzone's way to write a move (botzone)."""

from games.amazons.rules import Amazons, AmazonsPosition, load, names

__all__ = ["Amazons", "AmazonsPosition", "load", "names"]

"""Rules. `load("geister")` gives a Game; what stands behind a slash picks its map or size."""

from importlib import import_module

from games.base import Game, UnknownGame

CATALOGUE = {
    "geister": "games.geister",
    "sangoku": "games.sangoku",
    "amazons": "games.amazons",
    "go9": "games.go9",
    "tubstap": "games.tubstap",
}


def load(name: str) -> Game:
    """The game of that name, such as "geister" or "tubstap/map07". Raises UnknownGame."""
    family, _, variant = name.partition("/")
    if family not in CATALOGUE:
        raise UnknownGame(f"no game is called {family!r}; there are {', '.join(CATALOGUE)}")
    game: Game = import_module(CATALOGUE[family]).load(variant)
    return game


def names() -> list[str]:
    """Every built-in game, with its variants."""
    return [name for module in CATALOGUE.values() for name in import_module(module).names()]

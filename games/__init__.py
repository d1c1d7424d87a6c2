"""Rules. `load("geister")` gives a Game; what stands behind a slash picks its map or size."""

from importlib import import_module

from games.base import BadText, Game, UnknownGame

CATALOGUE = {
    "geister": "games.geister",
    "sangoku": "games.sangoku",
    "amazons": "games.amazons",
    "go9": "games.go9",
    "tubstap": "games.tubstap",
}
MAP_FILE = ".tbsmap"


def load(name: str) -> Game:
    """The game of that name, such as "geister" or "tubstap/river"; safe with names from a network, for it
    opens no file of the user's. Raises UnknownGame."""
    family, _, variant = name.partition("/")
    if family not in CATALOGUE:
        raise UnknownGame(f"no game is called {family!r}; there are {', '.join(CATALOGUE)}")
    try:
        game: Game = import_module(CATALOGUE[family]).load(variant)
    except BadText as error:
        raise UnknownGame(str(error)) from error
    return game


def find(text: str) -> Game:
    """What a user asks for: a game by name, or the path of a map file. Raises UnknownGame, BadText."""
    if text.endswith(MAP_FILE):
        game: Game = import_module("games.tubstap").open_file(text.removeprefix("tubstap/"))
        return game
    return load(text)


def names() -> list[str]:
    """Every built-in game, with its variants."""
    return [name for module in CATALOGUE.values() for name in import_module(module).names()]

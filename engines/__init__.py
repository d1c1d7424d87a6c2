"""Thinking. `load("random", rng)` gives an Engine; the catalogue says which games it plays."""

from importlib import import_module
from random import Random

from engines.base import Engine

# name -> (game family or "*", module, class)
CATALOGUE = {
    "random": ("*", "engines.random_mover", "RandomMover"),
    "geister-rule": ("geister", "engines.geister.rule", "GeisterRule"),
    "geister-purple": ("geister", "engines.geister.purple", "GeisterPurple"),
    "geister-policy": ("geister", "engines.geister.policy", "GeisterPolicy"),
    "geister-uct": ("geister", "engines.geister.uct", "GeisterUct"),
    "geister-uct-a": ("geister", "engines.geister.uct", "GeisterUctA"),
    "geister-uct-b": ("geister", "engines.geister.uct", "GeisterUctB"),
    "geister-uct-c": ("geister", "engines.geister.uct", "GeisterUctC"),
    "geister-best": ("geister", "engines.geister.best", "GeisterBest"),
    "sangoku-rule": ("sangoku", "engines.sangoku.rule", "SangokuRule"),
    "amazons-rule": ("amazons", "engines.amazons.rule", "AmazonsRule"),
    "go9-rule": ("go9", "engines.go9.rule", "Go9Rule"),
    "tubstap-rule": ("tubstap", "engines.tubstap.rule", "TubstapRule"),
}


class UnknownEngine(ValueError):
    """No engine has this name."""


def load(name: str, random: Random) -> Engine:
    """A fresh engine of that name. Raises UnknownEngine."""
    if name not in CATALOGUE:
        raise UnknownEngine(f"no engine is called {name!r}; there are {', '.join(CATALOGUE)}")
    _, module, cls = CATALOGUE[name]
    engine: Engine = getattr(import_module(module), cls)(random)
    return engine


def plays(name: str, game: str) -> bool:
    """Whether the engine of that name knows the game, whatever its map or size."""
    return CATALOGUE[name][0] in ("*", game.partition("/")[0])

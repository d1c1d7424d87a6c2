"""Every Geister engine of the catalogue: legal, repeatable, stopped at once, blind to what is hidden."""

import subprocess
import sys
from functools import cache
from itertools import count
from random import Random

import pytest

from engines import CATALOGUE, load
from engines.base import Engine, Limit
from games.base import Move, Seat
from games.geister import LETTERS, GeisterPosition
from tests.engines.geister_positions import GAME, dealt
from tests.processes import ROOT

ENGINES = [name for name, (family, _, _) in CATALOGUE.items() if family == "geister"]
FEW = Limit(60.0, again=60.0, nodes=60)


@cache
def warmed(name: str, number: int = 0) -> Engine:
    """Engines keep nothing from one game to the next, so tests may share them."""
    engine = load(name, Random(0))
    engine.warm()
    return engine


def beginning(name: str, seat: Seat, seed: int, number: int = 0) -> Engine:
    engine = warmed(name, number)
    engine.random.seed(seed)
    engine.begin(GAME, seat)
    return engine


def play_on(engines: dict[Seat, Engine], plies: int = 400, limit: Limit = FEW) -> list[Move]:
    """The moves of a game, or of its beginning; an illegal one raises."""
    here, played = GAME.start(), list[Move]()
    while isinstance(mover := here.to_move(), Seat) and len(played) < plies:
        move = engines[mover].choose(here.view(mover), limit)
        for seat, engine in engines.items():
            engine.saw(str(mover), here.seen(move, seat))
        here = here.play(move)
        played.append(move)
    return played


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("name", ENGINES)
def test_a_whole_game_is_played_by_legal_moves(name: str, seat: Seat) -> None:
    engines = {seat: beginning(name, seat, 1), seat.other: load("random", Random(2))}
    engines[seat.other].begin(GAME, seat.other)
    assert len(play_on(engines)) > 4


@pytest.mark.parametrize("name", ENGINES)
def test_the_same_seed_and_nodes_give_the_same_game(name: str) -> None:
    def game(seed: int) -> list[Move]:
        engines = {seat: beginning(name, seat, seed, number) for number, seat in enumerate(Seat)}
        return play_on(engines, plies=16, limit=Limit(60.0, again=60.0, nodes=600))

    assert game(3) == game(3)
    assert game(3)[:2] != game(5)[:2], "no chance in it"  # where the reds are placed


@pytest.mark.parametrize("name", ENGINES)
def test_a_game_cut_short_leaves_no_trace_in_the_next(name: str) -> None:
    def opening() -> list[Move]:
        engine = beginning(name, Seat.SECOND, 6)
        here, moves = GAME.start().play("ABCD"), list[Move]()
        for theirs in ("B,N", "B,N", "C,N"):
            moves.append(engine.choose(here.view(Seat.SECOND), FEW))
            here = here.play(moves[-1]).play(theirs)
        return [*moves, engine.choose(here.view(Seat.SECOND), FEW)]

    first = opening()
    engine = warmed(name)
    engine.begin(GAME, Seat.FIRST)
    engine.choose(dealt().view(Seat.FIRST), FEW)
    engine.begin(GAME, Seat.FIRST)
    assert opening() == first


@pytest.mark.parametrize("name", ENGINES)
def test_a_thought_ends_soon_after_it_is_not_wanted(name: str) -> None:
    here = dealt()
    for wanted in (0, 1, 7):
        asked = count()
        limit = Limit(3600.0, again=3600.0, stopped=lambda asked=asked, n=wanted: next(asked) >= n)  # type: ignore[misc]
        engine = beginning(name, Seat.FIRST, 4)
        assert engine.choose(here.view(Seat.FIRST), limit) in here.legal_moves()
        assert next(asked) <= wanted + 3, "it went on asking, so it went on thinking"


@pytest.mark.parametrize("name", ENGINES)
def test_without_any_time_there_is_still_a_legal_move(name: str) -> None:
    here = dealt()
    move = beginning(name, Seat.FIRST, 4).choose(here.view(Seat.FIRST), Limit(0.0))
    assert move in here.legal_moves()


@pytest.mark.parametrize("name", ENGINES)
def test_a_game_joined_in_the_middle_or_asked_for_twice_is_played_on(name: str) -> None:
    here, random = dealt("ABEF", "CDGH"), Random(5)
    for _ in range(21):
        here = here.play(random.choice(here.legal_moves()))
    engine = beginning(name, Seat.SECOND, 5)
    for _ in range(2):  # the line broke after the first answer
        assert engine.choose(here.view(Seat.SECOND), FEW) in here.legal_moves()


def hidden_pair(random: Random) -> tuple[GeisterPosition, GeisterPosition]:
    """Two beginnings that differ only in where the second player's reds are."""
    first, second, other = ("".join(sorted(random.sample(LETTERS, 4))) for _ in range(3))
    return dealt(first, second), dealt(first, other)


@pytest.mark.parametrize("name", ENGINES)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    random, compared = Random(11), 0
    for seed in range(6):
        worlds = hidden_pair(random)
        engines = [beginning(name, Seat.FIRST, seed, number) for number in range(2)]
        for _ in range(12):
            views = {world.view(Seat.FIRST) for world in worlds}
            if len(views) == 2 or worlds[0].to_move() is None:  # a taken piece has shown its colour
                break
            chosen = [engine.choose(view, FEW) for engine in engines for view in views]
            assert chosen[0] == chosen[1]
            compared += 1
            worlds = told(engines, worlds, chosen[0])
            if worlds[0].to_move() is not Seat.SECOND or worlds[1].to_move() is not Seat.SECOND:
                break
            common = set(worlds[0].legal_moves()) & set(worlds[1].legal_moves())
            worlds = told(engines, worlds, random.choice(sorted(common)))
    assert compared > 20


def told(
    engines: list[Engine], worlds: tuple[GeisterPosition, GeisterPosition], move: Move
) -> tuple[GeisterPosition, GeisterPosition]:
    """Play the move in both worlds and tell each engine what the first player sees of it."""
    for engine, world in zip(engines, worlds, strict=True):
        engine.saw(str(world.to_move()), world.seen(move, Seat.FIRST))
    return worlds[0].play(move), worlds[1].play(move)


# Each engine in a process of its own, forked before anything is compiled.
COMPILED = """
import os, sys
from random import Random
from engines import load
from engines.base import Limit
from games import load as game
from games.base import Seat

def compiled():
    kernels = [k for name, m in list(sys.modules.items()) if name.startswith("engines.")
               for k in vars(m).values() if hasattr(k, "signatures")]
    return {k.py_func.__module__ + "." + k.py_func.__name__: len(k.signatures) for k in kernels}

def check(name):
    engine = load(name, Random(1))
    engine.warm()
    before, few = compiled(), Limit(60.0, again=60.0, nodes=30)
    for seat in Seat:
        engine.begin(game("geister"), seat)
        here, other = game("geister").start(), Random(2)
        for _ in range(40):
            if here.to_move() is seat:
                here = here.play(engine.choose(here.view(seat), few))
            elif here.to_move() is not None:
                here = here.play(other.choice(here.legal_moves()))
    return {kernel for kernel, n in compiled().items() if n != before.get(kernel, 0)}

for name in sys.argv[1:]:
    if os.fork() == 0:
        late = check(name)
        print(name, *sorted(late), flush=True)
        os._exit(bool(late))
    os.wait()
"""


def test_nothing_is_compiled_after_warming_up() -> None:
    full = [sys.executable, "-c", COMPILED, *ENGINES]
    done = subprocess.run(full, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    assert done.stdout.splitlines() == ENGINES, done.stdout + done.stderr

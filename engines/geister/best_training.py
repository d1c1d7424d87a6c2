"""What `geister-best` learns: how the players of MODELS move, from games they play, and then the value.

The games are kept in the folder, so that a run goes on where it was; game number k is the same in every run.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

import engines
from engines.base import Engine, Limit
from engines.boards.geister import TURNS, GeisterBoard
from engines.boards.jit import random_state
from engines.geister.features import SIDE, pairs
from engines.geister.imitation import imitate, loss_of
from engines.geister.policy import shipped
from engines.geister.valuation import value_games
from engines.geister.value import PAIRS
from engines.training import Progress
from games import load
from games.base import Seat

TEACHERS = {"purple": "geister-purple", "rule": "geister-rule"}
NODES = {"geister-purple": 6000, "geister-rule": 1, "geister-policy": 1, "geister-uct-c": 400}
REPORT, CHECK = 10, 200  # games between two reports, and between two savings
HELD_BACK = 10  # one game in so many is not learnt from, but measures what was learnt
PASSES, BATCH, RATE, LAST_RATE = 15, 16, 0.02, 0.001
VALUE_GAMES, VALUE_STEPS, VALUE_RATE, VALUE_LAST = 1_000_000, 100, 0.003, 0.0001
STRAY = 15  # one move in so many of the value's games is any move
GAMES = "games.npz"

_TURNS = [int(turn) for turn in TURNS]
Samples = dict[str, NDArray[np.uint64]]  # teacher -> rows of a state, the move made, the number of the game


def train(folder: Path, games: int, seed: int) -> Iterator[Progress]:
    """Watch so many games in all, then learn from them and write the weights."""
    samples, done = _resume(folder)
    yield Progress(done, games)
    players = {name: engines.load(name, Random()) for name in NODES}
    for player in players.values():
        player.warm()
    while done < games:
        for teacher, seen in watch_game(players, done, seed).items():
            samples[teacher] = np.concatenate([samples[teacher], seen])
        done += 1
        if done % CHECK == 0 or done == games:
            _keep(folder, samples, done)
        if done % REPORT == 0 and done < games:
            yield Progress(done, games)
    yield Progress(done, games, learn_all(folder, samples, seed))


def watch_game(players: dict[str, Engine], number: int, seed: int) -> Samples:
    """A game of a teacher against any player, itself too; the moves of the teachers in it."""
    random = Random(f"{seed} {number}")
    names = [list(TEACHERS.values())[number // 2 % len(TEACHERS)], random.choice(list(NODES))]
    if number % 2:
        names.reverse()
    seats = [players[names[0]], players[names[1]]]
    if names[0] == names[1]:  # a player cannot sit on both sides
        seats[1] = engines.load(names[1], random)
        seats[1].warm()
    game = load("geister")
    for seat, player in zip(Seat, seats, strict=True):
        player.random.seed(random.random())
        player.begin(game, seat)
    return _play(seats, names, number)


def _play(seats: list[Engine], names: list[str], number: int) -> Samples:
    rows: dict[str, list[list[int]]] = {teacher: [] for teacher in TEACHERS}
    position = load("geister").start()
    board = GeisterBoard.load(load("geister"), position)
    while (mover := position.to_move()) is not None:
        index = list(Seat).index(mover)  # type: ignore[arg-type]
        move = seats[index].choose(position.view(mover), Limit(60.0, 60.0, NODES[names[index]]))  # type: ignore[arg-type]
        before, squares = board.state.copy(), board.squares[:]
        position = position.play(move)
        board.play(move)
        for teacher, name in TEACHERS.items():
            if name == names[index] and before[4] >= 2:
                rows[teacher].append([*map(int, before), _made(squares, board.squares, index), number])
    return {teacher: np.array(found, np.uint64).reshape(-1, 7) for teacher, found in rows.items()}


def _made(before: list[int], after: list[int], index: int) -> int:
    """The kernel's move that changed the squares of that player."""
    piece = next(i for i in range(8 * index, 8 * index + 8) if before[i] != after[i])
    return 4 * before[piece] + _TURNS.index((after[piece] - before[piece]) % 64)


def learn_all(folder: Path, samples: Samples, seed: int) -> dict[str, float]:
    """Fit each teacher and the value, write their weights; what each is off by on what it did not see."""
    scores, models = {}, [shipped()]
    for teacher, rows in samples.items():
        weights, loss = fit(rows, seed)
        scores[f"{teacher}: loss a move"] = loss
        models.append(weights)
        np.save(folder / f"{teacher}.npy", pairs(weights).astype(np.float16))
    value, loss = fit_value(np.stack(models), seed)
    np.save(folder / "value.npy", value.astype(np.float16))
    return {**scores, "value: loss a position": loss}


def fit(rows: NDArray[np.uint64], seed: int) -> tuple[NDArray[np.float32], float]:
    """The weights after the pass that did best on the games held back, and how well."""
    states, made, held = np.ascontiguousarray(rows[:, :5]), rows[:, 5].copy(), rows[:, 6] % HELD_BACK == 0
    order, random = np.flatnonzero(~held), np.random.default_rng(seed)
    weights = np.zeros((SIDE, SIDE), dtype=np.float32)
    best, least = weights.copy(), loss_of(weights, states[held], made[held])
    for turn in range(PASSES):
        random.shuffle(order)
        rate = RATE * (LAST_RATE / RATE) ** (turn / PASSES)
        imitate(weights, states[order], made[order], BATCH, np.float32(rate))
        loss = loss_of(weights, states[held], made[held])
        if loss < least:
            best, least = weights.copy(), loss
    return best, least


def fit_value(models: NDArray[np.float32], seed: int) -> tuple[NDArray[np.float32], float]:
    """The value over games of these models, and its loss over the last of them."""
    value, random, tally = np.zeros(PAIRS, dtype=np.float32), random_state(seed), np.zeros(3)
    for step in range(VALUE_STEPS):
        tally[:] = 0
        rate = VALUE_RATE * (VALUE_LAST / VALUE_RATE) ** (step / VALUE_STEPS)
        value_games(
            value, models, np.uint64(STRAY), random, VALUE_GAMES // VALUE_STEPS, np.float32(rate), tally
        )
    return value, float(tally[2] / tally[1])


def _resume(folder: Path) -> tuple[Samples, int]:
    path = folder / GAMES
    if not path.exists():
        return {teacher: np.zeros((0, 7), dtype=np.uint64) for teacher in TEACHERS}, 0
    with np.load(path) as kept:
        return {teacher: kept[teacher] for teacher in TEACHERS}, int(kept["done"])


def _keep(folder: Path, samples: Samples, done: int) -> None:
    """Written beside and moved over the old one: a crash leaves one or the other, whole."""
    beside = folder / f"{GAMES}.new"
    with beside.open("wb") as file:
        np.savez_compressed(file, done=np.int64(done), **samples)  # type: ignore[arg-type]
    os.replace(beside, folder / GAMES)

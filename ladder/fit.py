"""Maximum likelihood of strengths, seat advantage and draw margin by Newton's method, many data sets at once.

With x = first strength - second strength + advantage, margin t and s the logistic function, its logarithm is
a log s(x - t) + b log s(-x - t) + draws log(e^2t - 1). A draw as half a win and half a loss, with t = 0, is
Ordo's model; as a whole win and a whole loss it is exactly that of Rao and Kupper, which BayesElo uses.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Solver = Callable[[Array, Array], Array]  # of the matrices and the right sides, by data set

# Too weak to move a rating by a point, but they settle what the games leave open: pools that never met each
# average 0, a seat advantage is believed only where strength cannot explain the same results, and the margin
# of a handful of games, mostly drawn, stays finite.
STRENGTH_RIDGE = 1e-6
ADVANTAGE_RIDGE = 1e-3
MARGIN_RIDGE = 0.1
USUAL_MARGIN = 0.56  # BayesElo's 97.3 Elo
LONGEST_STEP = 1.0
PRODUCTS = 6
TINY = 1e-300
SMALLEST_MARGIN = 1e-6


@dataclass(frozen=True, slots=True)
class Data:
    """Counts by (data set, first player, second player)."""

    a: Array  # wins of the first player, with what a draw gives him
    b: Array  # the same for the second player
    draws: Array  # by data set, where the margin is fitted


def logistic(x: Array) -> Array:
    result: Array = 1.0 / (1.0 + np.exp(-x))
    return result


def maximise(
    data: Data, start: Array, held: Flags, tolerance: float, rounds: int, solver: Solver | None = None
) -> tuple[Array, Flags]:
    """The most likely parameters of each data set, and whether they were found in so many rounds.

    A row of parameters is the strengths, then the advantage, then the margin, in natural units; those `held`
    stay as in `start`.
    """
    parameters = start.copy()
    step = np.full_like(parameters, np.inf)
    for _ in range(rounds):
        gradient, curvature = _derivatives(data, parameters)
        towards = (solver or np.linalg.solve)(
            _hold(curvature, held), np.where(held, 0.0, gradient)[..., None]
        )[..., 0]
        step = np.clip(towards, -LONGEST_STEP, LONGEST_STEP)
        margin = parameters[:, -1]
        step[:, -1] = np.where(held[-1], 0.0, np.maximum(margin + step[:, -1], SMALLEST_MARGIN) - margin)
        parameters += step
        if np.abs(step).max() < tolerance:
            break
    return parameters, np.abs(step).max(axis=1) < tolerance


def near_solver(data: Data, parameters: Array, held: Flags) -> Solver:
    """Solves for data sets like this one by conjugate gradients, starting from its own inverse.

    A few products do, and they stay on one core: LAPACK would wake all of them for each small matrix, and
    where other programs are busy there, it is ten times slower for it.
    """
    inverse = np.linalg.inv(_hold(_derivatives(data, parameters)[1], held))[0]

    def solve(matrix: Array, right: Array) -> Array:
        rest, found = right[..., 0], np.zeros(right.shape[:-1])
        near = rest @ inverse
        way, size = near, (rest * near).sum(axis=1, keepdims=True)
        for _ in range(PRODUCTS):
            image = np.einsum("sij,sj->si", matrix, way)
            length = size / np.maximum((way * image).sum(axis=1, keepdims=True), TINY)
            found, rest = found + length * way, rest - length * image
            near = rest @ inverse
            before, size = size, (rest * near).sum(axis=1, keepdims=True)
            way = near + size / np.maximum(before, TINY) * way
        return found[..., None]

    return solve


def _derivatives(data: Data, parameters: Array) -> tuple[Array, Array]:
    """The gradient, and the matrix of second derivatives with its sign changed."""
    strength, advantage, margin = parameters[:, :-2], parameters[:, -2], parameters[:, -1]
    x = strength[:, :, None] - strength[:, None, :] + advantage[:, None, None]
    win, loss = logistic(x - margin[:, None, None]), logistic(-x - margin[:, None, None])
    up, down = data.a * (1.0 - win), data.b * (1.0 - loss)
    up_curve, down_curve = up * win, down * loss
    gradient = _gradient(up - down, parameters)
    curvature = _curvature(up_curve + down_curve, down_curve - up_curve)
    _add_margin(gradient, curvature, data.draws, margin, (up + down).sum(axis=(1, 2)))
    return gradient, curvature


def _gradient(slope: Array, parameters: Array) -> Array:
    gradient = np.empty_like(parameters)
    gradient[:, :-2] = slope.sum(axis=2) - slope.sum(axis=1) - STRENGTH_RIDGE * parameters[:, :-2]
    gradient[:, -2] = slope.sum(axis=(1, 2)) - ADVANTAGE_RIDGE * parameters[:, -2]
    return gradient


def _curvature(curve: Array, mixed: Array) -> Array:
    """From the second derivatives by x (`curve`) and by x and the margin (`mixed`)."""
    sets, players, _ = curve.shape
    matrix = np.zeros((sets, players + 2, players + 2))
    matrix[:, :players, :players] = -curve - curve.transpose(0, 2, 1)
    by_first, by_second = curve.sum(axis=2), curve.sum(axis=1)
    diagonal = np.arange(players)
    matrix[:, diagonal, diagonal] += by_first + by_second + STRENGTH_RIDGE
    matrix[:, players, :players] = matrix[:, :players, players] = by_first - by_second
    matrix[:, players, players] = by_first.sum(axis=1) + ADVANTAGE_RIDGE
    side = mixed.sum(axis=2) - mixed.sum(axis=1)
    matrix[:, players + 1, :players] = matrix[:, :players, players + 1] = side
    matrix[:, players + 1, players] = matrix[:, players, players + 1] = mixed.sum(axis=(1, 2))
    matrix[:, players + 1, players + 1] = by_first.sum(axis=1)
    return matrix


def _add_margin(gradient: Array, curvature: Array, draws: Array, margin: Array, pull: Array) -> None:
    wide = np.expm1(2.0 * np.maximum(margin, SMALLEST_MARGIN))
    gradient[:, -1] = 2.0 * draws * (1.0 + 1.0 / wide) - pull - MARGIN_RIDGE * (margin - USUAL_MARGIN)
    curvature[:, -1, -1] += 4.0 * draws * (1.0 + wide) / wide**2 + MARGIN_RIDGE


def _hold(curvature: Array, held: Flags) -> Array:
    curvature[:, held, :] = 0.0
    curvature[:, :, held] = 0.0
    fixed = np.flatnonzero(held)
    curvature[:, fixed, fixed] = 1.0
    return curvature

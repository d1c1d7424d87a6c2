"""Standings by the rules as written: points for games or for whole matches, then named tie-breaks.

A match is all the games of two players, won by who won more of them; until all are played it is provisional.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from ladder.result import Result, counted


@dataclass(frozen=True, slots=True)
class Rules:
    win: float = 3.0
    draw: float = 1.0
    loss: float = 0.0
    per: Literal["game", "match"] = "game"
    ties: tuple[str, ...] = ("wins",)  # names of TIE_BREAKS, the first that differs decides

    def __post_init__(self) -> None:
        if unknown := [name for name in self.ties if name not in TIE_BREAKS]:
            raise ValueError(f"no tie-break is called {unknown[0]!r}; there are {', '.join(TIE_BREAKS)}")


@dataclass(frozen=True, slots=True)
class Standing:
    rank: int  # shared where all tie-breaks are equal
    player: str
    points: float
    won: int  # games or matches, whichever the points are for
    drawn: int
    lost: int
    bonus: float  # points without a game, such as for a rest in a Swiss event
    ties: tuple[float, ...]  # in the order of the rules; more is better


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player did against another."""

    wins: int
    draws: int
    losses: int
    text: str  # "WLD", a letter for each game in the order of recording


Table = Sequence[Standing]
Games = Sequence[Result]
Tally = dict[str, Counter[str]]  # of "W", "D" and "L" by player
Points = Mapping[str, float]


def standings(
    results: Iterable[Result], players: Sequence[str], rules: Rules, bonus: Points | None = None
) -> list[Standing]:
    """The table, best first; games of others than `players` do not count."""
    games, extra = _among(counted(results), players), bonus or {}
    tally = _tally(games, players, rules)
    points = {player: _value(tally[player], rules) + extra.get(player, 0.0) for player in players}
    groups, ties = _ranked(games, players, rules, points)
    table: list[Standing] = []
    for group in groups:
        rank = len(table) + 1
        for player in group:
            won, drawn, lost = (tally[player][letter] for letter in "WDL")
            given = extra.get(player, 0.0)
            table.append(Standing(rank, player, points[player], won, drawn, lost, given, tuple(ties[player])))
    return table


def cross_table(results: Iterable[Result], players: Sequence[str]) -> dict[tuple[str, str], Cell]:
    """By (player, opponent), for those who met."""
    texts: dict[tuple[str, str], str] = {}
    for game in _among(counted(results), players):
        for player in (game.first, game.second):
            key = (player, game.opponent_of(player))
            texts[key] = texts.get(key, "") + _letter(game, player)
    return {key: Cell(text.count("W"), text.count("D"), text.count("L"), text) for key, text in texts.items()}


def champion(table: Table) -> str | None:
    """Who alone is first; None if the rules leave it open."""
    leaders = [standing.player for standing in table if standing.rank == 1]
    return leaders[0] if len(leaders) == 1 else None


def _among(games: Games, players: Iterable[str]) -> list[Result]:
    wanted = frozenset(players)
    return [game for game in games if game.first in wanted and game.second in wanted]


def _letter(game: Result, player: str) -> str:
    return {1.0: "W", 0.5: "D", 0.0: "L"}[game.score_of(player)]


def _tally(games: Games, players: Sequence[str], rules: Rules) -> Tally:
    """What each player won, drew and lost, in games or in matches."""
    tally: Tally = {player: Counter() for player in players}
    if rules.per == "game":
        for game in games:
            tally[game.first][_letter(game, game.first)] += 1
            tally[game.second][_letter(game, game.second)] += 1
    else:
        for (player, _), cell in cross_table(games, players).items():
            ahead = cell.wins - cell.losses
            tally[player]["W" if ahead > 0 else "L" if ahead < 0 else "D"] += 1
    return tally


def _value(count: Counter[str], rules: Rules) -> float:
    return count["W"] * rules.win + count["D"] * rules.draw + count["L"] * rules.loss


def _ranked(
    games: Games, players: Sequence[str], rules: Rules, points: Points
) -> tuple[list[list[str]], dict[str, list[float]]]:
    """The players in groups of equal rank, best first, and the values of their tie-breaks."""
    ties: dict[str, list[float]] = {player: [] for player in players}
    groups, scene = _split(players, points), Scene(games, points, rules)
    for name in rules.ties:
        parts: list[list[str]] = []
        for_all = None if name in AMONG_LEVEL else TIE_BREAKS[name](scene, players)
        for group in groups:
            values = for_all or TIE_BREAKS[name](scene, group)
            parts += _split(group, values)
            for player in group:
                ties[player].append(values[player])
        groups = parts
    return groups, ties


def _split(group: Sequence[str], values: Points) -> list[list[str]]:
    ordered = sorted(group, key=lambda player: -values[player])
    return [list(equal) for _, equal in groupby(ordered, key=values.__getitem__)]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a tie-break may look at."""

    games: Games
    points: Points
    rules: Rules


def _wins(scene: Scene, group: Sequence[str]) -> Points:
    return _sums((game.victor, 1.0) for game in scene.games if game.victor)


def _second(scene: Scene, group: Sequence[str]) -> Points:
    return _sums((game.second, 1.0) for game in scene.games if game.winner == "second")


def _direct(scene: Scene, group: Sequence[str]) -> Points:
    tally = _tally(_among(scene.games, group), group, scene.rules)
    return {player: _value(tally[player], scene.rules) for player in group}


def _buchholz(scene: Scene, group: Sequence[str]) -> Points:
    return _sums((player, scene.points[game.opponent_of(player)]) for game, player in _seats(scene.games))


def _sonneborn(scene: Scene, group: Sequence[str]) -> Points:
    return _sums(
        (player, game.score_of(player) * scene.points[game.opponent_of(player)])
        for game, player in _seats(scene.games)
    )


def _time(scene: Scene, group: Sequence[str]) -> Points:
    return _sums(
        (player, -game.first_used if player == game.first else -game.second_used)
        for game, player in _seats(scene.games)
    )


def _seats(games: Games) -> Iterator[tuple[Result, str]]:
    return ((game, player) for game in games for player in (game.first, game.second))


def _sums(parts: Iterable[tuple[str, float]]) -> Points:
    sums: defaultdict[str, float] = defaultdict(float)
    for player, part in parts:
        sums[player] += part
    return sums


# A value for each player of a group that is level so far; more is better.
TIE_BREAKS: dict[str, Callable[[Scene, Sequence[str]], Points]] = {
    "wins": _wins,  # games won
    "direct": _direct,  # points from the games among those still level
    "sonneborn": _sonneborn,  # points of the beaten, half of those drawn with
    "buchholz": _buchholz,  # points of the opponents
    "second": _second,  # games won in the second seat
    "time": _time,  # seconds used: fewer are better
}
AMONG_LEVEL = ("direct",)  # those that depend on the group; the others are worked out once for everybody

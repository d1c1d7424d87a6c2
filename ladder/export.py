"""Results as text for other tools: CSV with a line a game, and PGN headers that Ordo and BayesElo read."""

import csv
from collections.abc import Iterable, Mapping
from io import StringIO

from ladder.result import Result

COLUMNS = (
    *("id", "event", "slot", "game", "started", "first", "second"),
    *("first_score", "scored", "winner", "ending", "reason"),
    *("plies", "first_seconds", "second_seconds", "lag_seconds"),
)
_SCORES = {"first": "1-0", "second": "0-1", None: "1/2-1/2"}

Started = Mapping[int, str]  # when a game began, ISO 8601, by id


def to_csv(results: Iterable[Result], started: Started) -> str:
    """A line a game; one that counts for nothing is marked "no" as scored and has no score."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(result, started[result.id]) for result in results)
    return text.getvalue()


def to_pgn(results: Iterable[Result], started: Started) -> str:
    """The headers of each game, White for the first player. A result must be scored."""
    return "".join(_headers(result, started[result.id]) for result in results)


def _row(game: Result, started: str) -> list[object]:
    score = f"{game.first_score:g}" if game.scored else ""
    seconds = [f"{value:.6f}" for value in (game.first_used, game.second_used, game.lag)]
    return [
        *(game.id, game.event, game.slot, game.game, started, game.first, game.second),
        *(score, "yes" if game.scored else "no", game.winner or "", game.ending, game.reason),
        *(game.plies, *seconds),
    ]


def _headers(game: Result, started: str) -> str:
    assert game.scored
    score = _SCORES[game.winner]
    tags = {
        "Event": game.event or "?",
        "Site": "?",
        "Date": started[:10].replace("-", "."),
        "Round": str(game.id),
        "White": game.first,
        "Black": game.second,
        "Result": score,
    }
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", score, "", ""])


def _quoted(text: str) -> str:
    """A PGN string: one line, quotes and backslashes escaped."""
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')

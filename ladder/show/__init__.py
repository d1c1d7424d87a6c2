"""Tables and boards for a terminal, by rich, from plain data."""

from ladder.news import Ended, Line, Running, ranked, tally
from ladder.show.base import lines
from ladder.show.grid import of_event, of_lines
from ladder.show.live import Scene, scoreboard
from ladder.show.ratings import about_errors, pool, ratings, versus
from ladder.show.tables import again, cross, event_standings, results, standings

__all__ = [
    "Ended",
    "Line",
    "Running",
    "Scene",
    "about_errors",
    "again",
    "cross",
    "event_standings",
    "lines",
    "of_event",
    "of_lines",
    "pool",
    "ranked",
    "ratings",
    "results",
    "scoreboard",
    "standings",
    "tally",
    "versus",
]

"""Formats of events: values that are asked for the next game. `CATALOGUE` names them for configurations."""

from ladder.formats.base import Format, Pairing
from ladder.formats.endless import Endless
from ladder.formats.everyone import Gauntlet, RoundRobin
from ladder.formats.series import Final, Knockout
from ladder.formats.swiss import Swiss
from ladder.formats.trial import Trial

__all__ = [
    "CATALOGUE",
    "Endless",
    "Final",
    "Format",
    "Gauntlet",
    "Knockout",
    "Pairing",
    "RoundRobin",
    "Swiss",
    "Trial",
]

CATALOGUE: dict[str, type[Format]] = {
    "round-robin": RoundRobin,
    "gauntlet": Gauntlet,
    "swiss": Swiss,
    "knockout": Knockout,
    "final": Final,
    "trial": Trial,
    "ladder": Endless,
}

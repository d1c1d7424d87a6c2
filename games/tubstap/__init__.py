"""TUBSTAP: a turn-based war game on a map; Red (first) and Blue move all their units in each turn.

A move is one unit's action: "4:5,3" (unit 4 goes to x 5, y 3, maybe where it stands), "4:5,3x9" (and attacks
unit 9), "end" (the rest of the turn is given up) or "surrender". "7 0I10@1,1 6i4@6,4*" is a view: the turns
that are over, then unit, kind (Red's upper case), HP, cell, "*" if it has acted; maybe "surrender" last.
"""

from games.tubstap.game import Tubstap, load, names, open_file
from games.tubstap.position import TubstapPosition

__all__ = ["Tubstap", "TubstapPosition", "load", "names", "open_file"]

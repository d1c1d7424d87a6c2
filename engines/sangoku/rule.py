"""The rule-based baseline of Kato et al. (2013, section 5.1): attack what stands beside, else walk at random.

A general beside an enemy strikes before it walks; one that walks up to an enemy strikes then. It commands no
skill, looks at no number and plans nothing.
"""

from engines.base import Engine, Limit
from games.base import Move
from games.sangoku import END, GO, HIT


class SangokuRule(Engine):
    def choose(self, view: str, limit: Limit) -> Move:
        moves = self.game.read(view).legal_moves()
        for kind in (HIT, GO):
            wanted = [move for move in moves if move[1] == kind]
            if wanted:
                return self.random.choice(wanted)
        return END

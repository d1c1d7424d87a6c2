"""A TUBSTAP baseline by simple rules: the best trade of damage first, else the shortest way to a fit target.

It looks at one unit's action at a time and knows nothing of the enemy's reply. A unit is worth the sum of its
powers; a killed one counts extra. Ties go by chance; it never gives up a turn or the game.
"""

from engines.base import Engine, Limit
from games.base import Move
from games.tubstap import TubstapPosition
from games.tubstap.maps import Cell, Unit
from games.tubstap.position import Action, neighbours
from games.tubstap.tables import BLOCKED, TERRAINS, Kind

KILL = 3.0  # a kill is worth so many more hit points
FIT = 40  # a target is fit from this power on
STEP, SHELTER = 0.01, 0.001  # small beside any trade: they only choose among moves
FAR = 99  # steps, where there is no way

Ways = dict[Cell, int]


class TubstapRule(Engine):
    def choose(self, view: str, limit: Limit) -> Move:
        position = self.game.read(view)
        assert isinstance(position, TubstapPosition)
        ways: dict[int, Ways] = {}
        for unit in position.units:
            if unit.seat is self.seat and not unit.acted:
                ways[unit.number] = ways_to_targets(position, unit)
        return max(
            position.actions(),
            key=lambda action: (score(position, action, ways[action.unit.number]), self.random.random()),
        ).text()


def score(position: TubstapPosition, action: Action, ways: Ways) -> float:
    """How good the action looks: the trade of its attack, else less than 0 by the way that is left."""
    shelter = SHELTER * position.map.stars(action.cell)
    if action.target is None:
        return shelter - STEP * max(0, ways.get(action.cell, FAR) - action.unit.kind.near + 1) - STEP
    hit, answer = position.strike(action)
    gain = (hit + KILL * (hit == action.target.hp)) * worth(action.target.kind)
    loss = (answer + KILL * (answer == action.unit.hp)) * worth(action.unit.kind)
    return shelter + gain - loss if gain > loss else -STEP * FAR * 2 + gain - loss


def worth(kind: Kind) -> float:
    """Of one hit point of that kind."""
    return 1 + sum(kind.power) / 100


def ways_to_targets(position: TubstapPosition, unit: Unit) -> Ways:
    """The cost of the way from each cell to the nearest target it is fit for, other units left aside."""
    enemies = [other for other in position.units if other.seat is not unit.seat]
    most = max(unit.kind.power[enemy.kind.index] for enemy in enemies)
    fit = [enemy.cell for enemy in enemies if unit.kind.power[enemy.kind.index] >= min(FIT, most)]
    cost = dict.fromkeys(fit, 0)
    queue = list(fit)
    for cell in queue:  # grows; a cell comes again when a cheaper way is found
        for beside in neighbours(cell):
            step = TERRAINS[position.map.terrain(beside)].costs[unit.kind.travel]
            if step < BLOCKED and cost[cell] + step < cost.get(beside, FAR):
                cost[beside] = cost[cell] + step
                queue.append(beside)
    return cost

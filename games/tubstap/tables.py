"""TUBSTAP's numbers: terrain, kinds of unit, power, and the damage they give.

Source: the program TUBSTAP ver0108 (JAIST, Ikeda laboratory) and its page "rule for experts". They differ in
one number: the page gives antiair against infantry 115, the program 105; the competitions ran the program.
"""

from dataclasses import dataclass

BLOCKED = 99  # the cost of ground that cannot be entered
NO_ENTRY = 0  # the terrain code of the border


@dataclass(frozen=True, slots=True)
class Terrain:
    name: str
    symbol: str  # in pictures
    stars: int  # shelter for ground units
    costs: tuple[int, int, int]  # to enter: by air, on tracks, on foot


TERRAINS = (  # by their code in files
    Terrain("no entry", "#", 0, (BLOCKED, BLOCKED, BLOCKED)),
    Terrain("plain", ".", 1, (1, 1, 1)),
    Terrain("sea", "~", 0, (1, BLOCKED, BLOCKED)),
    Terrain("wood", "%", 3, (1, 2, 1)),
    Terrain("mountain", "^", 4, (1, BLOCKED, 2)),
    Terrain("road", "=", 0, (1, 1, 1)),
    Terrain("fortress", "&", 4, (1, 1, 1)),
)

AIR, TRACKS, FOOT = range(3)


@dataclass(frozen=True, slots=True)
class Kind:
    index: int
    name: str  # in files
    mark: str
    steps: int  # what it may spend on moving
    travel: int  # AIR, TRACKS or FOOT
    power: tuple[int, ...]  # against each kind, by index
    near: int = 1  # the least and the greatest distance of its targets
    far: int = 1

    @property
    def indirect(self) -> bool:
        """It fires from afar: not after moving, without being answered and without answering."""
        return self.far > 1


#                                                        F   A    P    U   R    I
KINDS = (
    Kind(0, "fighter", "F", steps=9, travel=AIR, power=(55, 65, 0, 0, 0, 0)),
    Kind(1, "attacker", "A", steps=7, travel=AIR, power=(0, 0, 105, 105, 85, 115)),
    Kind(2, "panzer", "P", steps=6, travel=TRACKS, power=(0, 0, 55, 70, 75, 75)),
    Kind(3, "cannon", "U", steps=5, travel=TRACKS, power=(0, 0, 60, 75, 65, 90), near=2, far=3),
    Kind(4, "antiair", "R", steps=6, travel=TRACKS, power=(70, 70, 15, 50, 45, 105)),
    Kind(5, "infantry", "I", steps=3, travel=FOOT, power=(0, 0, 5, 10, 3, 55)),
)
KIND_NAMED = {kind.name: kind for kind in KINDS}


def damage(attacker: Kind, attacker_hp: int, defender: Kind, defender_hp: int, stars: int) -> int:
    """What one hit takes from a defender standing on ground of so many stars."""
    shelter = 0 if defender.travel == AIR else stars
    full = (attacker.power[defender.index] * attacker_hp + 70) // (100 + shelter * defender_hp)
    return min(defender_hp, full)


def exchange(
    attacker: Kind,
    attacker_hp: int,
    attacker_stars: int,
    defender: Kind,
    defender_hp: int,
    defender_stars: int,
) -> tuple[int, int]:
    """The damage of an attack and of the answer to it."""
    hit = damage(attacker, attacker_hp, defender, defender_hp, defender_stars)
    if attacker.indirect or defender.indirect or hit == defender_hp:
        return hit, 0
    return hit, damage(defender, defender_hp - hit, attacker, attacker_hp, attacker_stars)

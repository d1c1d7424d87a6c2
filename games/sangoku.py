"""Sangoku, the Three-Kingdoms battle of Kato et al. (2013): 6x7 squares, generals A..C against D..F.

Each turn a general goes ("A-c3") and attacks ("AxD") or uses its skill ("A!D"), in either order; "end" passes
the turn, and so does having nothing else to do. Chance deals ("73", "fire") and rolls ("success", "failure").
A view is "<turn> <seat> <A> .. <F> <confuser and target, or ->"; a general is "b1:1000:50.50.50:fire:ma".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.base import BadText, Chance, IllegalMove, Move, Outcome, Seat, UnknownGame, Viewer

# Given by the paper, sections 3, 4.3 and 5.1.
WIDTH, HEIGHT = 6, 7
TEAM = 3
TURNS = 10  # of both players; then the larger sum of HP wins
STEPS, DASH_STEPS = 4, 5
BOLD_PERCENT = 102
RECOIL = 3  # an attacker suffers a third of what it deals
REACH = 2  # of fire and confusion, which also work from one square away
LEAST, MOST = 1, 100  # attack, defence, intellect
SKILLS = ("dash", "fire", "bold", "ram", "confuse")  # 疾走 火計 剛胆 突撃 混乱

# Left open by the paper. Shares of the form own / (own + enemy's) need no cases and are never 0 or all.
HP = 1000  # so that bold's two percent show in whole numbers
ATTACK = 600  # times attack / (attack + defence): equals need four blows, so one turn of three kills nobody
FIRE = 300  # times the share of intellect: weaker than a blow, for it costs nothing and reaches further
# Confusion succeeds with the share of intellect: even chances between equals.
# Ram: the paper only says that it pushes. It strikes as an attack does and then pushes, where there is room:
# a push without harm would never be worth the attack that it costs.
# A general may pass its own side, but not stop on it; the fallen hold nobody, the confused still do.
# Both back rows, each general facing its like: a walk and fire's reach apart, as figure 5's first turn asks.
HOME = ("b1", "c1", "d1", "b7", "c7", "d7")
EVEN = (50, 50, 50)  # of every general in the paper's matches (section 5.2), which deal only the skills
TABLE3 = (  # section 5.3
    ((7, 21, 48), "confuse"),
    ((4, 97, 71), "fire"),
    ((5, 51, 17), "fire"),
    ((17, 29, 60), "confuse"),
    ((10, 28, 61), "confuse"),
    ((58, 97, 23), "ram"),
)

LETTERS = "ABCDEF"
SQUARES = [f"{'abcdef'[x]}{y + 1}" for y in range(HEIGHT) for x in range(WIDTH)]
GONE = -1  # the square of the fallen
GO, HIT, USE, END = "-", "x", "!", "end"
SUCCESS, FAILURE = "success", "failure"
TEAMS = {Seat.FIRST: range(TEAM), Seat.SECOND: range(TEAM, 2 * TEAM)}

_SHAPE = re.compile(r"([A-F])(?:(-)([a-f][1-7])|([x!])([A-F]))")
_COMMANDED = ("fire", "ram", "confuse")


def distance(a: int, b: int) -> int:
    """Steps between two squares of an empty board."""
    return abs(a % WIDTH - b % WIDTH) + abs(a // WIDTH - b // WIDTH)


_BOARD = range(WIDTH * HEIGHT)
_BESIDE = [[b for b in _BOARD if distance(a, b) == 1] for a in _BOARD]
_BEHIND = {  # the square behind the second, seen from the first
    (a, b): 2 * b - a for a in _BOARD for b in _BESIDE[a] if 2 * b - a in _BESIDE[b]
}


@dataclass(frozen=True, slots=True)
class General:
    square: int
    hp: int
    numbers: tuple[int, ...]  # attack, defence, intellect; shorter while not all are dealt
    skill: str  # dealt last; empty until then
    moved: bool = False
    acted: bool = False
    confused: bool = False  # until the end of its side's next turn

    def hurt(self, damage: int) -> "General":
        if damage >= self.hp:
            return General(GONE, 0, self.numbers, self.skill)
        return replace(self, hp=self.hp - damage)

    def text(self) -> str:
        square = "-" if self.square == GONE else SQUARES[self.square]
        marks = "m" * self.moved + "a" * self.acted + "c" * self.confused
        return (
            f"{square}:{self.hp}:{'.'.join(map(str, self.numbers)) or '-'}:{self.skill or '-'}:{marks or '-'}"
        )


def blow(by: General, at: General) -> int:
    """What an attack deals; the attacker suffers a third of it."""
    damage = ATTACK * by.numbers[0] // (by.numbers[0] + at.numbers[1])
    return damage * BOLD_PERCENT // 100 if by.skill == "bold" else damage


def burn(by: General, at: General) -> int:
    """What fire deals."""
    return FIRE * by.numbers[2] // (by.numbers[2] + at.numbers[2])


@dataclass(frozen=True, slots=True)
class SangokuPosition:
    generals: tuple[General, ...]  # A..F
    turn: int = 1
    mover: Seat = Seat.FIRST
    aim: tuple[int, int] | None = None  # who tries to confuse whom, while the dice roll

    def to_move(self) -> Seat | Chance | None:
        if self.outcome():
            return None
        return Chance.CHANCE if self.aim or self._undealt() is not None else self.mover

    def legal_moves(self) -> Sequence[Move]:
        return [*self._options(), END] if isinstance(self.to_move(), Seat) else []

    def chances(self) -> Sequence[tuple[Move, float]]:
        if self.to_move() is not Chance.CHANCE:
            return []
        piece = self._undealt()
        if piece is not None:
            return _DEALS if len(self.generals[piece].numbers) == len(EVEN) else _NUMBERS
        assert self.aim is not None
        own, enemy = (self.generals[piece].numbers[2] for piece in self.aim)
        return [(SUCCESS, own / (own + enemy)), (FAILURE, enemy / (own + enemy))]

    def play(self, move: Move) -> "SangokuPosition":
        if self.to_move() is Chance.CHANCE:
            return self._roll(move)._settle()
        if move not in self.legal_moves():
            raise IllegalMove(f"{move!r}: {self._refusal(move)}")
        return (self._pass() if move == END else self._act(move))._settle()

    def outcome(self) -> Outcome | None:
        first, second = (sum(self.generals[piece].hp for piece in TEAMS[seat]) for seat in Seat)
        if first and second and self.turn <= TURNS:
            return None
        if not first and not second:
            return Outcome(None, "both sides fell together")
        if first == second:
            return Outcome(None, f"both sides have {first} HP after {TURNS} turns")
        winner = Seat.FIRST if first > second else Seat.SECOND
        if not first or not second:
            return Outcome(winner, f"{winner} defeated all generals of {winner.other}")
        more, less = max(first, second), min(first, second)
        return Outcome(winner, f"{winner} has {more} HP to {less} after {TURNS} turns")

    def view(self, viewer: Viewer, reveal: bool = False) -> str:
        generals = " ".join([general.text() for general in self.generals])
        aim = "".join(LETTERS[piece] for piece in self.aim) if self.aim else "-"
        return f"{self.turn} {self.mover} {generals} {aim}"

    def seen(self, move: Move, viewer: Viewer) -> Move:
        return move

    def reach(self, piece: int) -> list[int]:
        """The squares where a general may end its walk, in the board's order."""
        enemies = {self.generals[enemy].square for enemy in self._foes(piece)}
        held = {square for enemy in enemies for square in _BESIDE[enemy]}
        start = self.generals[piece].square
        reached, edge = {start}, {start}
        for _ in range(DASH_STEPS if self.generals[piece].skill == "dash" else STEPS):
            leaving = edge - held | edge & {start}
            edge = {square for old in leaving for square in _BESIDE[old]} - reached - enemies
            reached |= edge
        return sorted(reached - {general.square for general in self.generals})

    def _options(self) -> Iterator[Move]:
        """All moves of the seat to move but END."""
        for piece in TEAMS[self.mover]:
            general, letter = self.generals[piece], LETTERS[piece]
            if general.square == GONE or general.confused:
                continue
            if not general.moved:
                yield from [f"{letter}{GO}{SQUARES[square]}" for square in self.reach(piece)]
            if not general.acted:
                foes = self._foes(piece)
                yield from [f"{letter}{HIT}{LETTERS[foe]}" for foe in foes if self._apart(piece, foe) == 1]
                yield from [f"{letter}{USE}{LETTERS[foe]}" for foe in foes if self._usable(piece, foe)]

    def _foes(self, piece: int) -> list[int]:
        side = Seat.SECOND if piece in TEAMS[Seat.FIRST] else Seat.FIRST
        return [foe for foe in TEAMS[side] if self.generals[foe].square != GONE]

    def _apart(self, piece: int, foe: int) -> int:
        return distance(self.generals[piece].square, self.generals[foe].square)

    def _usable(self, piece: int, foe: int) -> bool:
        skill = self.generals[piece].skill
        if skill == "ram":
            return self._behind(piece, foe) is not None
        if skill == "confuse" and self.generals[foe].confused:
            return False
        return skill in _COMMANDED and self._apart(piece, foe) <= REACH

    def _behind(self, piece: int, foe: int) -> int | None:
        """The free square that `foe` would be rammed to; None if there is none."""
        square = _BEHIND.get((self.generals[piece].square, self.generals[foe].square))
        return None if square in [general.square for general in self.generals] else square

    def _act(self, move: Move) -> "SangokuPosition":
        piece, rest = LETTERS.index(move[0]), move[2:]
        if move[1] == GO:
            return self._with(piece, replace(self.generals[piece], square=SQUARES.index(rest), moved=True))
        target = LETTERS.index(rest)
        by, at = replace(self.generals[piece], acted=True), self.generals[target]
        after = self._with(piece, by)
        skill = by.skill if move[1] == USE else ""
        if skill == "confuse":
            return replace(after, aim=(piece, target))
        if skill == "fire":
            return after._with(target, at.hurt(burn(by, at)))
        damage, behind = blow(by, at), self._behind(piece, target)
        left = at.hurt(damage)
        if skill == "ram" and behind is not None and left.hp:
            left = replace(left, square=behind)
        return after._with(piece, by.hurt(damage // RECOIL))._with(target, left)

    def _with(self, piece: int, general: General) -> "SangokuPosition":
        return replace(self, generals=(*self.generals[:piece], general, *self.generals[piece + 1 :]))

    def _pass(self) -> "SangokuPosition":
        rested = [replace(general, moved=False, acted=False, confused=False) for general in self.generals]
        generals = [rested[i] if i in TEAMS[self.mover] else self.generals[i] for i in range(2 * TEAM)]
        turn = self.turn + (self.mover is Seat.SECOND)
        return SangokuPosition(tuple(generals), turn, self.mover.other)

    def _settle(self) -> "SangokuPosition":
        """Pass the turn for a seat with nothing left to do."""
        position = self
        while isinstance(position.to_move(), Seat) and not any(position._options()):
            position = position._pass()
        return position

    def _undealt(self) -> int | None:
        return next((piece for piece, general in enumerate(self.generals) if not general.skill), None)

    def _roll(self, move: Move) -> "SangokuPosition":
        faces = [face for face, _ in self.chances()]
        if move not in faces:
            raise IllegalMove(f"{move!r}: chance is to move, with {faces[0]} .. {faces[-1]}")
        piece = self._undealt()
        if piece is not None:
            general = self.generals[piece]
            if move in SKILLS:
                return self._with(piece, replace(general, skill=move))
            return self._with(piece, replace(general, numbers=(*general.numbers, int(move))))
        assert self.aim is not None
        target = self.aim[1]
        confused = replace(self.generals[target], confused=move == SUCCESS)
        return replace(self, aim=None)._with(target, confused)

    def _refusal(self, move: Move) -> str:
        """Why a move that is not legal is not."""
        shape = _SHAPE.fullmatch(move)
        if self.outcome():
            return "the game is over"
        if shape is None:
            return 'a move is "end", or like "A-c3" (go), "AxD" (attack) or "A!D" (use the skill)'
        piece = LETTERS.index(shape[1])
        general = self.generals[piece]
        if piece not in TEAMS[self.mover] or general.square == GONE or general.confused:
            return "that general is not yours, has fallen or is confused"
        if shape[2]:
            return (
                "it has moved this turn" if general.moved else "it cannot walk there, or may not stop there"
            )
        if general.acted:
            return "it has acted this turn"
        if LETTERS.index(shape[5]) not in self._foes(piece):
            return "the target is no living enemy"
        if shape[4] == HIT:
            return "the target does not stand beside it"
        if general.skill not in _COMMANDED:
            return f"its skill, {general.skill}, works by itself"
        return f"its skill, {general.skill}, does not reach the target, or has no effect on it"


_NUMBERS = [(str(number), 1 / (MOST - LEAST + 1)) for number in range(LEAST, MOST + 1)]
_DEALS = [(skill, 1 / len(SKILLS)) for skill in SKILLS]


@dataclass(frozen=True, slots=True)
class Sangoku:
    name: str = "sangoku"
    pieces: tuple[tuple[tuple[int, ...], str], ...] = ((EVEN, ""),) * 6  # numbers and skills of A..F

    def start(self) -> SangokuPosition:
        squares = map(SQUARES.index, HOME)
        dealt = zip(squares, self.pieces, strict=True)
        return SangokuPosition(tuple(General(square, HP, *piece) for square, piece in dealt))

    def read(self, view: str) -> SangokuPosition:
        try:
            turn, seat, *generals, aim = view.split(" ")
            pieces = tuple(_general(text) for text in generals)
            target = None if aim == "-" else (LETTERS.index(aim[0]), LETTERS.index(aim[1:]))
            position = SangokuPosition(pieces, int(turn), Seat(seat), target)
            if not _sound(position) or position.view(None) != view:
                raise ValueError
        except (ValueError, IndexError):
            raise BadText(f"not a Sangoku view: {view!r}") from None
        return position

    def picture(self, view: str) -> str:
        position = self.read(view)
        cells = ["[dim]    ·[/]"] * len(SQUARES)
        for piece, general in enumerate(position.generals):
            if general.square != GONE:
                cells[general.square] = _paint(piece, f"{LETTERS[piece]}{general.hp:4}")
        rows = [f"{y + 1} " + " ".join(cells[y * WIDTH : y * WIDTH + WIDTH]) for y in reversed(range(HEIGHT))]
        files = " " + "".join(f"{name:>6}" for name in "abcdef")
        notes = [_note(piece, general) for piece, general in enumerate(position.generals)]
        return "\n".join([f"turn {position.turn}, {position.mover}", *rows, files, *notes])


def _general(text: str) -> General:
    square, hp, numbers, skill, marks = text.split(":")
    place = GONE if square == "-" else SQUARES.index(square)
    known = () if numbers == "-" else tuple(int(number) for number in numbers.split("."))
    if skill not in (*SKILLS, "-"):
        raise ValueError
    return General(place, int(hp), known, skill.strip("-"), "m" in marks, "a" in marks, "c" in marks)


def _sound(position: SangokuPosition) -> bool:
    """Whether the rules could know such a position; not whether a game could reach it."""
    generals, last = position.generals, TURNS + (position.mover is Seat.FIRST)
    living = [general.square for general in generals if general.square != GONE]
    if len(generals) != 2 * TEAM or len(living) != len(set(living)) or not 1 <= position.turn <= last:
        return False
    busy = [piece for piece, general in enumerate(generals) if general.moved or general.acted]
    if any(piece not in TEAMS[position.mover] for piece in busy):
        return False
    return all(map(_sound_general, generals)) and (
        position.aim is None or _sound_aim(position, *position.aim)
    )


def _sound_general(general: General) -> bool:
    alive = 1 <= general.hp <= HP and general.square != GONE
    numbers = len(general.numbers) == len(EVEN) or (len(general.numbers) < len(EVEN) and not general.skill)
    bounds = all(LEAST <= number <= MOST for number in general.numbers)
    return numbers and bounds and (alive or general == General(GONE, 0, general.numbers, general.skill))


def _sound_aim(position: SangokuPosition, piece: int, target: int) -> bool:
    by = position.generals[piece]
    return (
        position.turn <= TURNS
        and piece in TEAMS[position.mover]
        and (by.skill, by.acted, by.confused) == ("confuse", True, False)
        and target in position._foes(piece)
        and bool(position.generals[target].skill)
        and not position.generals[target].confused
        and position._apart(piece, target) <= REACH
    )


def _note(piece: int, general: General) -> str:
    states = {"fallen": general.square == GONE, "moved": general.moved, "acted": general.acted}
    states["confused"] = general.confused
    numbers = "".join(f"{number:>4}" for number in general.numbers)
    words = ["attack/defence/intellect", f"{numbers:12}", f"{general.skill:8}", *filter(states.get, states)]
    return _paint(piece, LETTERS[piece]) + " " + " ".join(words).rstrip()


def _paint(piece: int, text: str) -> str:
    return f"[bold {'blue' if piece < TEAM else 'red'}]{text}[/]"


def load(variant: str) -> Sangoku:
    """No name deals the skills, "random" the numbers too, "table3" nothing; "dfbrcd" sets six skills."""
    if variant == "":
        return Sangoku()
    if variant == "random":
        return Sangoku("sangoku/random", (((), ""),) * 6)
    if variant == "table3":
        return Sangoku("sangoku/table3", TABLE3)
    initials = {skill[0]: skill for skill in SKILLS}
    if len(variant) != 2 * TEAM or not set(variant) <= set(initials):
        raise UnknownGame(f"sangoku has no set-up {variant!r}: say random, table3 or six letters of dfbrc")
    return Sangoku(f"sangoku/{variant}", tuple((EVEN, initials[letter]) for letter in variant))


def names() -> list[str]:
    return ["sangoku", "sangoku/random", "sangoku/table3"]

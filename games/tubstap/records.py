"""TUBSTAP's game records (`.sgf` by name only) and the 11 numbers of an ACTION, read and written.

ACTION: unit, to x,y, from x,y, target or -1, target's x,y, type, damage, answer. In a record "end" stands
as the stays of the units left over. A record is held against the rules: it must be a game that can be played.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.base import IllegalMove, Move
from games.tubstap.game import Tubstap
from games.tubstap.maps import SEATS, Cell, Map, map_of, write_map
from games.tubstap.position import END, SURRENDER, Action, TubstapPosition
from games.tubstap.tags import Tag, decode, plain, tags

RULES = "rule_set_version_0100"
MOVE_TYPE, ATTACK_TYPE = 1, 2
_WORD_OF_TYPE = {0: SURRENDER, 3: END}
_TYPE_OF_WORD = {word: kind for kind, word in _WORD_OF_TYPE.items()}
_FIELDS = 11
_BIG = 999_999


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or not, as its file tells it."""

    map: Map
    moves: tuple[Move, ...]  # without "end"
    red: str = ""
    blue: str = ""
    date: str = ""
    comments: tuple[tuple[int, str], ...] = ()  # on the move of that index

    def positions(self) -> Iterator[TubstapPosition]:
        """The start and the position after each move. Raises IllegalMove."""
        position = Tubstap("", self.map).start()
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position


def write_action(position: TubstapPosition, move: Move, damages: bool = True) -> str:
    """A legal move as the 11 numbers; the network sends its damages as 0."""
    if move in _TYPE_OF_WORD:
        return f"-1,-1,-1,0,0,-1,0,0,{_TYPE_OF_WORD[move]},0,0"
    action = position.action(move)
    unit, target = action.unit, action.target
    aim = (-1, 0, 0, MOVE_TYPE) if target is None else (target.number, *target.cell, ATTACK_TYPE)
    hits = position.strike(action) if damages else (0, 0)
    return ",".join(map(str, (unit.number, *action.cell, *unit.cell, *aim, *hits)))


def read_action(position: TubstapPosition, text: str) -> Move:
    """The move that 11 numbers mean here, the damages not looked at; `play` says whether it is legal.
    Raises BadText, or IllegalMove where the numbers contradict the position."""
    return _move_of(position, _numbers(Tag("ACTION", text, "action", 1)))


def spelled_out(position: TubstapPosition, move: Move) -> list[Move]:
    """The move as records hold it: "end" as the stays of all units left, lowest number first."""
    if move != END:
        return [move]
    idle = [unit for unit in position.units if unit.seat is position.to_move() and not unit.acted]
    return [Action(unit, unit.cell).text() for unit in idle]


def write_record(record: Record) -> str:
    """The record as a file's text."""
    head = [
        write_map(record.map),
        f"PLAYEDDATE[{plain(record.date)}];\nPLAYEDRULE[{RULES}];\n",
        f"PLAYERRED[{plain(record.red)}]PLAYERBLUE[{plain(record.blue)}];\n",
    ]
    turns: dict[int, list[str]] = {}
    step = 0
    position = Tubstap("", record.map).start()
    for played in record.moves:
        for move in spelled_out(position, played):
            lines = turns.setdefault(position.ply, [])
            lines.append(f"ACTION[{write_action(position, move)}];\n")
            lines += [f"COM[{text.replace(';', ',')},{at}];\n" for at, text in record.comments if at == step]
            position, step = position.play(move), step + 1
    return "".join(head + [_turn(ply, turns.get(ply, [])) for ply in range(max(turns, default=-1) + 1)])


def read_record(data: bytes | str, where: str = "record") -> Record:
    """The record in a file's content; `where` names it in messages. Raises BadText."""
    found = list(tags(decode(data, where) if isinstance(data, bytes) else data, where))
    texts = {tag.name: tag.content for tag in found}
    reader = _Reader(map_of(found, where))
    for tag in found:
        reader.take(tag)
    reader.end_turn()
    red, blue, date = (texts.get(name, "") for name in ("PLAYERRED", "PLAYERBLUE", "PLAYEDDATE"))
    return Record(reader.map, tuple(reader.moves), red, blue, date, tuple(reader.comments))


class _Reader:
    """Plays the actions of a file as they come."""

    def __init__(self, field: Map) -> None:
        self.map = field
        self.position = Tubstap("", field).start()
        self.moves: list[Move] = []
        self.comments: list[tuple[int, str]] = []
        self.turn: Tag | None = None
        self.ply, self.promised, self.done = -1, 0, 0

    def take(self, tag: Tag) -> None:
        if tag.name == "TURNINFO":
            self._begin_turn(tag)
        elif tag.name == "ACTION":
            self._act(tag)
        elif tag.name == "COM":
            text, comma, step = tag.content.rpartition(",")
            self.comments.append((tag.to_number(step, -1, _BIG, "the move"), text if comma else ""))

    def end_turn(self) -> None:
        if self.turn is not None and self.done != self.promised:
            raise self.turn.bad(f"{self.promised} actions promised, {self.done} there")

    def _begin_turn(self, tag: Tag) -> None:
        self.end_turn()
        ply, team, promised = (tag.to_number(text, 0, _BIG, "a number") for text in tag.fields(3))
        if ply != self.ply + 1 or team != ply % len(SEATS):
            raise tag.bad(f"turn {ply} of team {team} after turn {self.ply}")
        self.turn, self.ply, self.promised, self.done = tag, ply, promised, 0

    def _act(self, tag: Tag) -> None:
        numbers = _numbers(tag)
        if self.position.to_move() is None or self.position.ply != self.ply:
            raise tag.bad("it is not its side's turn here" if self.position.to_move() else "the game is over")
        try:
            move = _move_of(self.position, numbers)
            after = self.position.play(move)
        except IllegalMove as refusal:
            raise tag.bad(str(refusal)) from None
        told, true = f"{numbers[9]},{numbers[10]}", write_action(self.position, move).split(",", 9)[9]
        if told != true:
            raise tag.bad(f"its damages are {told}, by the rules {true}")
        self.moves.append(move)
        self.position = after
        self.done += 1


def _turn(ply: int, lines: list[str]) -> str:
    actions = sum(line.startswith("ACTION") for line in lines)
    return f"TURNINFO[{ply},{ply % len(SEATS)},{actions}];\n" + "".join(lines)


def _numbers(tag: Tag) -> list[int]:
    return [tag.to_number(text, -1, _BIG, "a number") for text in tag.fields(_FIELDS)]


def _move_of(position: TubstapPosition, numbers: list[int]) -> Move:
    number, x, y, from_x, from_y, target, target_x, target_y, kind = numbers[:9]
    if kind in _WORD_OF_TYPE:
        return _WORD_OF_TYPE[kind]
    if kind not in (MOVE_TYPE, ATTACK_TYPE):
        raise IllegalMove(f"no action has the type {kind}")
    _check_cell(position, number, (from_x, from_y))
    if kind == MOVE_TYPE:  # whatever it says of a target: some players leave other numbers than -1,0,0 there
        return f"{number}:{x},{y}"
    _check_cell(position, target, (target_x, target_y))
    return f"{number}:{x},{y}x{target}"


def _check_cell(position: TubstapPosition, number: int, cell: Cell) -> None:
    """Refuse a wrong cell of a unit; some players leave it out, as 0,0."""
    unit = position.unit(number)
    if unit is not None and cell not in (unit.cell, (0, 0)):
        raise IllegalMove(f"unit {number} stands at {unit.x},{unit.y}, not at {cell[0]},{cell[1]}")

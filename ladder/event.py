"""An event's file: who plays, what, by which format, and how the champion is found. Read from TOML, pure.

Every fault is a BadEvent of one line that names the file, the line and the key.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ladder.formats import CATALOGUE, Format
from ladder.points import Rules
from ladder.sprt import Sprt

KINDS = ("engine", "stdio", "gtp", "botzone", "native", "gat", "cgos", "awaited")
ANYWHERE = "127.0.0.1:0,127.0.0.1:0"
_OWN = (
    *("name", "game", "games", "control", "db", "format", "concurrency", "seed", "absence", "margin"),
    *("gat_gap", "tcp", "ws", "matches"),
)
_BOT = ("name", "kind", "engine", "command", "token", "address", "memory", "cpu", "output", "cpus")


class BadEvent(ValueError):
    """A file that describes no event; the message is one line."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot's process may use; None is no limit."""

    memory: int | None = None  # megabytes
    cpu: int | None = None  # seconds of processor, in all
    output: int | None = 10_000  # kilobytes of what it says on stderr that are kept
    cpus: tuple[int, ...] = ()  # the processors it may run on; none named is all


@dataclass(frozen=True, slots=True)
class Entrant:
    name: str
    kind: str  # one of KINDS
    command: tuple[str, ...] = ()  # the program; {host}, {port}, {name} and {token} are filled in
    engine: str = ""  # one of ours; with the kind "cgos", it plays by that protocol
    token: str = ""  # for "awaited", agreed upon beforehand
    address: str = ANYWHERE  # for "gat": where it plays first, and where second
    limits: Limits = field(default_factory=Limits)
    line: int = 0  # of the file


@dataclass(frozen=True, slots=True)
class Event:
    name: str
    control: str
    db: str
    format: Format
    rules: Rules
    entrants: tuple[Entrant, ...]
    concurrency: int = 1
    seed: int = 0
    absence: float = 60.0  # seconds that a player may be late for a game before it is lost
    margin: float = 0.05
    gat_gap: float = 0.05  # seconds between two lines to one GAT client
    tcp: str = "127.0.0.1:0"  # where awaited bots come
    ws: str = ""
    matches: int | None = None  # stop after so many games, for an event without end
    lines: Mapping[str, int] = field(default_factory=dict)  # where each key stands in the file

    def entrant(self, name: str) -> Entrant:
        return next(entrant for entrant in self.entrants if entrant.name == name)


class _Reader:
    """One file: knows where a key stands, for the messages."""

    def __init__(self, text: str, file: str) -> None:
        self._lines = text.splitlines()
        self._file = file

    def bad(self, why: str, key: str = "", table: str = "", number: int = 0) -> BadEvent:
        where = f"{self._file}:{self.line(key, table, number)}"
        return BadEvent(f"{where}: {key}: {why}" if key else f"{where}: {why}")

    def line(self, key: str, table: str = "", number: int = 0) -> int:
        """Where `key` stands in the `number`th table of that name; else where the table begins."""
        here, start = ("", 0), 1
        for at, line in enumerate(self._lines, 1):
            words = line.strip()
            if words.startswith("["):
                name = words.strip("[] ").partition("]")[0]
                here = (name, here[1] + 1 if name == here[0] else 0)
                if here == (table, number):
                    start = at
            elif here == (table, number) and words.partition("=")[0].strip() == key:
                return at
        return start

    def take(
        self, where: Mapping[str, Any], key: str, kind: Any, default: Any, table: str = "", n: int = 0
    ) -> Any:
        """A value of the right kind. Raises BadEvent."""
        value = where.get(key, default)
        if value is None:
            raise self.bad("is missing", key, table, n)
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.bad(f"must be {_WORDS[kind]}, not {value!r}", key, table, n)
        return value

    def only(self, where: Mapping[str, Any], known: tuple[str, ...], table: str = "", n: int = 0) -> None:
        """Raises BadEvent for a key that means nothing."""
        for key in where:
            if key not in known:
                raise self.bad(f"means nothing here; there are {', '.join(known)}", key, table, n)


_WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", list: "a list"}


def read_event(text: str, file: str) -> Event:
    """The event of a file's text. Raises BadEvent."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadEvent(f"{file}: {error}") from None
    return _event(_Reader(text, file), data)


def _event(reader: _Reader, data: dict[str, Any]) -> Event:
    kind = reader.take(data, "format", str, "round-robin")
    if kind not in CATALOGUE:
        raise reader.bad(f"no format is called {kind!r}; there are {', '.join(CATALOGUE)}", "format")
    parameters = {item.name: item.type for item in fields(CATALOGUE[kind])}
    own = [name for name in parameters if name not in ("players", "games", "test")]
    reader.only(data, (*_OWN, *own, "bot", "points", "sprt", "limits"))
    name = reader.take(data, "name", str, None)
    entrants = _entrants(reader, data)
    return Event(
        name=name,
        control=reader.take(data, "control", str, "10/move"),
        db=reader.take(data, "db", str, f"{name}.db"),
        format=_format(reader, data, kind, own, tuple(entrant.name for entrant in entrants)),
        rules=_rules(reader, data.get("points", {})),
        entrants=entrants,
        concurrency=_positive(reader, data, "concurrency", 1),
        seed=reader.take(data, "seed", int, 0),
        absence=reader.take(data, "absence", float, 60.0),
        margin=reader.take(data, "margin", float, 0.05),
        gat_gap=reader.take(data, "gat_gap", float, 0.05),
        tcp=reader.take(data, "tcp", str, "127.0.0.1:0"),
        ws=reader.take(data, "ws", str, ""),
        matches=_positive(reader, data, "matches", 1) if "matches" in data else None,
        lines={key: reader.line(key) for key in data},
    )


def _positive(reader: _Reader, data: Mapping[str, Any], key: str, default: int) -> int:
    value: int = reader.take(data, key, int, default)
    if value < 1:
        raise reader.bad("must be at least 1", key)
    return value


def _format(
    reader: _Reader, data: Mapping[str, Any], kind: str, own: list[str], players: tuple[str, ...]
) -> Format:
    games = reader.take(data, "games", list, [reader.take(data, "game", str, "geister")])
    if not games or not all(isinstance(game, str) for game in games):
        raise reader.bad("must be a list of texts", "games")
    cls = CATALOGUE[kind]
    values: dict[str, Any] = {}
    for item in fields(cls):
        if item.name in own and item.name in data:
            expected = {"int": int, "bool": bool, "float": float}.get(
                str(getattr(item.type, "__name__", item.type)), str
            )
            values[item.name] = reader.take(data, item.name, expected, None)
    if "sprt" in data:
        values["test"] = _table(reader, Sprt, data["sprt"], "sprt")
    try:
        return cls(players=players, games=tuple(games), **values)
    except (TypeError, ValueError) as error:
        raise reader.bad(str(error), "format") from None


def _rules(reader: _Reader, data: Mapping[str, Any]) -> Rules:
    given = dict(data)
    if "ties" in given:
        given["ties"] = tuple(reader.take(given, "ties", list, None, "points"))
    rules: Rules = _table(reader, Rules, given, "points")
    return rules


def _table(reader: _Reader, cls: type[Any], data: Mapping[str, Any], table: str, n: int = 0) -> Any:
    """A dataclass from a table of its fields."""
    known = {item.name: item.type for item in fields(cls)}
    reader.only(data, tuple(known), table, n)
    for key, value in data.items():
        if not isinstance(value, str | int | float | list | tuple):
            raise reader.bad("must be a plain value", key, table, n)
    try:
        return cls(**{key: tuple(value) if isinstance(value, list) else value for key, value in data.items()})
    except (TypeError, ValueError) as error:
        raise reader.bad(str(error), next(iter(data), ""), table, n) from None


def _entrants(reader: _Reader, data: Mapping[str, Any]) -> tuple[Entrant, ...]:
    found: list[Entrant] = []
    bots = reader.take(data, "bot", list, [])
    for number, bot in enumerate(bots):
        entrant = _entrant(reader, bot, number, data.get("limits", {}))
        if entrant.name in {other.name for other in found}:
            raise reader.bad(f"two players are called {entrant.name!r}", "name", "bot", number)
        found.append(entrant)
    if len(found) < 2:
        raise reader.bad("an event needs at least two [[bot]] tables")
    return tuple(found)


def _entrant(reader: _Reader, bot: Mapping[str, Any], number: int, limits: Mapping[str, Any]) -> Entrant:
    reader.only(bot, _BOT, "bot", number)
    name = reader.take(bot, "name", str, None, "bot", number)
    engine = reader.take(bot, "engine", str, "", "bot", number)
    command = tuple(reader.take(bot, "command", list, [], "bot", number))
    kind = reader.take(
        bot, "kind", str, "engine" if engine else "stdio" if command else "awaited", "bot", number
    )
    if kind not in KINDS:
        raise reader.bad(
            f"no kind of bot is called {kind!r}; there are {', '.join(KINDS)}", "kind", "bot", number
        )
    if kind == "engine" and not engine:
        raise reader.bad("an engine is missing", "engine", "bot", number)
    address = reader.take(bot, "address", str, ANYWHERE, "bot", number)
    if kind not in ("engine", "awaited") and not command and "address" not in bot and not engine:
        raise reader.bad("a command is missing", "command", "bot", number)
    own = {key: bot[key] for key in ("memory", "cpu", "output", "cpus") if key in bot}
    bounds = _table(reader, Limits, {**limits, **own}, "bot", number)
    token = reader.take(bot, "token", str, "", "bot", number)
    line = reader.line("name", "bot", number)
    return Entrant(name, kind, tuple(map(str, command)), engine, token, address, bounds, line)

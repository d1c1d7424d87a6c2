"""The results file: players, games, moves and results, appended and never rewritten.

SQLite in WAL mode by default; any SQLAlchemy URL works. What `append` has returned from survives a killed
process.
"""

import fcntl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    create_engine,
    event,
    func,
    insert,
    select,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from ladder.result import Result

SCHEMA = 1  # raise it when the tables change, with a way to carry old files over


class StoreError(Exception):
    """The results cannot be read or written; the message is one line for people."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    name: str
    token: str  # its digest: the store never holds the token itself


@dataclass(frozen=True, slots=True)
class GameRow:
    id: int
    game: str
    first: str
    second: str
    control: str
    started: str  # ISO 8601, UTC
    event: str = ""
    slot: str = ""


@dataclass(frozen=True, slots=True)
class MoveRow:
    game_id: int
    ply: int
    by: str
    move: str
    used: float
    lag: float


@dataclass(frozen=True, slots=True)
class ResultRow:
    game_id: int
    winner: str | None
    ending: str
    reason: str
    plies: int
    first_used: float
    second_used: float
    lag: float
    finished: str


Row = PlayerRow | GameRow | MoveRow | ResultRow

_metadata = MetaData()
_about = Table("about", _metadata, Column("schema", Integer, primary_key=True))
_players = Table(
    "players", _metadata, Column("name", String, primary_key=True), Column("token", String, nullable=False)
)
_games = Table(
    "games",
    _metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    *(
        Column(name, String, nullable=False)
        for name in ("game", "first", "second", "control", "started", "event", "slot")
    ),
)
_moves = Table(
    "moves",
    _metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("by", String, nullable=False),
    Column("move", String, nullable=False),
    Column("used", Float, nullable=False),
    Column("lag", Float, nullable=False),
)
_results = Table(
    "results",
    _metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("winner", String),
    Column("ending", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("plies", Integer, nullable=False),
    *(Column(name, Float, nullable=False) for name in ("first_used", "second_used", "lag")),
    Column("finished", String, nullable=False),
)
# In the order in which rows may refer to one another.
_TABLES: dict[type[Any], Table] = {
    PlayerRow: _players,
    GameRow: _games,
    MoveRow: _moves,
    ResultRow: _results,
}
_VALUES = {kind: attrgetter(*table.columns.keys()) for kind, table in _TABLES.items()}


class Store:
    """One results file. Use it from one thread at a time."""

    def __init__(self, where: str, create: bool = True) -> None:
        """Open a file's path or a database URL. Raises StoreError."""
        self.where = where
        with self._one_line_errors():
            url = make_url(where if "://" in where else f"sqlite:///{where}")
            self._engine = create_engine(url)
            if url.get_backend_name() == "sqlite":
                event.listen(self._engine, "connect", _tune_sqlite)
                if not create and not Path(url.database or "").is_file():
                    raise StoreError(f"{where}: no such results file")
            self._check(create)

    def claim(self) -> None:
        """Be the only writer from now until the process ends. Raises StoreError."""
        database = self._engine.url.database
        if self._engine.url.get_backend_name() == "sqlite" and database:
            self._lock = open(f"{database}.lock", "w")  # noqa: SIM115
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise StoreError(f"{self.where}: another referee writes to it") from None

    def append(self, rows: Sequence[Row]) -> None:
        """Write all rows in one transaction; they are safe when this returns. Raises StoreError."""
        with self._one_line_errors(), self._engine.begin() as connection:
            for kind, table in _TABLES.items():
                values = [_VALUES[kind](row) for row in rows if type(row) is kind]
                if values:
                    self._insert(connection, table, values)

    def tokens(self) -> dict[str, str]:
        """The digest of each known player's token."""
        with self._one_line_errors(), self._engine.connect() as connection:
            return {row.name: row.token for row in connection.execute(select(_players))}

    def next_id(self) -> int:
        """An id that no game has yet."""
        with self._one_line_errors(), self._engine.connect() as connection:
            return (connection.execute(select(func.max(_games.c.id))).scalar() or 0) + 1

    def results(self, event: str | None = None) -> list[Result]:
        """All finished games, or those of one event, in the order in which they began."""
        query = _select_results().order_by(_games.c.id)
        if event is not None:
            query = query.where(_games.c.event == event)
        with self._one_line_errors(), self._engine.connect() as connection:
            return [Result(*row) for row in connection.execute(query)]

    def result(self, id: int) -> Result | None:
        """How the game of that id ended; None while it has not."""
        with self._one_line_errors(), self._engine.connect() as connection:
            row = connection.execute(_select_results().where(_games.c.id == id)).first()
            return Result(*row) if row else None

    def started(self) -> dict[int, str]:
        """When each game began, by id."""
        with self._one_line_errors(), self._engine.connect() as connection:
            return {row.id: row.started for row in connection.execute(select(_games))}

    def game(self, id: int) -> GameRow | None:
        """The game of that id, finished or not."""
        with self._one_line_errors(), self._engine.connect() as connection:
            row = connection.execute(select(_games).where(_games.c.id == id)).first()
            return GameRow(*row) if row else None

    def moves(self, id: int) -> list[MoveRow]:
        """The moves of a game, secrets included."""
        query = select(_moves).where(_moves.c.game_id == id).order_by(_moves.c.ply)
        with self._one_line_errors(), self._engine.connect() as connection:
            return [MoveRow(*row) for row in connection.execute(query)]

    def close(self) -> None:
        self._engine.dispose()

    def _insert(self, connection: Connection, table: Table, values: list[tuple[Any, ...]]) -> None:
        # By position the driver takes the rows as they are: half the cost, and moves come by the thousand.
        if connection.dialect.positional:
            connection.exec_driver_sql(str(insert(table).compile(dialect=connection.dialect)), values)
        else:
            names = table.columns.keys()
            connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in values])

    def _check(self, create: bool) -> None:
        with self._engine.begin() as connection:
            if create:
                _metadata.create_all(connection)
            found = connection.execute(select(_about.c.schema)).scalar()
            if found is None and create:
                connection.execute(insert(_about), {"schema": SCHEMA})
            elif found != SCHEMA:
                raise StoreError(f"{self.where}: written by another version (schema {found}, not {SCHEMA})")

    @contextmanager
    def _one_line_errors(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise StoreError(f"{self.where}: {error.orig}") from error
        except (ArgumentError, NoSuchModuleError, ImportError) as error:
            raise StoreError(f"{self.where}: {error}") from error


def _select_results() -> Select[Any]:
    """The columns of a Result, of the games that are over."""
    tables = ((_games if field.name in _games.c else _results, field.name) for field in fields(Result))
    return select(*(table.c[name] for table, name in tables)).join_from(_games, _results)


def _tune_sqlite(connection: Any, _: Any) -> None:
    # NORMAL with WAL keeps every commit through a killed process; only a power cut can lose the last ones.
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()

"""The text formats of one game. A new one is a function from a Record to text, and a line in FORMATS."""

import json
from collections.abc import Callable, Mapping

from cli.record import Record
from games import geister_log
from games.amazons import AmazonsPosition
from games.amazons import sgf as amazons_sgf
from games.go9 import Go9Position
from games.go9 import sgf as go_sgf
from games.tubstap import TubstapPosition
from games.tubstap import records as tubstap_records
from ladder.result import Result
from protocol.messages import Ending

Writer = Callable[[Record], str]

# Of a win that the board did not decide, after "B+" or "W+".
_SGF_ENDINGS: dict[str, str] = {
    Ending.TIME: "T",
    Ending.RESIGNED: "R",
    Ending.ILLEGAL: "F",
    Ending.LEFT: "F",
    Ending.ABSENT: "F",
}


def to_json(record: Record) -> str:
    about, result = record.about, record.result
    whole = {
        "id": about.id,
        "game": about.game,
        "players": {"first": about.first, "second": about.second},
        "control": about.control,
        "started": about.started,
        "event": about.event,
        "slot": about.slot,
        "moves": [
            {"ply": move.ply, "mover": move.by, "move": move.move, "used": move.used, "lag": move.lag}
            for move in record.moves
        ],
        "winner": result and result.winner,
        "ending": result and result.ending,
        "reason": result and result.reason,
    }
    return json.dumps(whole) + "\n"


def to_gat(record: Record) -> str:
    return geister_log.write([move.move for move in record.moves])


def to_go_sgf(record: Record) -> str:
    last, about = record.positions[-1], record.about
    assert isinstance(last, Go9Position)
    result = sgf_result(record.result, f"{abs(last.margin()):.1f}")
    return go_sgf.write(go_sgf.Record(last, about.first, about.second, result))


def to_amazons_sgf(record: Record) -> str:
    start, about = record.positions[0], record.about
    assert isinstance(start, AmazonsPosition)
    moves = tuple(move.move for move in record.moves)
    result = sgf_result(record.result, "")
    return amazons_sgf.write(amazons_sgf.Record(start, moves, about.first, about.second, result))


def to_tubstap(record: Record) -> str:
    start, about = record.positions[0], record.about
    assert isinstance(start, TubstapPosition)
    moves = tuple(move.move for move in record.moves)
    return tubstap_records.write_record(
        tubstap_records.Record(start.map, moves, about.first, about.second, about.started)
    )


def sgf_result(result: Result | None, score: str) -> str:
    """SGF's RE: "B+3.0", "W+R", "Draw", "Void"; empty if the game has not ended. Black is first."""
    if result is None:
        return ""
    if not result.scored:
        return "Void"
    if result.winner is None:
        return "Draw"
    colour = {"first": "B", "second": "W"}[result.winner]
    return f"{colour}+{score if result.ending == Ending.RULES else _SGF_ENDINGS[result.ending]}"


# game family -> its own format, which is the default, and its writer
FORMATS: dict[str, tuple[str, Writer]] = {
    "geister": ("gat", to_gat),
    "go9": ("sgf", to_go_sgf),
    "amazons": ("sgf", to_amazons_sgf),
    "tubstap": ("record", to_tubstap),
}


def formats_of(game: str) -> Mapping[str, Writer]:
    """The writers for a game of that name, by format, the default first."""
    own = FORMATS.get(game.partition("/")[0])
    return dict([own, ("json", to_json)] if own else [("json", to_json)])

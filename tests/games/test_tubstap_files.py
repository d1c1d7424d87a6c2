"""TUBSTAP's maps and records as text: read, written, refused."""

import csv
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import games
from games.base import BadText, IllegalMove, Seat, UnknownGame
from games.tubstap import Tubstap, load, names, open_file
from games.tubstap.maps import Map, read_map, write_map
from games.tubstap.records import Record, read_action, read_record, spelled_out, write_action, write_record

SMALL = """SIZEX[5];SIZEY[4];
TURNLIMIT[9];HPTHRESHOLD[2];
UNITNUMRED[1];UNITNUMBLUE[1];
AUTHOR[Referee];
MAPCOM[\u5c0f\u3055\u3044\u5730\u56f3\u8868];
UNIT[1,1,infantry,0,10,0];
UNIT[3,2,panzer,1,8,1];
MAP[0,0,0,0,0];
MAP[0,1,3,6,0];
MAP[0,2,4,5,0];
MAP[0,0,0,0,0];
"""
GAME = (
    SMALL
    + """PLAYEDDATE[2026-01-01];
PLAYEDRULE[rule_set_version_0100];
PLAYERRED[a]PLAYERBLUE[b];
TURNINFO[0,0,1];
ACTION[0,3,1,1,1,1,3,2,2,1,4];
COM[why, [not],0];
TURNINFO[1,1,0];
TURNINFO[2,0,1];
ACTION[0,3,1,3,1,-1,0,0,1,0,0];
"""
)


# Maps


def test_a_map_says_what_is_in_its_text() -> None:
    field = read_map(SMALL)
    assert field.rows == ((0, 0, 0, 0, 0), (0, 1, 3, 6, 0), (0, 2, 4, 5, 0), (0, 0, 0, 0, 0))
    assert (field.limit, field.threshold, field.author) == (9, 2, "Referee")
    assert [
        (unit.number, unit.kind.name, unit.seat, unit.hp, unit.cell, unit.acted) for unit in field.units
    ] == [
        (0, "infantry", Seat.FIRST, 10, (1, 1), False),
        (1, "panzer", Seat.SECOND, 8, (3, 2), True),
    ]
    assert write_map(field) == SMALL


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", ""])
def test_a_map_reads_the_same_in_any_encoding_and_with_any_line_ends(encoding: str, end: str) -> None:
    assert read_map(SMALL.replace("\n", end).encode(encoding)) == read_map(SMALL)


def test_a_shift_jis_letter_that_ends_in_a_bracket_s_byte_ends_no_tag() -> None:
    trap = SMALL.replace("\u8868", "\u30fc\u8ad6\u8868\u5642")
    assert b"\x5b" in trap.encode("cp932").partition(b"MAPCOM[")[2].partition(b";")[0]
    assert read_map(trap.encode("cp932")).comment == "\u5c0f\u3055\u3044\u5730\u56f3\u30fc\u8ad6\u8868\u5642"


def test_pieces_come_in_any_order_and_the_last_number_counts() -> None:
    lines = SMALL.splitlines()
    assert read_map("\n".join(["TURNLIMIT[3];", *lines[5:], *lines[:5]])) == read_map(SMALL)


def test_one_line_is_enough() -> None:
    field = read_map(SMALL)
    assert read_map(write_map(field, end="")) == field
    assert "\n" not in write_map(field, end="")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("SIZEX[5];", "", "m:11: SIZEX is missing"),
        ("SIZEX[5]", "SIZEX[6]", "m:8: MAP: 5 fields where 6 belong"),
        ("SIZEX[5]", "SIZEX[99999999999999]", "m:1: SIZEX: the value is '99999999999999', not a number"),
        ("SIZEX[5]", "SIZEX[65]", "m:1: SIZEX: the value is 65, not in 3..64"),
        ("SIZEX[5]", "SIZEX[two]", "m:1: SIZEX: the value is 'two', not a number"),
        ("SIZEY[4]", "SIZEY[5]", "m:11: 4 MAP rows where SIZEY says 5"),
        ("TURNLIMIT[9]", "TURNLIMIT[0]", "m:2: TURNLIMIT: the value is 0, not in 1..9999"),
        ("HPTHRESHOLD[2]", "HPTHRESHOLD[-1]", "m:2: HPTHRESHOLD: the value is -1, not in 0..99999"),
        ("MAP[0,1,3,6,0]", "MAP[0,1,3,6,1]", "m:9: MAP: the border must be no-entry ground, 0"),
        ("MAP[0,1,3,6,0]", "MAP[0,1,3,7,0]", "m:9: MAP: a terrain is 7, not in 0..6"),
        ("MAP[0,1,3,6,0]", "MAP[0,1,3,\u0661,0]", "m:9: MAP: a terrain is '\u0661', not a number"),
        ("MAP[0,1,3,6,0];", "MAP[0,1,3", "m:9: MAP: 7 fields where 5 belong"),
        ("UNIT[1,1,", "UNIT[0,1,", "m:6: UNIT: a unit on no-entry ground at 0,1"),
        ("UNIT[1,1,", "UNIT[9,1,", "m:6: UNIT: x is 9, not in 0..4"),
        ("UNIT[1,1,", "UNIT[-1,1,", "m:6: UNIT: x is -1, not in 0..4"),
        ("UNIT[1,1,", "UNIT[3,2,", "m:7: UNIT: two units at 3,2"),
        ("infantry", "wizard", "m:6: UNIT: no kind of unit is called 'wizard'"),
        ("infantry,0,10,0", "infantry,2,10,0", "m:6: UNIT: the team is 2, not in 0..1"),
        ("infantry,0,10,0", "infantry,0,0,0", "m:6: UNIT: HP is 0, not in 1..99"),
        ("infantry,0,10,0", "infantry,0,10,2", "m:6: UNIT: finished is 2, not in 0..1"),
        ("infantry,0,10,0", "infantry,0,10", "m:6: UNIT: 5 fields where 6 belong"),
        ("infantry,0", "infantry,1", "m:11: each side needs a UNIT"),
        ("UNIT[3,2,panzer,1,8,1];", "UNIT[3,2,panzer,1,8,1;", "m:7: UNIT[ is never closed"),
        ("UNIT[1,1,", "UNIT[1,1,infantry,0,10,0];" * 61 + "UNIT[1,1,", "m:6: UNIT: more than 60 units"),
    ],
)
def test_a_bad_map_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(BadText) as error:
        read_map(SMALL.replace(old, new, 1).encode(), "m")
    assert str(error.value).startswith(message) and "\n" not in str(error.value)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(BadText, match="neither UTF-8 nor Shift_JIS"):
        read_map(SMALL.encode("utf-16"), "m")
    with pytest.raises(BadText, match="m:1: SIZEX is missing"):
        read_map(b"", "m")
    with pytest.raises(BadText, match="longer than"):
        read_map(b" " * 5_000_000, "m")


@given(st.binary() | st.text(), st.integers(0, len(SMALL)), st.integers(0, 20))
def test_a_damaged_map_is_a_map_or_bad_text(junk: bytes | str, at: int, cut: int) -> None:
    data = SMALL.encode()
    middle = junk if isinstance(junk, bytes) else junk.encode("utf-8", "replace")
    for damaged in (data[:at] + middle + data[at + cut :], data[:at], middle):
        try:
            field = read_map(damaged)
        except BadText as error:
            assert "\n" not in str(error)
        else:
            assert read_map(write_map(field)) == field


PIECES = [
    "MAP[",
    "UNIT[",
    "SIZEX[",
    "SIZEY[",
    "TURNLIMIT[",
    "]",
    ";",
    ",",
    "0",
    "9",
    "-1",
    "panzer",
    "COM[",
    "\n",
]


@given(st.lists(st.sampled_from(PIECES)))
def test_a_heap_of_pieces_is_a_record_or_bad_text(pieces: list[str]) -> None:
    for read in (read_map, read_record):
        with pytest.raises(BadText):
            read("".join(pieces))


# Games by name


def test_every_built_in_map_is_ours_and_reads() -> None:
    assert [name for name in games.names() if name.startswith("tubstap")] == names()
    for name in names():
        game = games.load(name)
        assert isinstance(game, Tubstap) and (game.name, game.map.author) == (name, "Referee")
        assert game.start().to_move() is Seat.FIRST
    assert load("").name == "tubstap/frontier"


def test_the_larger_maps_have_all_six_kinds_on_both_sides_alike() -> None:
    for name in ("frontier", "highland", "islands", "river"):
        units = load(name).map.units
        sides = [sorted((unit.kind.name, unit.hp) for unit in units if unit.seat is seat) for seat in Seat]
        assert sides[0] == sides[1] and len({kind for kind, _ in sides[0]}) == 6


def test_a_user_s_map_is_loaded_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my.tbsmap").write_text(SMALL, encoding="cp932")
    monkeypatch.chdir(tmp_path)
    for path in (f"tubstap/{tmp_path}/my.tbsmap", "tubstap/./my.tbsmap", "my.tbsmap"):
        game = games.find(path)
        assert isinstance(game, Tubstap) and game.map == read_map(SMALL)


def test_a_name_from_a_network_opens_no_file(tmp_path: Path) -> None:
    (tmp_path / "my.tbsmap").write_text(SMALL, encoding="cp932")
    with pytest.raises(UnknownGame):
        games.load(f"tubstap/{tmp_path}/my.tbsmap")


def test_the_name_of_a_game_on_a_user_s_map_carries_the_map(tmp_path: Path) -> None:
    (tmp_path / "my.tbsmap").write_text(SMALL, encoding="utf-8")
    game = open_file(f"{tmp_path}/my.tbsmap")
    carried = games.load(game.name)
    assert carried.name == game.name
    assert isinstance(carried, Tubstap) and " " not in carried.name
    assert (carried.map.rows, carried.map.units, carried.map.limit) == (game.map.rows, game.map.units, 9)
    assert carried.start().view(None) == game.start().view(None)


@pytest.mark.parametrize(
    "variant", ["nowhere", "nowhere.tbsmap", "../maps/frontier", ".tbsmap", "a\0.tbsmap", "a/b"]
)
def test_an_unknown_map_is_an_unknown_game(variant: str) -> None:
    with pytest.raises(UnknownGame) as error:
        games.find(f"tubstap/{variant}")
    assert "\n" not in str(error.value)


def test_a_bad_file_is_named_in_the_refusal(tmp_path: Path) -> None:
    path = tmp_path / "bad.tbsmap"
    path.write_text(SMALL.replace("panzer", "pandas"), encoding="utf-8")
    with pytest.raises(BadText) as error:
        open_file(str(path))
    assert str(error.value).startswith(f"{path}:7: UNIT: no kind of unit is called 'pandas'")


# Records


def test_a_record_says_what_is_in_its_text() -> None:
    record = read_record(GAME)
    assert record.moves == ("0:3,1x1", "0:3,1")
    assert (record.red, record.blue, record.date) == ("a", "b", "2026-01-01")
    assert record.comments == ((0, "why, [not]"),)
    assert [position.view(None) for position in record.positions()][-1] == "3 0I6@3,1 1p7@3,2"
    assert write_record(record) == GAME


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1,1,3,2,2,1,4", "1,1,3,2,2,1,3", "r:16: ACTION: its damages are 1,3, by the rules 1,4"),
        ("ACTION[0,3,1,1,1,1", "ACTION[0,3,1,2,1,1", "r:16: ACTION: unit 0 stands at 1,1, not at 2,1"),
        ("ACTION[0,3,1,1,1,1", "ACTION[0,2,1,1,1,1", "r:16: ACTION: '0:2,1x1': unit 1 is out of range"),
        ("ACTION[0,3,1,1,1,1", "ACTION[7,3,1,1,1,1", "r:16: ACTION: '7:3,1x1': there is no unit 7"),
        ("3,1,1,1,1,3,2,2,1,4", "3,1,1,1,1,3,2,5,1,4", "r:16: ACTION: no action has the type 5"),
        ("ACTION[0,3,1,1,1,1", "ACTION[0,3,1,1,1", "r:16: ACTION: 10 fields where 11 belong"),
        ("ACTION[0,3,1,1,1,1", "ACTION[x,3,1,1,1,1", "r:16: ACTION: a number is 'x', not a number"),
        ("TURNINFO[0,0,1]", "TURNINFO[0,0,2]", "r:15: TURNINFO: 2 actions promised, 1 there"),
        ("TURNINFO[0,0,1]", "TURNINFO[0,1,1]", "r:15: TURNINFO: turn 0 of team 1 after turn -1"),
        ("TURNINFO[0,0,1];", "", "r:16: ACTION: it is not its side's turn here"),
        ("TURNINFO[2,0,1];\n", "", "r:19: ACTION: it is not its side's turn here"),
        ("[not],0]", "[not],x]", "r:17: COM: the move is 'x', not a number"),
        ("TURNLIMIT[9]", "TURNLIMIT[1]", "r:20: ACTION: the game is over"),
    ],
)
def test_a_bad_record_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    assert old in GAME
    with pytest.raises(BadText) as error:
        read_record(GAME.replace(old, new, 1).encode(), "r")
    assert str(error.value).startswith(message) and "\n" not in str(error.value)


@given(st.binary(max_size=8), st.integers(0, len(GAME)), st.integers(0, 20))
@example(b"", GAME.index("TURNINFO[1"), 17)
def test_a_damaged_record_is_a_record_or_bad_text(junk: bytes, at: int, cut: int) -> None:
    data = GAME.encode()
    for damaged in (data[:at] + junk + data[at + cut :], data[:at]):
        try:
            record = read_record(damaged)
        except BadText as error:
            assert "\n" not in str(error)
        else:
            assert read_record(write_record(record)).moves == record.moves


@given(
    st.text() | st.lists(st.integers(-2, 12), min_size=11, max_size=11).map(lambda n: ",".join(map(str, n)))
)
def test_any_text_is_an_action_or_refused(text: str) -> None:
    position = Tubstap("", read_map(SMALL)).start()
    try:
        position.play(read_action(position, text))
    except (BadText, IllegalMove) as error:
        assert "\n" not in str(error)


def test_end_is_recorded_as_stays_and_surrender_as_itself() -> None:
    start = load("open-3v3").start()
    position = start.play("1:2,2")
    assert spelled_out(position, "end") == ["0:1,3", "2:3,1"]
    assert write_action(position, "end") == "-1,-1,-1,0,0,-1,0,0,3,0,0"
    assert write_action(position, "surrender") == "-1,-1,-1,0,0,-1,0,0,0,0,0"
    record = read_record(write_record(Record(start.map, ("1:2,2", "end", "surrender"))))
    assert record.moves == ("1:2,2", "0:1,3", "2:3,1", "surrender")
    assert read_record(write_record(record)) == record


def test_the_network_s_example_actions_are_moves() -> None:
    position = load("open-3v3").start()
    assert read_action(position, "0,1,4,1,3,-1,0,0,1,0,0") == "0:1,4"
    assert write_action(position, "0:1,4", damages=False) == "0,1,4,1,3,-1,0,0,1,0,0"
    assert read_action(position, "0,6,3,1,3,3,6,4,2,0,0") == "0:6,3x3"


@pytest.mark.parametrize("name", names())
def test_random_games_are_recorded_and_read_back(name: str) -> None:
    game, random = games.load(name), Random(7)
    assert isinstance(game, Tubstap)
    position, moves = game.start(), []
    while position.to_move():
        moves.append(random.choice(position.legal_moves()[:-1]))
        position = position.play(moves[-1])
    record = read_record(write_record(Record(game.map, tuple(moves), "x", "y", "today")).encode())
    assert list(record.positions())[-1] == position
    assert read_record(write_record(record)) == record


def test_every_record_of_the_original_reads_and_ends_as_it_did(oracle: Path) -> None:
    folder = oracle / "tubstap"
    with (folder / "sgf_results.csv").open() as file:
        rows = list(csv.DictReader(file))
    actions = 0
    for row in rows:
        record = read_record((folder / "sgf" / row["file"]).read_bytes(), row["file"])
        final = list(record.positions())[-1]
        outcome = final.outcome()
        assert outcome is not None
        assert outcome.winner == {"red": Seat.FIRST, "blue": Seat.SECOND, "draw": None}[row["winner"]]
        hp = str(final.hp(Seat.FIRST)), str(final.hp(Seat.SECOND))
        assert (str(final.ply), *hp) == (row["plies"], row["hp_red"], row["hp_blue"])
        assert read_record(write_record(record)) == record
        actions += len(record.moves)
    assert (len(rows), actions) == (24, 885)


def test_the_original_s_network_games_replay(oracle: Path) -> None:
    for name in ("net_client_red.log", "net_client_vs_csharp_muct.log"):
        lines = (oracle / "tubstap" / name).read_text(encoding="utf-8").splitlines()
        texts = [line.split("'")[1].replace("\\r\\n", "") for line in lines if "'" in line]
        field: Map = read_map(next(text for text in texts if text.startswith("MAP ")))
        position = Tubstap("", field).start()
        for text in texts:
            action = text.removeprefix("play ").removeprefix("= ")
            if action.count(",") == 10:
                position = position.play(read_action(position, action))
        assert lines[-1] == f"END red={position.hp(Seat.FIRST)} blue={position.hp(Seat.SECOND)}"

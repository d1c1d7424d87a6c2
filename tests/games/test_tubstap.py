"""TUBSTAP's rules: facts stated here, and the same rules against data from the original program."""

import csv
import gzip
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import BadText, IllegalMove, Outcome, Seat
from games.tubstap import Tubstap, TubstapPosition, load, names
from games.tubstap.maps import SEATS, Map, Unit
from games.tubstap.records import read_action, write_action
from games.tubstap.tables import KIND_NAMED, KINDS, TERRAINS, exchange

GOLDEN = Path(__file__).parents[1] / "goldens" / "tubstap.txt"
KIND = {kind.mark: kind for kind in KINDS}
FRONTIER = load("frontier")


def make(rows: list[str], units: str, limit: int = 20, threshold: int = 0) -> Tubstap:
    """A map drawn with terrain symbols, without its border; units as in a view."""
    codes = {terrain.symbol: code for code, terrain in enumerate(TERRAINS)}
    edge = (0,) * (len(rows[0]) + 2)
    ground = (edge, *((0, *(codes[symbol] for symbol in row), 0) for row in rows), edge)
    return Tubstap("", Map(ground, tuple(unit(word) for word in units.split()), limit, threshold))


def unit(word: str) -> Unit:
    """A unit as views show it, with a number of one figure."""
    head, cell = word.rstrip("*").split("@")
    x, y = cell.split(",")
    seat = Seat.FIRST if head[1].isupper() else Seat.SECOND
    return Unit(int(head[0]), KIND[head[1].upper()], seat, int(head[2:]), int(x), int(y), word.endswith("*"))


def refusal(position: TubstapPosition, move: str) -> str:
    assert move not in position.legal_moves()
    with pytest.raises(IllegalMove) as error:
        position.play(move)
    return str(error.value).partition(": ")[2]


def moves_of(position: TubstapPosition, number: int) -> list[str]:
    return [move for move in position.legal_moves() if move.startswith(f"{number}:")]


# Facts


@pytest.mark.parametrize(
    ("attacker", "defender", "stars", "expected"),
    [
        ("I10", "I10", (1, 1), (5, 3)),
        ("R10", "I10", (1, 3), (8, 0)),  # 9 if the rule page's 115 held
        ("I10", "R10", (0, 0), (1, 10)),  # 100 / 100
        ("I10", "R10", (0, 1), (0, 10)),  # 100 / 110
        ("P10", "P10", (1, 1), (5, 3)),
        ("U10", "I10", (0, 4), (6, 0)),  # a cannon is not answered
        ("I10", "U10", (1, 1), (1, 0)),  # and does not answer
        ("F10", "R10", (1, 1), (0, 7)),  # no power, and yet an answer
        ("A10", "P10", (1, 1), (10, 0)),  # the dead do not answer
        ("F10", "A10", (4, 4), (7, 0)),  # aircraft find no shelter
        ("I1", "I10", (1, 4), (0, 1)),
    ],
)
def test_an_exchange_is_as_the_program_computes_it(
    attacker: str, defender: str, stars: tuple[int, int], expected: tuple[int, int]
) -> None:
    ours = KIND[attacker[0]], int(attacker[1:]), stars[0]
    assert exchange(*ours, KIND[defender[0]], int(defender[1:]), stars[1]) == expected


def test_red_moves_all_its_units_and_then_blue() -> None:
    position = make(["...", "..."], "0I10@1,1 1I10@1,2 2i10@3,2").start()
    assert position.to_move() is Seat.FIRST
    position = position.play("1:1,2")
    assert (position.to_move(), position.view(None)) == (Seat.FIRST, "0 0I10@1,1 1I10@1,2* 2i10@3,2")
    assert refusal(position, "1:1,2") == "unit 1 has acted in this turn"
    position = position.play("0:2,1")
    assert (position.to_move(), position.view(None)) == (Seat.SECOND, "1 0I10@2,1 1I10@1,2 2i10@3,2")


def test_end_gives_up_the_rest_of_the_turn() -> None:
    position = make(["...", "..."], "0I10@1,1 1I10@1,2 2i10@3,2").start().play("0:2,1").play("end")
    assert position.view(None) == "1 0I10@2,1 1I10@1,2 2i10@3,2"


def test_surrender_loses_the_game_at_once() -> None:
    position = make(["..."], "0I10@1,1 1i10@3,1").start().play("0:1,1").play("surrender")
    assert position.outcome() == Outcome(Seat.FIRST, "second (Blue) surrendered")
    assert position.view(None) == "2 0I10@1,1 1i10@3,1 surrender"


def test_an_answer_counts_the_shelter_of_the_new_cell() -> None:
    position = make(["....", "..^%"], "0I10@1,1 1i10@4,1").start()
    assert position.play("0:3,1x1").view(None) == "1 0I7@3,1 1i5@4,1"
    forest = make(["...", "..%"], "0I10@1,1 1i10@3,1").start()
    assert forest.play("0:3,2x1").view(None) == "1 0I8@3,2 1i5@3,1"


def test_the_last_unit_killed_ends_the_game_at_once() -> None:
    position = make(["...."], "0P10@1,1 1P9@2,1 2i5@4,1").start().play("1:3,1x2")
    assert position.outcome() == Outcome(Seat.FIRST, "second (Blue) has no units left")
    assert (position.view(None), position.to_move(), position.legal_moves()) == (
        "1 0P10@1,1 1P9@3,1",
        None,
        [],
    )
    assert refusal(position, "0:1,1") == "the game is over"


def test_an_answer_may_kill_the_attacker_and_lose_the_game() -> None:
    position = make(["..."], "0F1@1,1 1r10@3,1").start().play("0:2,1x1")
    assert position.outcome() == Outcome(Seat.SECOND, "first (Red) has no units left")


def test_units_pass_through_their_own_and_not_through_enemies() -> None:
    own = make(["...."], "0I10@1,1 1I10@2,1 2i10@4,1").start()
    assert moves_of(own, 0) == ["0:1,1", "0:3,1", "0:3,1x2"]
    assert refusal(own, "0:2,1") == "a unit stands at 2,1"
    enemy = make(["...."], "0I10@1,1 1I10@4,1 2i10@2,1").start()
    assert moves_of(enemy, 0) == ["0:1,1", "0:1,1x2"]


@pytest.mark.parametrize(("mark", "last"), [("F", 10), ("A", 8), ("P", 5), ("U", 4), ("R", 5), ("I", 4)])
def test_each_kind_goes_as_far_as_its_steps(mark: str, last: int) -> None:
    position = make([".%..%.......", "............"], f"0{mark}10@1,1 1i10@12,2")
    walled = replace(position.map, rows=(*position.map.rows[:2], (0,) * 14, (0,) * 14))
    alone = TubstapPosition(walled, position.map.units, 0)
    assert alone.reach(alone.units[0]) == {(x, 1) for x in range(1, last + 1)}


@pytest.mark.parametrize(
    ("mark", "grounds"),
    [("F", ".~%^=&"), ("A", ".~%^=&"), ("P", ".%=&"), ("U", ".%=&"), ("R", ".%=&"), ("I", ".%^=&")],
)
def test_each_kind_enters_only_its_ground(mark: str, grounds: str) -> None:
    for symbol in "#.~%^=&":
        position = make([f".{symbol}...."], f"0{mark}10@1,1 1i10@6,1").start()
        assert ("0:2,1" in position.legal_moves()) == (symbol in grounds)


def test_a_unit_may_start_on_ground_it_could_not_enter_and_leave_it() -> None:
    position = make(["^...."], "0U10@1,1 1i10@5,1").start()
    assert moves_of(position, 0) == ["0:1,1", "0:2,1", "0:3,1", "0:4,1"]
    assert moves_of(position.play("0:2,1").play("end"), 0) == ["0:2,1", "0:3,1", "0:4,1", "0:2,1x1"]


def test_a_cannon_fires_at_two_or_three_steps_and_only_from_where_it_stood() -> None:
    position = make(["......"] * 2, "0U10@1,1 1i10@2,1 2i10@3,1 3i10@3,2 4i10@5,1").start()
    attacks = [move for move in moves_of(position, 0) if "x" in move]
    assert attacks == ["0:1,1x2", "0:1,1x3"]
    assert refusal(position, "0:1,2x3") == "a cannon may not move and attack"
    assert position.play("0:1,1x2").view(None) == "1 0U10@1,1 1i10@2,1 2i2@3,1 3i10@3,2 4i10@5,1"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("99:1,4", "there is no unit 99"),
        ("2:4,1", "unit 2 is the enemy's"),
        ("0:0,1", "a move is like"),
        ("0:7,1", "7,1 is no ground to enter"),
        ("0:6,2", "unit 0 cannot reach 6,2"),
        ("0:1,2", "a unit stands at 1,2"),
        ("0:3,1x1", "unit 1 is your own"),
        ("0:2,1x2", "unit 2 is out of range from 2,1"),
        ("0:3,1x7", "there is no unit 7 to attack"),
        ("00:1,1", "a move is like"),
        ("0:1,1 ", "a move is like"),
        ("0:1,1\n", "a move is like"),
        ("٠:1,1", "a move is like"),
        ("", "a move is like"),
        ("END", "a move is like"),
    ],
)
def test_a_bad_move_is_refused_in_plain_words(move: str, reason: str) -> None:
    position = make(["......", "......"], "0I10@1,1 1I10@1,2 2i10@4,1").start()
    assert refusal(position, move).startswith(reason)


def test_a_side_whose_units_have_all_acted_at_the_start_is_passed_over() -> None:
    rows = ["...."]
    assert make(rows, "0I10@1,1* 1i10@4,1").start().view(None) == "1 0I10@1,1 1i10@4,1"
    both = make(rows, "0I10@1,1* 1i10@4,1*").start()
    assert both.view(None) == "2 0I10@1,1 1i10@4,1"
    short = make(rows, "0I10@1,1* 1i10@4,1*", limit=1).start()
    assert short.outcome() == Outcome(
        None, "the turn limit came at 10 HP of first (Red) to 10 of second (Blue)"
    )


def test_a_unit_marked_finished_waits_only_for_its_first_turn() -> None:
    position = make(["....", "...."], "0I10@1,1* 1I10@1,2 2i10@4,1").start()
    assert moves_of(position, 0) == []
    assert moves_of(position.play("1:1,2").play("2:4,1"), 0) != []


@pytest.mark.parametrize(
    ("red", "blue", "winner"), [(10, 7, None), (10, 6, Seat.FIRST), (7, 10, None), (6, 10, Seat.SECOND)]
)
def test_the_limit_is_judged_by_more_than_the_threshold(red: int, blue: int, winner: Seat | None) -> None:
    position = make(["...."], f"0I{red}@1,1 1i{blue}@4,1", limit=3, threshold=3).start()
    for move in ("0:1,1", "1:4,1", "0:1,1"):
        assert position.outcome() is None
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None and outcome.winner is winner


def test_a_picture_shows_ground_and_units() -> None:
    game = make([".%~", "^=&"], "0I10@1,1 1i4@3,2", limit=9)
    assert game.picture("0 0I10@1,1 1i4@3,2").split("\n") == [
        "turn 0 of 9, HP [red]10[/]:[blue]4[/], Red to move",
        "   1    2    3",
        " 1 [dim].[/][bold red]I10[/] [dim]%[/]    [dim]~[/]",
        " 2 [dim]^[/]    [dim]=[/]    [dim]&[/][bold blue]i4 [/]",
    ]


def test_a_wide_map_is_drawn_small_with_its_units_below() -> None:
    game = make(["." * 60], "0I10@1,1 1i4@60,1")
    assert game.picture("0 0I10@1,1 1i4@60,1").split("\n")[2] == (
        "[bold red]0I10@1,1    [/][bold blue]1i4@60,1    [/]"
    )


# Views


@pytest.mark.parametrize("name", names())
def test_views_read_back_and_moves_become_actions_and_back(name: str) -> None:
    game, random = load(name.removeprefix("tubstap/")), Random(1)
    for position in play_out(game, random):
        view = position.view(None, reveal=True)
        assert game.read(view) == position
        assert len(view) < 900 and {position.view(seat) for seat in Seat} == {view}
        for move in random.sample(position.legal_moves(), min(5, len(position.legal_moves()))):
            assert read_action(position, write_action(position, move)) == move


def play_out(game: Tubstap, random: Random) -> list[TubstapPosition]:
    """Random play that never surrenders."""
    positions = [game.start()]
    while positions[-1].to_move():
        positions.append(positions[-1].play(random.choice(positions[-1].legal_moves()[:-1])))
    return positions


@pytest.mark.parametrize(
    "view",
    [
        "",
        "x",
        "0",
        "0 ",
        "0 0I10@1,1  1i10@3,1",
        "00 0I10@1,1 1i10@3,1",
        "21 0I10@1,1 1i10@3,1",
        "0 1i10@3,1 0I10@1,1",
        "0 0I10@1,1 1i10@1,1",
        "0 0I11@1,1 1i10@3,1",
        "0 0I0@1,1 1i10@3,1",
        "0 0i10@1,1 1i10@3,1",
        "0 0P10@1,1 1i10@3,1",
        "0 0I10@0,1 1i10@3,1",
        "0 0I10@9,1 1i10@3,1",
        "0 0I10@1,1* 1i10@3,1",
        "0 0I10@1,1 2i10@3,1",
        "0 0I10@1,1 1i10@3,1 surrender surrender",
    ],
)
def test_a_bad_view_is_refused(view: str) -> None:
    game = make(["..."], "0I10@1,1 1i10@3,1")
    with pytest.raises(BadText) as error:
        game.read(view)
    assert "\n" not in str(error.value)


@given(st.text() | st.from_regex(r"[0-9]{1,3}( [0-9][A-Za-z][0-9]{1,2}@[0-9],[0-9]\*?){0,9}( surrender)?"))
def test_any_text_is_a_view_or_bad_text(view: str) -> None:
    try:
        position = FRONTIER.read(view)
    except BadText:
        return
    assert position.view(None) == view
    assert FRONTIER.picture(view)


@given(st.text() | st.from_regex(r"[0-9]{1,2}:[0-9],[0-9](x[0-9])?", fullmatch=True))
def test_any_text_is_a_legal_or_an_illegal_move(move: str) -> None:
    position = FRONTIER.start()
    try:
        position.play(move)
    except IllegalMove:
        assert move not in position.legal_moves()
    else:
        assert move in position.legal_moves()


def test_a_game_is_as_written_down() -> None:
    *steps, final, outcome = GOLDEN.read_text().splitlines()
    position = load("frontier").start()
    for number, step in enumerate(steps):
        move = step.split()[3]
        facts = f"{number} {position.to_move()} {len(position.legal_moves())} {move} {position.view(None)}"
        assert step == facts
        position = position.play(move)
    assert (final, outcome) == (f"{len(steps)} over {position.view(None)}", str(position.outcome()))
    assert position.to_move() is None


# The original program's own words


def rows_of(path: Path) -> list[dict[str, Any]]:
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    return [json.loads(line) for line in text.splitlines()]


def units_of(rows: list[list[Any]]) -> tuple[Unit, ...]:
    return tuple(
        Unit(n, KIND_NAMED[kind], SEATS[team], hp, x, y, bool(f)) for n, kind, team, hp, x, y, f in rows
    )


@pytest.fixture(scope="module")
def maps(oracle: Path) -> dict[str, Tubstap]:
    return {
        row["map"]: Tubstap(row["map"], map_of(row)) for row in rows_of(oracle / "tubstap" / "maps.jsonl")
    }


def map_of(row: dict[str, Any]) -> Map:
    ground = tuple(tuple(codes) for codes in row["terrain_rows_y_x"])
    return Map(ground, units_of(row["units"]), row["turnlimit"], row["hpthreshold"])


def test_every_damage_is_the_original_s(oracle: Path) -> None:
    with gzip.open(oracle / "tubstap" / "damage_table.csv.gz", "rt") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        ours = KIND_NAMED[row["atk_type"]], int(row["atk_hp"]), int(row["atk_stars"])
        theirs = KIND_NAMED[row["def_type"]], int(row["def_hp"]), int(row["def_stars"])
        assert exchange(*ours, *theirs) == (int(row["damage"]), int(row["counter"]))
    assert len(rows) == 57_600


def test_every_legal_action_is_the_original_s(oracle: Path, maps: dict[str, Tubstap]) -> None:
    rows = rows_of(oracle / "tubstap" / "positions.jsonl.gz")
    for row in rows:
        position = TubstapPosition(maps[row["map"]].map, units_of(row["units"]), row["turn"])
        theirs = {
            (int(number), *cell, -1, 0, 0)
            for number, legal in row["legal"].items()
            for cell in legal["moves"]
        } | {(int(number), *attack) for number, legal in row["legal"].items() for attack in legal["attacks"]}
        ours = [
            (a.unit.number, *a.cell, a.target.number if a.target else -1, *position.strike(a))
            for a in position.actions()
        ]
        assert len(ours) == len(theirs) and set(ours) == theirs
        assert read_action(position, row["chosen"]["sgf"]) in position.legal_moves()
    assert len(rows) == 1_253


def test_every_game_goes_as_in_the_original(oracle: Path, maps: dict[str, Tubstap]) -> None:
    rows = rows_of(oracle / "tubstap" / "games.jsonl.gz")
    for row in rows:
        final = follow(maps[row["map"]].start(), row["steps"])
        outcome = final.outcome()
        assert outcome is not None
        assert outcome.winner == {"red": Seat.FIRST, "blue": Seat.SECOND, "draw": None}[row["result"]]
        assert (final.ply, final.hp(Seat.FIRST), final.hp(Seat.SECOND)) == (
            row["final_turn"],
            row["hp_red"],
            row["hp_blue"],
        )
    assert len(rows) == 280


def follow(position: TubstapPosition, steps: list[dict[str, Any]]) -> TubstapPosition:
    """Play the steps, comparing each position."""
    for step in steps:
        assert position.to_move() is SEATS[step["team"]] and position.ply == step["turn"]
        move, text = read_action(position, step["action"]["sgf"]), step["action"]["sgf"]
        assert write_action(position, move) == text
        after = position.play(move)
        expected = units_of(step["after"])
        if after.ply != position.ply:  # the original's flags are those before the turn ended
            mover = position.to_move()
            expected = tuple(replace(unit, acted=unit.acted and unit.seat is not mover) for unit in expected)
        if after.ply <= position.ply + 1:
            assert after.units == expected
        position = after
    return position


def test_what_the_original_s_checker_lets_through_is_refused(oracle: Path, maps: dict[str, Tubstap]) -> None:
    rows = json.loads((oracle / "tubstap" / "checker_quirks.json").read_text())
    allowed = set()
    for row in rows:
        if "sgf" not in row:
            continue
        name = "GAT_sato" if row["units"][0][1] == "fighter" else "map01"
        position = TubstapPosition(maps[name].map, units_of(row["units"]), 0)
        try:
            position.play(read_action(position, row["sgf"]))
        except IllegalMove:
            continue
        allowed.add(row["case"])
    assert allowed == {
        "legal move in reach",
        "stay in place",
        "turn end",
        "surrender",
        "panzer attacks adjacent enemy in place",
        "cannon (2,1) attacks target at distance 3 without moving",
        "fighter attacks panzer (power 0)",
    }
    attacks = next(row for row in rows if "attacks" in row)["attacks"]
    fighter = next(row for row in rows if "fighter attacks" in row["case"])
    position = TubstapPosition(maps["GAT_sato"].map, units_of(fighter["units"]), 0)
    assert len([move for move in moves_of(position, 0) if "x" in move]) == len(attacks)

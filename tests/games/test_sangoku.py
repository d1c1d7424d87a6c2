"""Sangoku's rules as Kato et al. (2013) give them, with the numbers that the paper leaves open."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

import games
from games.base import BadText, Chance, IllegalMove, Seat, UnknownGame
from games.sangoku import HOME, SKILLS, SQUARES, TABLE3, SangokuPosition, load

GOLDEN = Path(__file__).parents[1] / "goldens" / "sangoku.txt"
FALLEN = "-:0:50.50.50:bold:-"
START = (
    "1 first b1:1000:50.50.50:-:- c1:1000:50.50.50:-:- d1:1000:50.50.50:-:- "
    "b7:1000:50.50.50:-:- c7:1000:50.50.50:-:- d7:1000:50.50.50:-:- -"
)


def general(
    square: str, skill: str = "dash", hp: int = 1000, numbers: str = "50.50.50", marks: str = "-"
) -> str:
    return f"{square}:{hp}:{numbers}:{skill}:{marks}"


def battle(turn: int = 1, seat: str = "first", aim: str = "-", **generals: str) -> SangokuPosition:
    """A position of the generals named, all others fallen."""
    texts = [generals.get(letter, FALLEN) for letter in "ABCDEF"]
    return load("").read(" ".join([str(turn), seat, *texts, aim]))


def goes(position: SangokuPosition, letter: str) -> set[str]:
    return {move[2:] for move in position.legal_moves() if move.startswith(f"{letter}-")}


def acts(position: SangokuPosition) -> list[str]:
    return [move for move in position.legal_moves() if move[1] in "x!"]


def shown(position: SangokuPosition, letter: str) -> str:
    return position.view(None).split(" ")[2 + "ABCDEF".index(letter)]


def any_move(position: SangokuPosition, random: Random) -> str:
    faces = position.chances()
    if faces:
        return random.choices([face for face, _ in faces], [weight for _, weight in faces])[0]
    return random.choice(position.legal_moves())


def test_the_game_starts_with_three_even_generals_a_side_on_the_back_rows_and_skills_to_be_dealt() -> None:
    position = games.load("sangoku").start()
    assert position.view(None) == START
    assert position.to_move() is Chance.CHANCE
    assert position.legal_moves() == []
    assert [face for face, _ in position.chances()] == ["dash", "fire", "bold", "ram", "confuse"]


def test_chance_deals_the_six_skills_and_then_first_moves() -> None:
    position = load("").start()
    for skill in ("dash", "fire", "bold", "ram", "confuse", "fire"):
        assert position.to_move() is Chance.CHANCE
        position = position.play(skill)
    assert position.to_move() is Seat.FIRST
    assert position == load("dfbrcf").start()


def test_the_random_set_up_deals_each_number_from_1_to_100_too() -> None:
    position = load("random").start()
    assert shown(position, "A") == "b1:1000:-:-:-"
    assert [face for face, _ in position.chances()] == [str(number) for number in range(1, 101)]
    for face in ("1", "100", "50", "ram"):
        position = position.play(face)
    assert shown(position, "A") == "b1:1000:1.100.50:ram:-"
    assert len(position.chances()) == 100


def test_table_3_of_the_paper_is_a_set_up() -> None:
    position = load("table3").start()
    assert [(piece.numbers, piece.skill) for piece in position.generals] == list(TABLE3)
    assert shown(position, "F") == "d7:1000:58.97.23:ram:-"


def test_there_are_three_set_ups_by_name_and_any_six_skills_by_their_initials() -> None:
    assert [name for name in games.names() if name.startswith("sangoku")] == [
        "sangoku",
        "sangoku/random",
        "sangoku/table3",
    ]
    assert all(games.load(name).name == name for name in (*games.names(), "sangoku/dfbrcd"))
    for name in ("sangoku/", "sangoku"):
        assert games.load(name).name == "sangoku"
    for name in ("sangoku/dfbrc", "sangoku/dfbrcx", "sangoku/table4"):
        with pytest.raises(UnknownGame):
            games.load(name)


def test_everybody_sees_everything() -> None:
    position = load("table3").start()
    assert len({position.view(viewer) for viewer in (None, *Seat)}) == 1
    assert position.seen("A-b2", Seat.SECOND) == "A-b2"


def test_a_general_walks_four_squares_and_a_dashing_one_five() -> None:
    position = battle(A=general("a1", "bold"), B=general("f1", "dash"), D=general("f7", hp=1))
    assert goes(position, "A") == {
        "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "a4", "b4", "a5",
    }  # fmt: skip
    assert "f6" in goes(position, "B")
    assert "f5" not in goes(position, "A")


def test_who_steps_beside_an_enemy_goes_no_further_but_may_walk_away_from_one() -> None:
    position = battle(A=general("c3", "bold"), D=general("c4"))
    assert {"c5", "b5", "d5"}.isdisjoint(goes(position, "A"))
    assert {"b4", "d4", "b3", "a4", "a5", "c1"} <= goes(position, "A")
    assert "c4" not in goes(position, "A")


def test_a_general_passes_its_own_side_but_does_not_stop_on_it() -> None:
    position = battle(A=general("a1", "bold"), B=general("a2"), C=general("b1"), D=general("f7"))
    assert {"a2", "b1"}.isdisjoint(goes(position, "A"))
    assert {"a3", "c1", "a5", "e1"} <= goes(position, "A")


def test_an_attack_on_an_equal_costs_300_and_the_attacker_100() -> None:
    after = battle(A=general("c3"), D=general("c4")).play("AxD")
    assert shown(after, "A") == general("c3", hp=900, marks="a")
    assert shown(after, "D") == general("c4", hp=700)


def test_a_bold_attack_deals_two_percent_more() -> None:
    after = battle(A=general("c3", "bold"), D=general("c4")).play("AxD")
    assert (after.generals[0].hp, after.generals[3].hp) == (898, 694)


@pytest.mark.parametrize(("attack", "defence", "damage"), [(1, 100, 5), (100, 1, 594), (58, 51, 319)])
def test_damage_grows_with_attack_and_falls_with_defence(attack: int, defence: int, damage: int) -> None:
    by, at = general("c3", numbers=f"{attack}.50.50"), general("c4", numbers=f"50.{defence}.50")
    after = battle(A=by, D=at).play("AxD")
    assert (after.generals[0].hp, after.generals[3].hp) == (1000 - damage // 3, 1000 - damage)


def test_fire_reaches_two_squares_costs_nothing_and_goes_by_intellect() -> None:
    position = battle(
        A=general("c3", "fire", numbers="50.50.90"), D=general("d4"), E=general("c4"), F=general("f3")
    )
    assert acts(position) == ["AxE", "A!D", "A!E"]
    after = position.play("A!D")
    assert shown(after, "D") == general("d4", hp=1000 - 300 * 90 // 140)
    assert shown(after, "A") == general("c3", "fire", numbers="50.50.90", marks="a")


def test_a_ram_strikes_and_pushes_the_enemy_one_square() -> None:
    after = battle(A=general("c3", "ram"), D=general("c4")).play("A!D")
    assert shown(after, "D") == general("c5", hp=700)
    assert shown(after, "A") == general("c3", "ram", hp=900, marks="a")


def test_a_ram_needs_room_behind_the_enemy() -> None:
    assert acts(battle(A=general("c6", "ram"), D=general("c7"))) == ["AxD"]
    assert acts(battle(A=general("b3", "ram"), D=general("a3"))) == ["AxD"]
    assert acts(battle(A=general("c3", "ram"), B=general("c5"), D=general("c4"))) == ["AxD", "BxD"]


def test_confusion_is_rolled_by_chance_with_the_share_of_intellect() -> None:
    position = battle(A=general("c3", "confuse", numbers="50.50.75"), D=general("c5", numbers="50.50.25"))
    rolling = position.play("A!D")
    assert rolling.to_move() is Chance.CHANCE
    assert rolling.view(None).endswith(" AD")
    assert rolling.legal_moves() == []
    assert rolling.chances() == [("success", 0.75), ("failure", 0.25)]
    assert shown(rolling.play("success"), "D") == general("c5", numbers="50.50.25", marks="c")
    assert shown(rolling.play("failure"), "D") == general("c5", numbers="50.50.25")
    assert rolling.play("failure").to_move() is Seat.FIRST


def test_the_confused_lose_one_turn_and_cannot_be_confused_twice() -> None:
    position = battle(
        A=general("c3", "confuse"), B=general("b4", "confuse"), D=general("c5"), E=general("f7")
    )
    position = position.play("A!D").play("success")
    assert acts(position) == []
    position = position.play("end")
    assert {move[0] for move in position.legal_moves()} == {"E", "e"}  # E moves, or the turn ends
    with pytest.raises(IllegalMove, match="confused"):
        position.play("DxA")
    assert shown(position.play("end"), "D") == general("c5")


def test_a_seat_whose_generals_are_all_confused_loses_its_turn_by_itself() -> None:
    after = battle(A=general("c3"), D=general("c5", marks="c")).play("end")
    assert (after.turn, after.to_move()) == (2, Seat.FIRST)
    assert shown(after, "D") == general("c5")


def test_a_general_moves_once_and_acts_once_in_either_order() -> None:
    start = battle(A=general("c3"), B=general("a1"), D=general("c4"), E=general("f7"))
    struck = start.play("AxD")
    assert "A" not in {move[0] for move in acts(struck)}
    assert goes(struck, "A")
    moved = start.play("A-b4")
    assert goes(moved, "A") == set()
    assert acts(moved) == ["AxD"]
    assert goes(struck.play("A-b4"), "A") == set()
    with pytest.raises(IllegalMove, match="acted"):
        struck.play("AxD")
    with pytest.raises(IllegalMove, match="moved"):
        moved.play("A-b5")


def test_the_turn_passes_by_end_or_when_nothing_else_is_left() -> None:
    start = battle(A=general("c3"), D=general("f7"))
    assert start.play("end").to_move() is Seat.SECOND
    assert start.play("A-c2").to_move() is Seat.SECOND
    assert battle(A=general("c3"), D=general("c5")).play("A-c4").to_move() is Seat.FIRST


def test_a_turn_counts_when_both_have_moved() -> None:
    position = load("dddddd").start().play("end")
    assert (position.turn, position.mover) == (1, Seat.SECOND)
    position = position.play("end")
    assert (position.turn, position.mover) == (2, Seat.FIRST)


def test_who_loses_all_generals_loses() -> None:
    outcome = battle(A=general("c3"), D=general("c4", hp=300)).play("AxD").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Seat.FIRST, "first defeated all generals of second")
    outcome = battle(A=general("c3", hp=100), D=general("c4")).play("AxD").outcome()
    assert outcome is not None
    assert outcome.winner is Seat.SECOND


def test_it_is_a_draw_when_the_last_two_fall_together() -> None:
    after = battle(A=general("c3", hp=100), D=general("c4", hp=300)).play("AxD")
    assert after.to_move() is None
    assert after.legal_moves() == []
    assert after.chances() == []
    outcome = after.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "both sides fell together")


@pytest.mark.parametrize(
    ("first", "second", "winner"), [(501, 500, Seat.FIRST), (500, 501, Seat.SECOND), (500, 500, None)]
)
def test_after_ten_turns_the_larger_sum_of_hp_wins(first: int, second: int, winner: Seat | None) -> None:
    last = battle(10, "second", A=general("a1", hp=first), D=general("f7", hp=second))
    assert last.outcome() is None
    outcome = last.play("end").outcome()
    assert outcome is not None
    assert outcome.winner is winner
    assert "after 10 turns" in outcome.reason


def test_a_fallen_general_leaves_the_board_and_holds_nobody() -> None:
    after = battle(A=general("c3", "fire"), D=general("c4", hp=1), E=general("f7")).play("A!D")
    assert shown(after, "D") == "-:0:50.50.50:dash:-"
    assert "c7" in goes(after, "A")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("", "a move is"),
        ("A-c8", "a move is"),
        ("success", "a move is"),
        ("D-c5", "not yours"),
        ("C-c2", "has fallen"),
        ("A-c3", "may not stop"),
        ("A-f7", "cannot walk"),
        ("AxB", "no living enemy"),
        ("AxF", "no living enemy"),
        ("AxE", "does not stand beside"),
        ("A!D", "works by itself"),
        ("B!E", "does not reach"),
    ],
)
def test_a_refusal_says_why(move: str, words: str) -> None:
    position = battle(A=general("c3"), B=general("a1", "fire"), D=general("c4"), E=general("f7"))
    with pytest.raises(IllegalMove, match=words):
        position.play(move)


def test_nothing_is_legal_after_the_end_and_only_faces_are_when_dice_roll() -> None:
    over = battle(A=general("c3"))
    with pytest.raises(IllegalMove, match="over"):
        over.play("end")
    for position in (load("").start(), load("random").start(), battle_with_dice()):
        for move in ("end", "A-b2", "", "0", "101"):
            with pytest.raises(IllegalMove, match="chance"):
                position.play(move)


def battle_with_dice() -> SangokuPosition:
    return battle(A=general("c3", "confuse"), D=general("c5")).play("A!D")


def test_perft_from_a_set_up_with_every_skill_stays_what_it_was() -> None:
    position = load("dfbrcd").start()
    assert [perft(position, depth) for depth in (1, 2)] == [59, 2371]


def perft(position: SangokuPosition, depth: int) -> int:
    moves = [face for face, _ in position.chances()] or position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize("name", ["sangoku", "sangoku/random", "sangoku/table3"])
def test_every_position_of_random_games_can_be_read_back_and_drawn(name: str) -> None:
    game, random = games.load(name), Random(3)
    for _ in range(10):
        position = game.start()
        while position.to_move() is not None:
            assert game.read(position.view(None, reveal=True)) == position
            assert sum(weight for _, weight in position.chances()) == pytest.approx(
                1 if position.chances() else 0
            )
            assert isinstance(position, SangokuPosition)
            position = position.play(any_move(position, random))
        assert game.read(position.view(None)) == position
        lines = Text.from_markup(game.picture(position.view(None))).plain.splitlines()
        assert max(map(len, lines)) < 80


def test_the_picture_shows_hp_on_the_board_and_the_states_below() -> None:
    position = battle(A=general("c3", "fire", 850, marks="m"), D=general("c4", "ram", marks="c"))
    lines = Text.from_markup(load("").picture(position.view(None))).plain.splitlines()
    assert lines[0] == "turn 1, first"
    assert lines[4:6] == ["4     ·     · D1000     ·     ·     ·", "3     ·     · A 850     ·     ·     ·"]
    assert lines[8] == "      a     b     c     d     e     f"
    assert lines[9] == "A attack/defence/intellect   50  50  50 fire     moved"
    assert lines[10] == "B attack/defence/intellect   50  50  50 bold     fallen"
    assert lines[12] == "D attack/defence/intellect   50  50  50 ram      confused"


@pytest.mark.parametrize(
    "change",
    [
        ("1 first", "0 first"),
        ("1 first", "11 second"),
        ("1 first", "1 third"),
        ("1 first", "01 first"),
        ("b1:1000", "b1:1001"),
        ("b1:1000", "b1:0"),
        ("b1:1000", "c1:1000"),
        ("b1:1000", "g1:1000"),
        ("b1:1000:50", "b1:1000:0"),
        ("b1:1000:50", "b1:1000:٥"),
        ("b1:1000:50.50.50", "b1:1000:50.50"),
        ("dash:-", "dash:mm"),
        ("d7:1000:50.50.50:bold:-", "d7:1000:50.50.50:bold:m"),
        ("bold:- -", "bold:- AD"),
        ("bold:- -", "bold:-"),
        ("bold:- -", "bold:- - -"),
    ],
)
def test_a_view_that_no_rule_allows_is_bad_text(change: tuple[str, str]) -> None:
    view = load("dbbbbb").start().view(None)
    assert change[0] in view
    with pytest.raises(BadText):
        load("").read(view.replace(*change, 1))


WORDS = st.sampled_from(
    ["1", "10", "11", "first", "second", "-", "AD", "FA", "ma", "c", "0", "1000", "50.50.50", *SKILLS, *HOME]
)


@given(st.text() | st.lists(WORDS | st.sampled_from([" ", ":", "."])).map("".join))
def test_readers_raise_only_bad_text(text: str) -> None:
    for read in (load("").read, load("").picture):
        with pytest.raises(BadText):
            read(text)


@given(st.data())
def test_a_view_with_words_changed_is_bad_text_or_a_sound_position(data: st.DataObject) -> None:
    parts = load("cfrcfr").start().play("A-b5").play("A!D").view(None).replace(" ", " : ").split(":")
    for _ in range(data.draw(st.integers(1, 4))):
        parts[data.draw(st.integers(0, len(parts) - 1))] = data.draw(WORDS)
    text = ":".join(parts).replace(": :", " ")
    try:
        position = load("").read(text)
    except BadText:
        return
    assert position.view(None) == text
    for move in [face for face, _ in position.chances()] or position.legal_moves():
        after = position.play(move)
        assert load("").read(after.view(None)) == after


@given(
    st.text(max_size=5)
    | st.builds("{}{}{}".format, *map(st.sampled_from, ("ABCDEF", "-x!", ["D", *SQUARES])))
)
def test_what_is_not_listed_is_refused_and_what_is_listed_is_played(move: str) -> None:
    position = load("fcrdbd").start().play("A-b5").play("B-c5")
    if move in position.legal_moves():
        assert position.play(move) != position
    else:
        with pytest.raises(IllegalMove):
            position.play(move)


def facts(position: SangokuPosition, ply: int, move: str) -> str:
    moves = len(position.chances()) or len(position.legal_moves())
    return f"{ply} {position.to_move()} {moves} {move} {position.view(None)} {position.outcome()}"


def playthrough(name: str, random: Random) -> list[str]:
    """One random game for the golden file: python -m tests.games.test_sangoku writes it anew."""
    position = load(name).start()
    lines: list[str] = []
    while position.to_move() is not None:
        move = any_move(position, random)
        lines.append(facts(position, len(lines), move))
        position = position.play(move)
    return [f"# {load(name).name}", *lines, facts(position, len(lines), "-")]


def test_the_golden_games_replay_without_a_random_source_fact_by_fact() -> None:
    for part in GOLDEN.read_text(encoding="utf-8").split("# ")[1:]:
        name, *lines = part.splitlines()
        position = load(name.partition("/")[2]).start()
        for ply, line in enumerate(lines):
            move = line.split(" ")[3]
            assert facts(position, ply, move) == line
            position = position if move == "-" else position.play(move)
        assert position.to_move() is None


if __name__ == "__main__":
    games_played = [*playthrough("", Random(10)), *playthrough("table3", Random(2))]
    GOLDEN.write_text("\n".join(games_played) + "\n", encoding="utf-8")

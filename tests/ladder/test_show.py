"""What is shown: bars, standings, the live scoreboard at two sizes of terminal, and its highlights."""

from collections.abc import Iterator
from io import StringIO
from random import Random
from typing import Literal

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

import games
from cli.paced import Paced
from cli.scoreboard import Scoreboard
from games.base import Chance, Position
from ladder.event import Event, read_event
from ladder.formats import Swiss
from ladder.formats.rehearsal import rehearse
from ladder.highlights import highlights, lead_change
from ladder.news import Ended, Line, progress, tally
from ladder.placing import place, rests
from ladder.points import Rules, standings
from ladder.result import Result as Stored
from ladder.show import event_standings
from ladder.show import standings as standings_table
from ladder.show.bar import Bar, Scale
from ladder.versus import versus
from protocol.messages import Board, Ending, Message, Result, Score, Table, Text

NAMES = ["alpha", "TachikiSystemPlayer", "mo2000", "kim", "eve", "bob"]
WHY = {
    "first": "first escaped with a blue piece",
    "second": "second took all four blue pieces",
    "-": "200 moves were played",
}


def drawn(what: RenderableType, width: int = 80, height: int = 24) -> list[str]:
    console = Console(width=width, height=height, record=True, file=StringIO())
    console.print(what)
    return [line.rstrip() for line in console.export_text().splitlines()]


def stored(id: int, first: str, second: str, letter: str, slot: str = "", event: str = "") -> Stored:
    winners: dict[str, Literal["first", "second"] | None] = {"W": "first", "D": None, "L": "second"}
    return Stored(id, "go9", first, second, winners[letter], "rules", "", 9, 1, 1, 0, event, slot)


# Bars and tables


def test_an_interval_is_drawn_on_the_scale_of_its_table() -> None:
    scale = Scale(-100, 100)
    assert Bar(0, 50, scale).drawn(21) == "     ├────●────┤     "
    assert Bar(-100, 0, scale).drawn(5) == "●    "
    assert Bar(90, 300, scale).drawn(11) == "├─────────●"
    assert Bar(0, None, scale).drawn(5) == "━━●  "
    assert Bar(3, None, Scale(3, 3)).drawn(5) == "━━●  "


def test_a_name_is_never_markup() -> None:
    assert any("[red]x" in line for line in drawn(standings_table([Line("[red]x", 1)])))


def test_points_for_a_rest_are_a_column_and_tie_breaks_have_their_names() -> None:
    rules = Rules(1, 0.5, 0, ties=("buchholz", "time"))
    table = standings([stored(1, "A", "B", "D")], ["A", "B", "C"], rules, {"C": 1.0})
    lines = drawn(event_standings(table, rules))
    assert lines[2].split() == ["#", "player", "points", "won", "drawn", "lost", "rests", "buchholz", "time"]
    assert [line.split() for line in lines[4:]] == [
        ["1", "C", "1", "0", "0", "0", "1", "0", "0"],
        ["2", "A", "0.5", "0", "1", "0", "0", "0.5", "-1"],
        ["2", "B", "0.5", "0", "1", "0", "0", "0.5", "-1"],
    ]


def test_a_slot_that_was_recorded_twice_counts_once() -> None:
    twice = [stored(1, "A", "B", "W", "A B/1/1"), stored(2, "A", "B", "L", "A B/1/1")]
    assert tally(twice) == [Line("A", 1, 0, 0), Line("B", 0, 0, 1)]


def test_rests_found_by_counting_are_those_of_the_format() -> None:
    players = ("a", "b", "c", "d", "e")
    for rounds in (1, 3, 5):
        form = Swiss(players, ("go9",), rounds=rounds, cycles=2)
        results = rehearse(form, lambda game, number: stored(number, game.first, game.second, "W", game.slot))
        bots = "".join(f'[[bot]]\nname = "{name}"\nengine = "random"\n' for name in players)
        text = f'name = "s"\nformat = "swiss"\nrounds = {rounds}\n[points]\nwin = 1\n{bots}'
        counted = {name: form.rests(results).count(name) * 2.0 for name in players}
        assert rests(read_event(text, "s.toml"), results) == counted
        assert sum(counted.values()) == 2.0 * rounds


def test_pairs_of_different_events_are_kept_apart_and_free_games_are_no_pairs() -> None:
    games = [
        *(stored(1, "A", "B", "W", "A B/1/1", "one"), stored(2, "B", "A", "L", "A B/1/2", "one")),
        *(stored(3, "A", "B", "L", "A B/1/1", "two"), stored(4, "B", "A", "L", "A B/1/2", "two")),
        *(stored(5, "A", "B", "L", "A B/3/1", "two"), stored(6, "B", "A", "W", "A B/3/2", "two")),
        *(stored(7, "A", "B", "W"), stored(8, "B", "A", "D")),
    ]
    found = versus(games, "A", "B")
    assert found.games == (3, 1, 4)
    assert found.pairs == (1, 0, 1, 0, 1)
    assert found.scores == (2.0, 1.0), "the second pair is missing: the third waits"


# Highlights and progress


def ended(id: int, first: str, second: str, winner: str | None, why: str = "", how: str = "rules") -> Ended:
    return Ended(id, first, second, winner, how, 40, why)


def test_an_escape_and_a_draw_by_the_limit_are_highlights() -> None:
    assert highlights(ended(7, "A", "B", "second", "second escaped with a blue piece"), {}, {}) == [
        "game 7: B escaped from A"
    ]
    for why in (
        "200 moves were played",
        "the turn limit came at 5 HP of first (Red) to 5 of second (Blue)",
        "both sides have 3 HP after 30 turns",
        "the areas with komi are equal after 162 moves",
    ):
        assert highlights(ended(8, "A", "B", None, why), {}, {}) == [f"game 8: A and B drew, {why}"]
    assert highlights(ended(9, "A", "B", None, "both sides fell together"), {}, {}) == []
    assert highlights(ended(9, "A", "B", "first", "B escaped too slowly", "time"), {}, {}) == []


def test_a_win_against_a_clearly_better_one_is_an_upset() -> None:
    win = ended(3, "A", "B", "first")
    lines = {"A": Line("A", 2, 0, 8), "B": Line("B", 8, 0, 2)}
    assert highlights(win, lines, {}) == ["game 3: upset, A beat B (20% before, against 80%)"]
    assert highlights(ended(3, "B", "A", "first"), lines, {}) == []
    level = {"A": Line("A", 5, 0, 5), "B": Line("B", 5, 0, 5)}
    assert highlights(win, level, {"A": -60.0, "B": 100.0}) == ["game 3: upset, A beat B (160 Elo below)"]
    assert highlights(win, level, {"A": -60.0, "B": 80.0}) == []
    few = {"A": Line("A", 0, 0, 4), "B": Line("B", 4, 0, 0)}
    assert highlights(win, few, {}) == []


def test_a_lead_change_names_the_game_of_the_new_or_the_old_leader() -> None:
    latest = [ended(9, "C", "D", "first"), ended(8, "D", "A", "first"), ended(7, "B", "D", "first")]
    assert lead_change("A", "B", latest) == "game 8: B takes the lead from A"
    assert lead_change("A", "A", latest) is lead_change(None, "A", latest) is lead_change("A", None, latest)


def test_progress_says_how_long_it_will_take() -> None:
    assert progress(0, None, 0, 0.0) == "0 games"
    assert progress(30, None, 10, 60.0) == "30 games, 10.0 a minute"
    # Ten of the thirty were played in this minute: the sixty to go take six.
    assert progress(30, 90, 10, 60.0) == "30 of 90 games, 33%, 10.0 a minute, about 6 min 00 s to go"
    assert progress(30, 10_030, 10, 60.0).endswith("about 16 h 40 min to go")
    assert progress(85, 90, 10, 60.0).endswith("about 30 s to go")
    assert progress(90, 90, 10, 60.0) == "90 of 90 games, 100%, 10.0 a minute"


def test_a_paced_value_is_worked_out_only_when_something_changed_and_the_pause_is_over() -> None:
    clock, calls = [0.0], [0]

    def work() -> int:
        calls[0] += 1
        clock[0] += 0.5
        return calls[0]

    paced = Paced(work, 3.0, lambda: clock[0])
    assert (paced.value(1), paced.value(1)) == (1, 1)
    assert paced.value(2) == 1, "half a second of work is followed by ten of rest"
    clock[0] = 10.4
    assert paced.value(2) == 1
    clock[0] = 10.5
    assert (paced.value(2), paced.last) == (2, 2)


# The live scoreboard


class Feed:
    """What a referee tells those who watch: random games that end at once, then some that run."""

    def __init__(self, names: list[str], game: str = "geister") -> None:
        self.names, self.game, self.random = names, game, Random(1)
        self.scores = {name: [0, 0, 0] for name in names}
        self.id = 0

    def over(self, first: str, second: str, winner: str) -> Iterator[Message]:
        self.id += 1
        yield Table(self.id, self.game, first, second, "10/move")
        yield Result(self.id, winner, Ending.RULES, 40, Text(WHY[winner]))
        for name, seat in ((first, "first"), (second, "second")):
            self.scores[name][1 if winner == "-" else 0 if winner == seat else 2] += 1
            yield Score(name, *self.scores[name])

    def some_over(self, count: int) -> Iterator[Message]:
        for _ in range(count):
            first, second = self.random.sample(self.names, 2)
            yield from self.over(first, second, self.random.choice(list(WHY)))

    def running(self, count: int) -> Iterator[Message]:
        for _ in range(count):
            self.id += 1
            first, second = self.random.sample(self.names, 2)
            yield Table(self.id, self.game, first, second, "10/move")
            yield Board(self.id, 4, "first", 9300, 600_000, "B,N", Text(middle(self.game).view(None)))


def middle(game: str) -> Position:
    position = games.load(game).start()
    for _ in range(4):
        rolls = position.to_move() is Chance.CHANCE
        position = position.play(position.chances()[0][0] if rolls else position.legal_moves()[0])
    return position


def console(width: int, height: int) -> Console:
    return Console(width=width, height=height, record=True, file=StringIO())


def screen(board: Scoreboard, on: Console) -> list[str]:
    on.print(board)
    return [line.rstrip() for line in on.export_text().splitlines()]


@pytest.mark.parametrize("size", [(80, 24), (120, 50)])
@pytest.mark.parametrize("players", [0, 2, 6, 30])
@pytest.mark.parametrize(
    ("game", "running"), [("geister", 0), ("geister", 3), ("geister", 40), ("tubstap/river", 3), ("go9", 5)]
)
def test_the_scoreboard_fits_the_terminal(
    size: tuple[int, int], players: int, game: str, running: int
) -> None:
    on = console(*size)
    board = Scoreboard(on, total=500)
    feed = Feed([*NAMES, *(f"player{number}" for number in range(24))][:players], game)
    if players:
        for message in [*feed.some_over(60), *feed.running(running)]:
            board.hear(message)
    lines = screen(board, on)
    assert len(lines) < size[1] and max(map(cell_len, lines)) <= size[0]
    assert lines[0].startswith("60 of 500 games, 12%" if players else "0 of 500 games")
    if players:
        assert sum("●" in line and "━" in line for line in lines) >= min(players, 7) - 1
        assert any(line.startswith("60 ") for line in lines), "the latest ending is always there"
        assert any(line.startswith("★ game ") for line in lines)
        assert not running or any("game 61" in line for line in lines)


def test_in_80_columns_four_players_have_everything() -> None:
    on, clock = console(80, 24), [0.0]
    board = Scoreboard(on, total=14, now=lambda: clock[0])
    feed = Feed(["ann", "bob", "cat", "dan"])
    for first, second, winner in [
        *(("ann", "bob", "first"), ("bob", "ann", "second"), ("ann", "cat", "-"), ("cat", "bob", "second")),
        *(("dan", "bob", "first"), ("cat", "dan", "-"), ("ann", "dan", "first")),
    ]:
        for message in feed.over(first, second, winner):
            board.hear(message)
    for message in feed.running(1):
        board.hear(message)
    clock[0] = 70.0
    lines = screen(board, on)
    assert lines[0] == "7 of 14 games, 50%, 6.0 a minute, about 1 min 10 s to go"
    assert lines[1].split() == ["#", "player", "games", "won", "drew", "lost", "score", "Elo", *"1234"]
    rows = [line.split() for line in lines[2:6]]
    assert [row[:7] for row in rows] == [
        ["1", "ann", "4", "3", "1", "0", "87.5%"],
        ["2", "dan", "3", "1", "1", "1", "50.0%"],
        ["3", "cat", "3", "0", "2", "1", "33.3%"],
        ["4", "bob", "4", "1", "0", "3", "25.0%"],
    ]
    assert [row[8:12] for row in rows] == [
        ["\\", "W", "D", "WW"],
        ["L", "\\", "D", "W"],
        ["D", "D", "\\", "L"],
        ["LL", "L", "W", "\\"],
    ]
    assert rows[0][12].endswith("━●")
    assert "▶" in lines[16] and "0:09.3" in lines[16] and "10:00.0" in lines[6]
    assert lines[17] == "★ game 7: ann escaped from dan"


def test_a_new_leader_is_announced_once() -> None:
    on = console(80, 24)
    board, feed = Scoreboard(on), Feed(["ann", "bob"])
    for winner in ["first"] * 5 + ["second"] * 6:
        for message in feed.over("ann", "bob", winner):
            board.hear(message)
        lines = screen(board, on)
    leads = [line for line in screen(board, on) if "takes the lead" in line]
    assert leads == ["★ game 11: bob takes the lead from ann"]
    assert lines[2].split()[:2] == ["1", "bob"]


CUP = """
name = "cup"
[points]
win = 3
draw = 1
ties = ["wins"]
[[bot]]
name = "ann"
engine = "random"
[[bot]]
name = "bob"
engine = "random"
[[bot]]
name = "cat"
engine = "random"
"""


def cup() -> Event:
    return read_event(CUP, "cup.toml")


def test_the_scoreboard_of_an_event_follows_its_rules_and_goes_on_from_its_past() -> None:
    past = [
        stored(1, "ann", "bob", "W", "ann bob/1/1", "cup"),
        stored(2, "bob", "ann", "D", "ann bob/1/2", "cup"),
    ]
    on, feed = console(80, 24), Feed(["ann", "bob", "cat"])
    board = Scoreboard(on, total=6, event=cup(), past=past, now=lambda: 0.0)
    feed.id = 2
    screen(board, on)
    for first, second, winner in [("cat", "bob", "first"), ("bob", "cat", "second")]:
        for message in feed.over(first, second, winner):
            board.hear(message)
    lines = screen(board, on)
    assert lines[0].startswith("4 of 6 games, 67%")
    assert lines[1].split() == ["#", "player", "points", "won", "drawn", "lost", "wins", "Elo", "1", "2", "3"]
    assert [line.split()[:7] for line in lines[2:5]] == [
        ["1", "cat", "6", "2", "0", "0", "2"],
        ["2", "ann", "4", "1", "1", "0", "1"],
        ["3", "bob", "1", "0", "1", "3", "0"],
    ]
    assert "★ game 4: cat takes the lead from ann" in lines
    assert [row.player for row in place(cup(), past)] == ["ann", "bob", "cat"]


def test_who_joins_late_is_told_from_how_many_games_the_ratings_are() -> None:
    on, feed = console(80, 24), Feed(["ann", "bob"])
    list(feed.some_over(20))
    board = Scoreboard(on)
    for message in [*(Score(name, *score) for name, score in feed.scores.items()), *feed.some_over(1)]:
        board.hear(message)
    assert screen(board, on)[0].endswith("; Elo from the 1 seen here")


def test_stopped_games_are_shown_and_count_for_nothing() -> None:
    on = console(80, 24)
    board = Scoreboard(on)
    board.hear(Table(1, "geister", "ann", "bob", "10/move"))
    board.hear(Result(1, "-", Ending.STOPPED, 3, Text("the referee was stopped")))
    lines = screen(board, on)
    assert lines[0] == "0 games"
    assert lines[-1].split()[:6] == ["1", "ann", "bob", "-", "3", "stopped"]

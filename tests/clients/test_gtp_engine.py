"""Our Go engines as GTP programs: exact dialogues, and a whole program on stdin and stdout."""

import subprocess
from random import Random

import pytest

import engines
from clients.gtp_engine import UNTIMED, GtpEngine, Times
from engines.base import Engine, Limit
from games.base import Move, Seat
from tests.processes import COMMAND, ROOT, command

BOARD = """= \n   A B C D E F G H J
 9 . . . . . . . . .
 8 . . . . . . . . .
 7 . . . . . . . . .
 6 . . . . . . . . .
 5 . . . . X . . . .
 4 . . . . . . . . .
 3 . . O . . . . . .
 2 . . . . . . . . .
 1 . . . . . . . . .
   A B C D E F G H J"""


class Script(Engine):
    """Plays the moves of a list, and keeps what it was told."""

    def __init__(self, *moves: Move) -> None:
        super().__init__(Random(1))
        self.moves = list(moves)
        self.told: list[str] = []
        self.limits: list[float] = []

    def saw(self, by: str, move: Move) -> None:
        self.told.append(f"{by} {move}")

    def choose(self, view: str, limit: Limit) -> Move:
        self.limits.append(limit.left)
        assert self.game.read(view).to_move() is self.seat
        return self.moves.pop(0)


def dialogue(program: GtpEngine, text: str) -> None:
    """Lines "> command" and "< answer"; an answer may go on without a mark."""
    for step in text.strip().split("\n> "):
        said, _, expected = step.removeprefix("> ").partition("\n")
        assert str(program.answer(said)).rstrip() == expected.replace("< ", "").strip(), said


def test_a_controller_gets_to_know_the_program() -> None:
    dialogue(
        GtpEngine(Script(), "script", "0.1"),
        """
> 1 protocol_version
< =1 2
> name
< = Referee script
> version
< = 0.1
> known_command genmove
< = true
> known_command fixed_handicap
< = false
> 007 known_command
< ?007 syntax error
""",
    )


def test_a_game_is_set_up_and_played_and_scored() -> None:
    program = GtpEngine(Script("C3"), "script", "0.1")
    dialogue(
        program,
        f"""
> boardsize 9
< =
> clear_board
< =
> komi 6.5
< =
> play black e5
< =
> genmove w
< = C3
> showboard
< {BOARD}
> final_score
< = W+6.5
> play b pass
< =
> play W PASS
< =
> genmove b
< = pass
> undo
< =
> undo
< =
> quit
< =
""",
    )
    assert program.over


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("boardsize 19", "? unacceptable size"),
        ("boardsize nine", "? syntax error"),
        ("boardsize", "? syntax error"),
        ("play b", "? syntax error"),
        ("play red E5", "? syntax error"),
        ("play b I5", "? syntax error"),
        ("play b resign", "? syntax error"),
        ("play b E10", "? illegal move"),
        ("play b D4", "? illegal move"),
        ("genmove", "? syntax error"),
        ("komi many", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("time_left b -1 0", "? syntax error"),
        ("time_settings 1 2", "? syntax error"),
        ("fixed_handicap 2", "? unknown command"),
        ("Genmove b", "? unknown command"),
        ("5", "?5 unknown command"),
    ],
)
def test_a_failure_is_told_in_the_words_of_the_draft_and_changes_nothing(line: str, answer: str) -> None:
    program = GtpEngine(Script(), "script", "0.1")
    assert str(program.answer("play w D4")) == "=\n\n"
    before = program.answer("showboard")
    assert str(program.answer(line)) == f"{answer}\n\n"
    assert program.answer("showboard") == before


def test_nothing_is_answered_where_nothing_is_asked() -> None:
    program = GtpEngine(Script(), "script", "0.1")
    assert [program.answer(line) for line in ("", "\r\n", "# comment")] == [None] * 3


def test_no_more_moves_are_undone_than_were_made() -> None:
    dialogue(
        GtpEngine(Script(), "script", "0.1"),
        "> play b E5\n< =\n> play b D5\n< =\n> undo\n< =\n> undo\n< =\n> undo\n< ? cannot undo",
    )


def test_the_rules_are_those_of_go9() -> None:
    dialogue(
        GtpEngine(Script(), "script", "0.1"),
        "> play b B1\n< =\n> play w E5\n< =\n> play b A2\n< =\n> play w A1\n< ? illegal move",
    )


def test_a_colour_may_move_twice_running_and_the_engine_hears_of_a_pass_between() -> None:
    script = Script("E5", "C3")
    program = GtpEngine(script, "script", "0.1")
    dialogue(program, "> play b D4\n< =\n> genmove b\n< = E5")
    assert script.told == ["first D4", "second pass"]
    dialogue(program, "> undo\n< =\n> genmove w\n< = C3")


def test_a_move_that_is_only_asked_about_is_not_played() -> None:
    dialogue(
        GtpEngine(Script("E5"), "script", "0.1"),
        "> reg_genmove b\n< = E5\n> final_score\n< = W+7\n> undo\n< ? cannot undo",
    )


def test_the_engine_knows_its_clock() -> None:
    script = Script("A1", "B1", "C1", "D1")
    program = GtpEngine(script, "script", "0.1")
    for line in (
        "genmove b",
        "time_settings 60 10 2",
        "genmove w",
        "time_left b 30 0",
        "genmove b",
        "time_left w 8 2",
        "genmove w",
    ):
        program.answer(line)
    assert script.limits == [UNTIMED, 65.0, 35.0, 4.0]


def test_byoyomi_for_no_stones_means_no_limit() -> None:
    times = Times()
    times.settle(0, 1, 0)
    assert times.limit(Seat.FIRST) == UNTIMED


@pytest.mark.parametrize("name", [name for name in engines.CATALOGUE if engines.plays(name, "go9")])
def test_every_engine_of_the_game_answers_on_stdin_and_stdout(name: str) -> None:
    words = "1 boardsize 9\r\n\xff\n2 genmove b\n3 play w pass\n4 genmove b\nquit\nname\n"
    ran = subprocess.run(
        [*COMMAND, "gtp", name, "--seed", "1"],
        cwd=ROOT,
        input=words.encode("latin-1"),
        capture_output=True,
        timeout=60,
        check=True,
    )
    answers = ran.stdout.decode().split("\n\n")
    assert [answer.split(" ")[0] for answer in answers] == ["=1", "?", "=2", "=3", "=4", "=", ""]


@pytest.mark.parametrize(
    ("name", "why"), [("geister-rule", "does not play go9"), ("nobody", "no engine is called 'nobody'")]
)
def test_an_engine_that_does_not_play_go_is_refused(name: str, why: str) -> None:
    ran = command("gtp", name)
    assert (ran.returncode, ran.stdout) == (2, "") and why in ran.stderr

"""The CGOS dialect without a network: what the messages of one moment become together."""

import pytest

from games.base import Seat
from protocol.cgos import Cgos
from protocol.messages import (
    Ending,
    Fate,
    Go,
    Hello,
    Message,
    Moved,
    Opened,
    Over,
    Play,
    Ready,
    Refusal,
    Refused,
    Seated,
    Text,
)

BLACK, WHITE = Seat.FIRST, Seat.SECOND
SEATED = Seated(1, "go9", BLACK, "gnugo-l1", "fuego50", "60~0.25")
SETUP = "setup 1 9 7.0 60000 fuego50(0?) gnugo-l1(0?)"
EMPTY = Text("/".join(["." * 9] * 9))


def entered() -> Cgos:
    """A player that waits for a game."""
    dialect = Cgos(lambda: "2026-11-18")
    assert dialect.greet().lines == ("protocol genmove_analyze",)
    assert dialect.heard("e1 raw").lines == ("username",)
    assert dialect.heard("gnugo-l1").lines == ("password",)
    assert dialect.heard("pw12345").messages == (Hello("gnugo-l1", "pw12345"), Ready())
    return dialect


def told(dialect: Cgos, *messages: Message) -> tuple[str, ...]:
    return dialect.tell(messages).lines


def test_the_gift_is_not_on_the_clock_that_a_client_hears_of() -> None:
    dialect = entered()
    assert told(dialect, SEATED, Go(0, 60250, EMPTY)) == (SETUP, "genmove b 60000")
    assert dialect.heard("e5").messages == (Play("E5"),)
    assert told(dialect, Moved(0, BLACK, "E5", 59832)) == ()
    moved = Moved(1, WHITE, "D3", 60000)
    assert told(dialect, moved, Go(2, 60082, EMPTY)) == ("play w D3 60000", "genmove b 59832")


def test_who_comes_back_hears_the_moves_so_far_in_the_setup() -> None:
    moves = Moved(0, BLACK, "A9", 4000), Moved(1, WHITE, "B9", 4000)
    lines = told(entered(), SEATED, *moves, Go(2, 3026, EMPTY))
    assert lines == (f"{SETUP} A9 4000 B9 4000", "genmove b 2776")


def test_who_comes_back_at_the_very_end_hears_of_the_game_and_of_its_end() -> None:
    over = Over(Fate.LOST, Ending.TIME, Text("gnugo-l1 lost on time"))
    lines = told(entered(), SEATED, Moved(0, BLACK, "E5", 100), Opened(EMPTY), over)
    assert lines == (f"{SETUP} E5 100", "gameover 2026-11-18 W+Time ")


@pytest.mark.parametrize(
    ("fate", "ending", "line"),
    [
        (Fate.LOST, Ending.RULES, "W+7.0 "),
        (Fate.DREW, Ending.RULES, "Draw "),
        (Fate.WON, Ending.LEFT, "B+Resign fuego50 went away"),
        (Fate.NONE, Ending.STOPPED, "Abort fuego50 went away"),
        (Fate.NONE, Ending.VOID, "Abort fuego50 went away"),
    ],
)
def test_every_ending_has_a_result(fate: Fate, ending: Ending, line: str) -> None:
    dialect = entered()
    told(dialect, SEATED)
    over = Over(fate, ending, Text("fuego50 went away"))
    assert told(dialect, Opened(EMPTY), over) == (f"gameover 2026-11-18 {line}",)


def test_a_ready_that_crossed_with_the_next_game_is_no_move_in_it() -> None:
    dialect = entered()
    told(dialect, SEATED, Go(0, 60250, EMPTY))
    assert dialect.heard("ready").messages == ()
    assert dialect.heard("pass").messages == (Play("pass"),)


def test_a_login_that_finds_its_game_running_hears_nothing_of_its_own_ready() -> None:
    dialect = entered()
    assert told(dialect, Refused(Refusal.PHASE, Text("you are in a game"))) == ()

"""The referee of one game, as dialogues: what comes in at what time, and what goes out."""

from random import Random

import pytest

import games
from games.base import Chance, Seat
from protocol.clock import Control
from protocol.match import Match, Send, Terms
from protocol.messages import (
    Ending,
    Fate,
    Go,
    Message,
    Moved,
    Opened,
    Over,
    Ping,
    Play,
    Refusal,
    Refused,
    Resign,
    Seated,
)

A, B = Seat.FIRST, Seat.SECOND


def begun(control: str = "10/move", margin: float = 0.05, illegal_loses: bool = True) -> Match:
    """Reds placed at time 0, the first player asked to move at time 0."""
    terms = Terms(Control.parse(control), margin, illegal_loses)
    match = Match(7, games.load("geister"), {A: "alice", B: "bob"}, terms, Random(0))
    match.begin(0.0)
    for seat in (A, B):
        match.asked(0.0)
        match.receive(seat, Play("ABCD"), 0.0)
    match.asked(0.0)
    return match


def told(sends: list[Send], seat: Seat) -> list[Message]:
    return [send.message for send in sends if send.to is seat]


def test_a_game_begins_with_the_seats_and_a_question_to_the_first() -> None:
    match = Match(7, games.load("geister"), {A: "alice", B: "bob"}, Terms(Control.parse("5/move")), Random(0))
    sends = match.begin(0.0)
    assert told(sends, B) == [Seated(7, "geister", B, "alice", "bob", "5/move")]
    seated, go = told(sends, A)
    assert isinstance(seated, Seated) and isinstance(go, Go)
    assert (go.ply, go.left) == (0, 5000)


def test_a_clock_runs_from_the_time_of_asking_not_from_the_move_before() -> None:
    match = begun()
    match.receive(A, Play("A,N"), 3.0)
    assert match.deadline is None, "nobody is charged while the referee is busy"
    match.asked(4.0)
    assert match.deadline == pytest.approx(14.05)
    match.receive(B, Play("A,N"), 6.5)
    assert [played.used for played in match.played[2:]] == [3.0, 2.5]
    assert match.played[3].lag == 1.0, "the second between the first move and the question is the referee's"


def test_a_reply_at_the_very_deadline_counts() -> None:
    match = begun(margin=0.5)
    sends = match.receive(A, Play("A,N"), 10.5)
    assert told(sends, A) == [Moved(2, A, "A,N")]
    assert match.verdict is None


def test_a_reply_after_the_deadline_loses_on_time_and_is_not_played() -> None:
    match = begun(margin=0.5)
    sends = match.receive(A, Play("A,N"), 10.51)
    opened, over, refused = told(sends, A)
    assert isinstance(opened, Opened)
    assert over == Over(
        Fate.LOST,
        Ending.TIME,
        "alice lost on time: no move within 10.000 s at ply 2",  # type: ignore[arg-type]
    )
    assert isinstance(refused, Refused) and refused.code is Refusal.LATE
    assert len(match.played) == 2
    assert match.receive(A, Play("B,N"), 11.0) == [Send(A, refused)]


def test_silence_loses_at_the_tick_after_the_deadline() -> None:
    match = begun(margin=0.0)
    assert match.tick(10.0) == []
    assert [type(message) for message in told(match.tick(10.001), B)] == [Opened, Over]
    assert match.verdict and (match.verdict.winner, match.verdict.ending) == (B, Ending.TIME)
    assert match.tick(20.0) == []


def test_a_move_that_nobody_asked_for_changes_nothing() -> None:
    match = begun()
    before = match.position
    (send,) = match.receive(B, Play("A,N"), 1.0)
    assert send.to is B and isinstance(send.message, Refused) and send.message.code is Refusal.TURN
    assert match.position is before


def test_a_move_that_comes_before_the_question_went_out_is_refused() -> None:
    match = begun()
    match.receive(A, Play("A,N"), 1.0)
    (send,) = match.receive(B, Play("A,N"), 1.0)
    assert isinstance(send.message, Refused) and send.message.code is Refusal.TURN


def test_an_illegal_move_loses_with_words_for_the_author() -> None:
    match = begun()
    sends = match.receive(A, Play("E,N"), 1.0)
    refused, _, over = told(sends, A)
    assert refused == Refused(Refusal.ILLEGAL, "'E,N': your own piece stands there")  # type: ignore[arg-type]
    assert isinstance(over, Over) and "alice played an illegal move: 'E,N'" in over.why
    assert told(sends, B)[1] == Over(Fate.WON, Ending.ILLEGAL, over.why)


def test_where_an_illegal_move_is_forgiven_the_clock_goes_on() -> None:
    match = begun(illegal_loses=False)
    deadline = match.deadline
    (send,) = match.receive(A, Play("E,N"), 1.0)
    assert isinstance(send.message, Refused)
    assert match.deadline == deadline
    assert isinstance(told(match.receive(A, Play("A,N"), 2.0), A)[0], Moved)


def test_either_side_may_resign_at_any_time() -> None:
    match = begun()
    over = told(match.receive(B, Resign("enough"), 1.0), A)[1]  # type: ignore[arg-type]
    assert over == Over(Fate.WON, Ending.RESIGNED, "bob resigned: enough")  # type: ignore[arg-type]


def test_who_comes_back_gets_the_whole_game_as_it_saw_it_and_the_time_that_is_left() -> None:
    match = begun()
    match.receive(A, Play("A,N"), 1.0)
    match.asked(1.0)
    sends = match.returned(B, 5.0)
    assert {send.to for send in sends} == {B}
    seated, first, second, third, go = told(sends, B)
    assert isinstance(seated, Seated) and seated.seat is B
    assert (first, second, third) == (Moved(0, A, "????"), Moved(1, B, "ABCD"), Moved(2, A, "A,N"))
    assert isinstance(go, Go) and go.left == 6000


def test_who_comes_back_after_its_flag_fell_hears_which_game_it_has_lost() -> None:
    match = begun()
    sends = match.returned(A, 11.0)
    seated, *moves, opened, over = told(sends, A)
    assert isinstance(seated, Seated) and len(moves) == 2 and isinstance(opened, Opened)
    assert isinstance(over, Over) and over.ending is Ending.TIME
    assert [type(message) for message in told(sends, B)] == [Opened, Over]


def test_who_comes_back_while_the_end_is_being_written_hears_of_the_end() -> None:
    match = begun()
    match.receive(B, Resign(), 1.0)
    sends = match.returned(A, 1.0)
    assert {send.to for send in sends} == {A}
    over = told(sends, A)[-1]
    assert isinstance(over, Over) and over.fate is Fate.WON


def test_a_stopped_game_scores_for_nobody() -> None:
    match = begun()
    sends = match.stop(Ending.STOPPED, "the referee was stopped")
    assert {message.fate for message in told(sends, A) + told(sends, B) if isinstance(message, Over)} == {
        Fate.NONE
    }
    assert match.verdict and not match.verdict.scored


def test_a_message_that_has_no_place_in_a_game_is_refused() -> None:
    (send,) = begun().receive(A, Ping(), 1.0)
    assert isinstance(send.message, Refused) and send.message.code is Refusal.PHASE


def test_those_who_watch_see_no_colours_until_the_end() -> None:
    match = begun()
    assert "R" not in match.board(0.0).view and "B" not in match.board(0.0).view
    match.left(B)
    assert match.board(1.0).view.startswith("14R24R34R44R15B")
    assert match.board(1.0).mover == "-"
    assert match.result().winner == "first"


def test_chance_is_not_a_player_of_geister() -> None:
    assert all(played.by is not Chance.CHANCE for played in begun().played)

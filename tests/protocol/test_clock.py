"""Time controls as text, and what a move costs."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.clock import BadControl, Clock, Control


@pytest.mark.parametrize(
    "text", ["600,10/move", "1/move", "0.5/move", "10/turn", "300", "300+3", "60~0.25", "600+2~0.1,10/turn"]
)
def test_a_control_comes_back_from_its_text(text: str) -> None:
    assert str(Control.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "0", "0/move", "600,", ",10/move", "/move", "-1", "1e9", "ten", "10/game"]
)
def test_a_text_that_is_no_control_is_refused(text: str) -> None:
    with pytest.raises(BadControl):
        Control.parse(text)


@given(st.text(alphabet="0123456789.+~,/moveturn "))
def test_any_text_is_a_control_or_refused(text: str) -> None:
    try:
        control = Control.parse(text)
    except BadControl:
        return
    assert Control.parse(str(control)) == control


def after(text: str, *used: tuple[float, bool]) -> list[float]:
    """The limit of each move, when the moves before took so long and did or did not end the turn."""
    clock = Clock.full(Control.parse(text))
    limits = [clock.limit]
    for seconds, turn_over in used:
        clock = clock.after(seconds, turn_over)
        limits.append(clock.limit)
    return limits


def test_a_budget_lasts_until_it_is_used_up_and_then_byoyomi_is_fresh_for_each_move() -> None:
    assert after("5,2/move", (3, True), (3, True), (2, True)) == [7, 4, 2, 2]


def test_time_per_move_does_not_add_up() -> None:
    assert after("1/move", (0.25, True), (0.75, True)) == [1, 1, 1]


def test_time_per_turn_is_for_all_moves_of_the_turn() -> None:
    assert after("10/turn", (3, False), (4, False), (2, True)) == [10, 7, 3, 10]


def test_an_increment_is_due_only_when_the_turn_is_over() -> None:
    assert after("10+3", (4, False), (1, True)) == [10, 6, 8]


def test_a_gift_is_not_charged_and_never_saved_up() -> None:
    assert after("4~0.25", (0.5, True), (0.125, True)) == [4.25, 4.0, 4.0]


@given(st.lists(st.floats(0, 5), max_size=20))
def test_time_is_never_gained_by_sudden_death(used: list[float]) -> None:
    limits = after("60", *[(seconds, True) for seconds in used])
    assert all(later <= earlier for earlier, later in pairwise(limits))

"""How much of a clock a thought may take."""

from engines.base import Limit
from engines.pace import after, repeat, seconds


def test_what_comes_again_with_each_move_is_spent_but_for_a_margin() -> None:
    assert 0.8 < seconds(Limit(1.0, again=1.0)) < 1.0
    assert 0.025 < seconds(Limit(0.05, again=0.05)) < 0.045


def test_a_budget_lasts_for_many_moves() -> None:
    left, moves = 300.0, 0
    while left > 1.0:
        left -= seconds(Limit(left))
        moves += 1
    assert moves > 100


def test_a_budget_before_byo_yomi_adds_a_little_to_each_move() -> None:
    assert 10.0 < seconds(Limit(610.0, again=10.0)) < 40.0


def test_two_parts_of_a_thought_share_one_clock() -> None:
    whole = Limit(0.05, again=0.05)
    assert 0.01 + seconds(after(whole, 0.01)) < 0.042
    assert seconds(after(whole, 0.06)) == 0.0


def test_a_clock_with_almost_nothing_left_gives_no_time_at_all() -> None:
    assert seconds(Limit(0.01, again=0.01)) == 0.0
    assert repeat(Limit(0.01, again=0.01), lambda n: None) == 0


def test_a_thought_that_is_not_wanted_takes_no_further_step() -> None:
    wanted, calls = iter([False, False, True]), list[int]()
    repeat(Limit(60.0, again=60.0, stopped=lambda: next(wanted)), calls.append)
    assert len(calls) == 2


def test_a_number_of_nodes_is_done_whatever_the_clock_says() -> None:
    calls = list[int]()
    assert repeat(Limit(0.0, nodes=1000), calls.append) == sum(calls) == 1000


def test_how_nodes_are_cut_into_calls_does_not_depend_on_the_clock() -> None:
    quick, slow = list[int](), list[int]()

    def long_work(n: int) -> None:
        sum(range(100_000))  # over a millisecond
        slow.append(n)

    repeat(Limit(0.0, nodes=500), quick.append)
    repeat(Limit(0.0, nodes=500), long_work)
    assert quick == slow

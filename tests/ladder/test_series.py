"""Events that go on until they are decided: final, knockout, trial; and the ladder, which never ends."""

from collections import Counter
from random import Random
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.formats import Endless, Final, Knockout, Pairing, Trial
from ladder.formats.endless import near_pairs
from ladder.formats.rehearsal import rehearse
from ladder.result import Result
from ladder.sprt import Sprt

Winner = Literal["first", "second"] | None
MAPS = ("map1", "map2")


def record(pairing: Pairing, number: int, winner: Winner, ending: str = "played") -> Result:
    first, second, game, slot = pairing.first, pairing.second, pairing.game, pairing.slot
    return Result(number, game, first, second, winner, ending, "", 9, 1.0, 1.0, 0.0, "event", slot)


def first_wins(pairing: Pairing, number: int) -> Result:
    return record(pairing, number, "first")


def better_name_wins(pairing: Pairing, number: int) -> Result:
    return record(pairing, number, "first" if pairing.first < pairing.second else "second")


def luck(pairing: Pairing, number: int) -> Result:
    return record(pairing, number, Random(pairing.slot).choice(["first", "second", None]))


def test_a_final_repeats_swapped_pairs_on_the_next_map_until_one_is_decisive() -> None:
    event = Final(("A", "B"), MAPS)

    def third_pair_to_b(pairing: Pairing, number: int) -> Result:
        return record(pairing, number, "first" if number < 5 else None)

    results = rehearse(event, third_pair_to_b)
    assert [(result.first, result.game) for result in results] == [
        ("A", "map1"),
        ("B", "map1"),
        ("A", "map2"),
        ("B", "map2"),
        ("A", "map1"),
        ("B", "map1"),
    ]
    assert event.winner(results) == "A"
    assert event.winner(results[:4]) is None


def test_a_final_that_is_always_level_ends_and_the_leader_of_the_league_has_it() -> None:
    event = Final(("A", "B"), MAPS, most=7)
    results = rehearse(event, first_wins)
    assert len(results) == 14
    assert event.winner(results) == "A"


def test_a_final_does_not_start_another_pair_while_one_is_running() -> None:
    event = Final(("A", "B"), MAPS)
    one = event.next([], [], event.players)
    assert one is not None
    two = event.next([], [one], event.players)
    assert two is not None and two.first == "B"
    assert event.next([], [one, two], event.players) is None
    assert event.next([first_wins(one, 0)], [two], event.players) is None


def test_a_knockout_lets_the_best_seeds_rest_and_meet_at_the_end() -> None:
    event = Knockout(tuple("ABCDEF"), MAPS)
    results = rehearse(event, better_name_wins)
    pairs = list(dict.fromkeys(result.pair for result in results))
    assert pairs == ["1/D E/1", "1/C F/1", "2/A D/1", "2/B C/1", "3/A B/1"]
    assert event.winner(results) == "A"
    assert event.winner(results[:-1]) is None


@given(players=st.integers(1, 20), pairs=st.integers(1, 2))
@settings(max_examples=40, deadline=None)
def test_a_knockout_has_one_match_less_than_players_and_the_last_one_has_the_winner(
    players: int, pairs: int
) -> None:
    event = Knockout(tuple(f"p{number:02}" for number in range(players)), MAPS, pairs, most=pairs + 3)
    results = rehearse(event, luck)
    matches = {result.slot.rsplit("/", 2)[0] for result in results}
    assert len(matches) == players - 1
    winner = event.winner(results)
    assert winner is not None
    if matches:
        last = max(matches, key=lambda match: int(match.partition("/")[0]))
        assert winner in last.partition("/")[2].split()


def test_a_level_match_of_a_knockout_is_prolonged_and_then_given_to_the_better_seed() -> None:
    event = Knockout(("A", "B"), MAPS, pairs=2, most=5)
    results = rehearse(event, first_wins)
    assert len(results) == 10
    assert event.winner(results) == "A"


def test_a_trial_stops_by_the_pairs_in_schedule_order() -> None:
    event = Trial(("new", "old"), MAPS, Sprt(0, 200), most=50)

    def new_wins(pairing: Pairing, number: int) -> Result:
        return record(pairing, number, "first" if pairing.first == "new" else "second")

    results = rehearse(event, new_wins)
    verdict = event.verdict(results)
    assert verdict.accepted == "high"
    assert len(results) == 2 * verdict.pairs
    # Without the first pair, all the others wait, however many they are.
    assert event.verdict(results[2:]).pairs == 0
    assert not event.finished(results[2:])
    assert event.verdict(results[:1] + results[2:]).pairs == 0
    # In whatever order they finished, the verdict is the same.
    Random(1).shuffle(results)
    assert event.verdict(results) == verdict


def test_a_trial_ends_undecided_after_the_last_pair() -> None:
    event = Trial(("new", "old"), MAPS, Sprt(0, 5), most=3)
    results = rehearse(event, first_wins)
    assert len(results) == 6
    assert event.verdict(results).accepted is None
    assert event.finished(results)


def test_the_endless_ladder_pairs_near_ratings_with_variety() -> None:
    ratings = {"A": 300.0, "B": 280.0, "C": 20.0, "D": 0.0}
    assert {frozenset(pair) for pair in near_pairs("ABCD", ratings, {})} == {frozenset("AB"), frozenset("CD")}
    often = {frozenset("AB"): 9, frozenset("CD"): 9}
    assert {frozenset(pair) for pair in near_pairs("ABCD", ratings, often)} == {
        frozenset("AC"),
        frozenset("BD"),
    }


def test_the_endless_ladder_never_ends_and_swaps_the_seats_of_two_who_meet_again() -> None:
    event = Endless(("A", "B"), MAPS)
    results = rehearse(event, luck, until=5)
    assert [result.slot for result in results] == [
        f"A B/{n}/{k}" for n, k in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1))
    ]
    assert [result.game for result in results] == ["map1", "map1", "map2", "map2", "map1"]
    assert not event.finished(results)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_no_slot_of_the_endless_ladder_is_played_twice_or_left_out(seed: int) -> None:
    random = Random(seed)

    def outcome(pairing: Pairing, number: int) -> Result:
        winner = random.choice(["first", "second", None])
        return record(pairing, number, winner, random.choice(["played", "played", "stopped"]))  # type: ignore[arg-type]

    event = Endless(tuple("ABCDE"), MAPS)
    results: list[Result] = []
    for _ in range(6):
        until = len(results) + random.randint(1, 9)
        results = rehearse(event, outcome, results, random.randint(1, 4), until, random.randrange)
    slots = [result.slot for result in results if result.scored]
    assert len(set(slots)) == len(slots)
    running = event.round(results, [], event.players, {})
    assert not {pairing.slot for pairing in running} & set(slots)


def test_the_endless_ladder_pairs_a_thousand_waiting_players_with_near_ratings() -> None:
    random = Random(1)
    players = [f"p{number}" for number in range(1000)]
    ratings = {player: random.gauss(0, 200) for player in players}
    event = Endless((), MAPS)
    results: list[Result] = []
    for _ in range(20):
        pairings = event.round(results, [], players, ratings)
        results += [luck(pairing, len(results) + number) for number, pairing in enumerate(pairings)]
    pairings = event.round(results, [], players, ratings)
    assert len({player for pairing in pairings for player in (pairing.first, pairing.second)}) == 1000
    gaps = sorted(abs(ratings[pairing.first] - ratings[pairing.second]) for pairing in pairings)
    assert gaps[len(gaps) // 2] < 60
    assert max(Counter(frozenset((result.first, result.second)) for result in results).values()) <= 6


def test_a_lone_player_waits() -> None:
    event = Endless(("A",), MAPS)
    assert event.next([], [], ["A"]) is None
    assert len(event.round([], [], ["A", "B", "C"], {})) == 1


def test_a_final_needs_two() -> None:
    with pytest.raises(ValueError, match="unpack"):
        Final(("A", "B", "C"), MAPS).next([], [], "ABC")

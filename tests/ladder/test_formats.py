"""What every format keeps to, whatever happens on the way: each slot once, in any order, over any crash."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.formats import CATALOGUE, Final, Format, Gauntlet, Knockout, Pairing, RoundRobin, Swiss, Trial
from ladder.formats.rehearsal import rehearse
from ladder.result import Result, counted
from ladder.sprt import Sprt

NAMES = tuple("ABCDEFGHIJKLMNOPQ")
MAPS = ("map1", "map2", "map3")
Winner = Literal["first", "second"] | None


def record(pairing: Pairing, number: int, winner: Winner, ending: str = "played") -> Result:
    first, second, game, slot = pairing.first, pairing.second, pairing.game, pairing.slot
    return Result(number, game, first, second, winner, ending, "", 9, 1.0, 1.0, 0.0, "event", slot)


def fated(pairing: Pairing, number: int) -> Result:
    """A result that depends on the slot alone, so that two runs can be compared."""
    return record(pairing, number, Random(pairing.slot).choice(["first", "second", None]))


def some_format(players: int, cycles: int) -> st.SearchStrategy[Format]:
    names = NAMES[:players]
    return st.sampled_from(
        [
            RoundRobin(names, MAPS, cycles),
            RoundRobin(names, MAPS, cycles, together=True),
            Gauntlet(names, MAPS, cycles, heroes=1 + players // 4),
            Swiss(names, MAPS, rounds=min(4, players), cycles=cycles),
            Knockout(names, MAPS, pairs=cycles, most=cycles + 4),
            Final(names[:2], MAPS, most=6),
            Trial(names[:2], MAPS, Sprt(0, 400), most=20),
        ]
    )


FORMATS = st.tuples(st.integers(2, 9), st.integers(1, 3)).flatmap(lambda size: some_format(*size))


@given(event=FORMATS, seed=st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_killing_and_resuming_at_any_moment_leaves_the_same_games(event: Format, seed: int) -> None:
    random = Random(seed)

    def outcome(pairing: Pairing, number: int) -> Result:
        if random.random() < 0.2:
            return record(pairing, number, "first", random.choice(["stopped", "void"]))
        return fated(pairing, number)

    whole = rehearse(event, fated)
    results: list[Result] = []
    while not event.finished(results):
        until = len(results) + random.randint(1, 6)
        results = rehearse(event, outcome, results, random.randint(1, 5), until, random.randrange)
    scored = [result for result in results if result.scored]
    assert len(scored) == len(counted(results)), "a slot was played twice"
    games = {(result.slot, result.first, result.second, result.game) for result in scored}
    expected = {(result.slot, result.first, result.second, result.game) for result in whole}
    # A trial may have started pairs beyond the deciding one before that was known.
    assert games >= expected if isinstance(event, Trial) else games == expected


@given(event=FORMATS, tables=st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_only_the_free_are_paired_and_no_running_game_is_started_again(event: Format, tables: int) -> None:
    running: list[Pairing] = []
    free = set(event.players)
    while pairing := event.next([], running, free):
        assert {pairing.first, pairing.second} <= free
        assert pairing.slot not in {other.slot for other in running}
        running.append(pairing)
        free -= {pairing.first, pairing.second}
    assert running
    assert event.next([], (), []) is None
    assert event.next([], (), event.players[:1]) is None


@given(players=st.integers(2, 17))
def test_a_single_round_robin_has_each_pair_once_and_seats_balanced_to_one(players: int) -> None:
    results = rehearse(RoundRobin(NAMES[:players], MAPS, cycles=1), fated)
    met = Counter(frozenset((result.first, result.second)) for result in results)
    assert met == Counter(frozenset(pair) for pair in combinations(NAMES[:players], 2))
    began = Counter(result.first for result in results)
    assert all(abs(2 * began[player] - (players - 1)) <= 1 for player in NAMES[:players])


@given(players=st.integers(2, 12), cycles=st.integers(1, 5))
@settings(deadline=None)
def test_each_cycle_of_a_round_robin_is_complete_before_the_next(players: int, cycles: int) -> None:
    results = rehearse(RoundRobin(NAMES[:players], MAPS, cycles), fated)
    size = players * (players - 1) // 2
    for start in range(0, len(results), size):
        pairs = {frozenset((result.first, result.second)) for result in results[start : start + size]}
        assert len(pairs) == size
    began = Counter(result.first for result in results)
    assert all(abs(2 * began[player] - cycles * (players - 1)) <= 1 for player in NAMES[:players])


def test_nobody_plays_twice_in_a_turn_of_a_round_robin() -> None:
    results = rehearse(RoundRobin(NAMES[:8], MAPS, cycles=1), fated)
    for turn in range(7):
        games = results[4 * turn : 4 * turn + 4]
        assert len({player for game in games for player in (game.first, game.second)}) == 8


def test_every_map_is_played_in_both_seats() -> None:
    results = rehearse(RoundRobin(NAMES[:5], MAPS, cycles=6), fated)
    seats = Counter((result.game, result.first, result.second) for result in results)
    assert len(seats) == 3 * 5 * 4
    assert set(seats.values()) == {1}


def test_the_multi_match_has_fifty_games_in_each_seat_and_pairs_in_a_row() -> None:
    results = rehearse(RoundRobin(NAMES[:3], ("geister",), cycles=100, together=True), fated)
    assert set(Counter((result.first, result.second) for result in results).values()) == {50}
    assert len({frozenset((result.first, result.second)) for result in results[:100]}) == 1


def test_slots_are_readable_and_the_games_of_a_pair_share_all_but_the_last_part() -> None:
    results = rehearse(RoundRobin(("carol", "bob"), MAPS, cycles=3), fated)
    assert [result.slot for result in results] == ["bob carol/1/1", "bob carol/1/2", "bob carol/2/1"]
    assert [result.game for result in results] == ["map1", "map1", "map2"]
    assert results[0].pair == results[1].pair != results[2].pair


def test_a_gauntlet_is_the_heroes_against_the_others() -> None:
    results = rehearse(Gauntlet(NAMES[:5], ("go9",), cycles=2, heroes=2), fated)
    met = Counter((result.first, result.second) for result in results)
    assert set(met) == {(a, b) for h in "AB" for o in "CDE" for a, b in ((h, o), (o, h))}
    assert set(met.values()) == {1}


def test_a_thousand_players_are_asked_for_one_game_at_a_time() -> None:
    event = RoundRobin(tuple(f"p{number}" for number in range(1000)), MAPS)
    running: list[Pairing] = []
    free = set(event.players)
    for _ in range(20):
        pairing = event.next([], running, free)
        assert pairing
        running.append(pairing)
        free -= {pairing.first, pairing.second}
    assert len({name for it in running for name in (it.first, it.second)}) == 40


@pytest.mark.parametrize("players", [("A", "A"), ("A", "B C"), ("A", ""), ("A", "B/C"), ("A", "B\n")])
def test_names_that_would_confuse_slots_are_refused(players: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"players|name"):
        RoundRobin(players, MAPS)


def test_an_event_without_games_is_refused_and_every_format_has_a_name() -> None:
    for kind in CATALOGUE.values():
        with pytest.raises(ValueError, match="at least one game"):
            kind(("A", "B"), ())

"""Swiss rounds: no rematch unless unavoidable, equals meet equals, nobody rests twice before all did once."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from ladder.formats import Pairing, Swiss
from ladder.formats.matching import ALONE, largest
from ladder.formats.rehearsal import rehearse
from ladder.result import Result

GAMES = ("geister",)
Winner = Literal["first", "second"]


def names(players: int) -> tuple[str, ...]:
    return tuple(f"p{number:02}" for number in range(players))


def record(pairing: Pairing, number: int) -> Result:
    """The lower number is stronger, mostly."""
    upset = Random(pairing.slot).random() < 0.2
    winner: Winner = "first" if (pairing.first < pairing.second) != upset else "second"
    slot = pairing.slot
    return Result(
        number, "geister", pairing.first, pairing.second, winner, "played", "", 9, 1, 1, 0, "e", slot
    )


def rounds(results: list[Result]) -> list[set[frozenset[str]]]:
    by_round: dict[str, set[frozenset[str]]] = {}
    for result in results:
        pairs = by_round.setdefault(result.slot.partition("/")[0], set())
        pairs.add(frozenset((result.first, result.second)))
    return list(by_round.values())


def can_be_paired(players: tuple[str, ...], met: set[frozenset[str]]) -> bool:
    """By trying everything, whether a round without a rematch exists (who rests is `met` with "")."""
    if not players:
        return True
    one, *others = players
    return any(
        frozenset((one, two)) not in met and can_be_paired(tuple(p for p in others if p != two), met)
        for two in others
    )


@given(players=st.integers(2, 9), count=st.integers(1, 9), cycles=st.integers(1, 2))
@settings(max_examples=80, deadline=None)
def test_there_is_no_rematch_unless_it_is_unavoidable(players: int, count: int, cycles: int) -> None:
    field = names(players)
    results = rehearse(Swiss(field, GAMES, count, cycles), record)
    met: set[frozenset[str]] = set()
    for pairs in rounds(results):
        resting = set(field) - {player for pair in pairs for player in pair}
        pairs |= {frozenset((player, "")) for player in resting}
        assert len(pairs) == (players + 1) // 2
        if can_be_paired((*field, "") if players % 2 else field, met):
            assert not pairs & met
        met |= pairs


@given(players=st.integers(2, 24))
@settings(max_examples=20, deadline=None)
def test_as_many_rounds_as_opponents_are_often_a_round_robin_and_never_fail(players: int) -> None:
    results = rehearse(Swiss(names(players), GAMES, players - 1, 1), record)
    assert len(results) == (players // 2) * (players - 1)


def test_the_first_round_is_the_top_half_against_the_bottom_half() -> None:
    (pairs,) = rounds(rehearse(Swiss(names(8), GAMES, 1), record))
    assert pairs == {frozenset((f"p0{number}", f"p0{number + 4}")) for number in range(4)}


def test_winners_meet_winners_in_the_second_round() -> None:
    def by_name(pairing: Pairing, number: int) -> Result:
        winner: Winner = "first" if pairing.first < pairing.second else "second"
        return Result(
            number, "g", pairing.first, pairing.second, winner, "", "", 9, 1, 1, 0, "e", pairing.slot
        )

    _, second = rounds(rehearse(Swiss(names(8), GAMES, 2), by_name))
    assert second == {
        frozenset(pair) for pair in (("p00", "p02"), ("p01", "p03"), ("p04", "p06"), ("p05", "p07"))
    }


def test_of_an_odd_number_each_rests_once_before_anybody_rests_twice() -> None:
    event = Swiss(names(7), GAMES, 7)
    rests = event.rests(rehearse(event, record))
    assert sorted(rests) == list(names(7))
    assert rests[0] == "p06"


def test_a_round_waits_for_the_one_before() -> None:
    event = Swiss(names(4), GAMES, 2, cycles=1)
    running: list[Pairing] = []
    while pairing := event.next([], running, event.players):
        running.append(pairing)
    assert len(running) == 2
    assert event.next([record(running[0], 0)], running[1:], event.players) is None
    done = [record(pairing, number) for number, pairing in enumerate(running)]
    following = event.next(done, [], event.players)
    assert following is not None and following.slot.startswith("2/")


def test_seats_alternate_over_single_games() -> None:
    results = rehearse(Swiss(names(16), GAMES, 6, cycles=1), record)
    began = Counter(result.first for result in results)
    assert all(2 <= began[player] <= 4 for player in names(16))


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_matching_is_the_largest_there_is(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 8))
    joined = [pair for pair in combinations(range(size), 2) if data.draw(st.booleans())]
    edges: list[set[int]] = [set() for _ in range(size)]
    for one, two in joined:
        edges[one].add(two)
        edges[two].add(one)
    mates = largest(edges)
    for vertex, mate in enumerate(mates):
        assert mate == ALONE or (mates[mate] == vertex and mate in edges[vertex])
    assert sum(mate != ALONE for mate in mates) // 2 == most_pairs(frozenset(range(size)), joined)


def most_pairs(left: frozenset[int], joined: list[tuple[int, int]]) -> int:
    """By trying everything."""
    open_pairs = [pair for pair in joined if left.issuperset(pair)]
    if not open_pairs:
        return 0
    one = open_pairs[0][0]
    with_one = [1 + most_pairs(left - set(pair), open_pairs) for pair in open_pairs if one in pair]
    return max([*with_one, most_pairs(left - {one}, open_pairs)])

"""What every game promises, checked on random games of each: the contract of games/base.py as a test.

A new game is checked by being in the catalogue. The sizes below keep each near five seconds.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from engines.boards import CATALOGUE as BOARDS
from engines.boards import board_class
from engines.boards.base import Board
from engines.boards.jit import random_state
from games import load, names
from games.base import BadText, Chance, Game, IllegalMove, Move, Position, Seat, UnknownGame, Viewer
from games.geister import TAKEN, GeisterPosition

VIEWERS: tuple[Viewer, ...] = (*Seat, None)
LONGEST = 5000  # plies; a random game that goes on longer is taken not to end
LONGEST_VIEW = 900  # characters


@dataclass(frozen=True, slots=True)
class Size:
    games: int = 20  # random games
    positions: int = 60  # of these games, looked at closely
    moves: int = 30  # tried at each such position


# by family, where the games are slow or the maps many
SIZES = {"sangoku": Size(games=10, positions=40, moves=20), "tubstap": Size(games=8, positions=40, moves=15)}
NAMES = names()
FAMILIES = sorted({name.partition("/")[0] for name in NAMES})
each_game = pytest.mark.parametrize("name", NAMES)
each_board = pytest.mark.parametrize("name", [name for name in NAMES if name.partition("/")[0] in BOARDS])


@dataclass(frozen=True, slots=True)
class Record:
    moves: list[Move]  # the dice's too
    positions: list[Position]  # one more than moves


def size(name: str) -> Size:
    """The family's size for its first game; a quarter for each other map or variant."""
    family = name.partition("/")[0]
    full = SIZES.get(family, Size())
    if name == next(other for other in NAMES if other.partition("/")[0] == family):
        return full
    return replace(full, games=math.ceil(full.games / 4), positions=math.ceil(full.positions / 4))


def accepted(position: Position) -> list[Move]:
    """All that `play` takes here: the player's moves, or the dice's."""
    return [*position.legal_moves(), *(move for move, _ in position.chances())]


def draw(position: Position, random: Random) -> Move:
    if position.to_move() is Chance.CHANCE:
        moves, weights = zip(*position.chances(), strict=True)
        return str(random.choices(moves, weights)[0])
    return random.choice(position.legal_moves())


def random_game(game: Game, random: Random) -> Record:
    record = Record([], [game.start()])
    while record.positions[-1].to_move() is not None:
        assert len(record.moves) < LONGEST, "this game does not end"
        move = draw(record.positions[-1], random)
        record.moves.append(move)
        record.positions.append(record.positions[-1].play(move))
    return record


@cache
def records(name: str) -> list[Record]:
    return [random_game(load(name), Random(f"{name} {n}")) for n in range(size(name).games)]


@cache
def sample(name: str) -> list[Position]:
    """The first and last position of a random game, and others out of all of them."""
    found = [position for record in records(name) for position in record.positions]
    chosen = Random(name).sample(found, min(len(found), size(name).positions))
    return [found[0], found[-1], *chosen]


def some(moves: Sequence[Move], name: str) -> list[Move]:
    return Random(name).sample(moves, min(len(moves), size(name).moves))


# Names


def test_no_name_is_given_twice() -> None:
    assert len(set(NAMES)) == len(NAMES)


@each_game
def test_every_name_loads_the_game_of_that_name(name: str) -> None:
    assert load(name).name == name


@pytest.mark.parametrize("name", ["", "/", "chess", "Geister", " geister", "games.geister"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownGame):
        load(name)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("variant", ["x", "no such map", "../geister", "/", ";", "[]", "-1", "\0", "x" * 300])
def test_an_unknown_variant_is_refused(family: str, variant: str) -> None:
    with pytest.raises(UnknownGame):
        load(f"{family}/{variant}")


@pytest.mark.parametrize("family", FAMILIES)
@settings(deadline=None)
@given(variant=st.text())
def test_any_variant_is_found_under_its_own_name_or_is_unknown(family: str, variant: str) -> None:
    try:
        game = load(f"{family}/{variant}")
    except UnknownGame:
        return
    assert load(game.name) == game


# Playing


@each_game
def test_random_games_end_and_replay_from_their_moves_alone(name: str) -> None:
    for record in records(name):
        position = load(name).start()
        for move in record.moves:
            position = position.play(move)
        assert position == record.positions[-1]
        assert position.outcome() == record.positions[-1].outcome() is not None


@each_game
def test_somebody_is_to_move_until_there_is_an_outcome(name: str) -> None:
    for position in sample(name):
        mover = position.to_move()
        assert (mover is None) == (position.outcome() is not None)
        assert bool(position.legal_moves()) == isinstance(mover, Seat)
        assert bool(position.chances()) == (mover is Chance.CHANCE)


@each_game
def test_the_chances_are_a_distribution_over_moves(name: str) -> None:
    for position in sample(name):
        if position.chances():
            assert math.isclose(sum(chance for _, chance in position.chances()), 1.0)
            assert all(chance > 0 for _, chance in position.chances())


@each_game
def test_moves_are_words_listed_once_in_a_fixed_order_and_can_be_played(name: str) -> None:
    for position in sample(name):
        moves = accepted(position)
        assert moves == accepted(position)
        assert len(set(moves)) == len(moves)
        for move in some(moves, name):
            assert move.split() == [move] and move.isprintable()
            before = position.view(None, reveal=True)
            assert position.play(move) == position.play(move)
            assert position.view(None, reveal=True) == before


@each_game
def test_texts_that_are_not_listed_are_illegal_moves(name: str) -> None:
    elsewhere = [move for record in records(name) for move in some(record.moves, name)]
    for n, position in enumerate(sample(name)):
        legal = set(accepted(position))
        near = [text for move in some(sorted(legal), name)[:5] for text in spoilt(move)]
        far = Random(n).sample(elsewhere, min(len(elsewhere), size(name).moves))
        for text in {*near, *far, "", " ", "\n", "????"} - legal:
            with pytest.raises(IllegalMove):
                position.play(text)


def spoilt(move: Move) -> list[str]:
    """Texts close to a move."""
    cut = [move[:i] + move[i + 1 :] for i in range(len(move))]
    swapped = [move[:i] + move[i + 1 : i + 2] + move[i] + move[i + 2 :] for i in range(len(move))]
    padded = [f"{move} ", f" {move}", f"{move}\n", f"{move}x", f"{move},", move * 2, f"{move}\0"]
    return [*cut, *swapped, *padded, move[::-1], move.swapcase(), move.replace("1", "١")]


@each_game
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_any_text_is_a_listed_move_or_an_illegal_one(name: str, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(sample(name)))
    letters = "".join(sorted(set("".join(accepted(position))))) or "a"
    text = data.draw(st.text() | st.text(letters, max_size=12))
    if text not in accepted(position):
        with pytest.raises(IllegalMove):
            position.play(text)


# Views


@each_game
def test_a_revealed_view_reads_back_as_the_position(name: str) -> None:
    game = load(name)
    for position in sample(name):
        assert game.read(position.view(None, reveal=True)) == position


@each_game
def test_what_a_view_shows_reads_back_as_the_same_view(name: str) -> None:
    game = load(name)
    for position in sample(name):
        for viewer in VIEWERS:
            view = position.view(viewer)
            assert game.read(view).view(viewer) == view


@each_game
def test_the_view_of_the_player_to_move_gives_its_legal_moves(name: str) -> None:
    game = load(name)
    for position in sample(name):
        mover = position.to_move()
        if isinstance(mover, Seat):
            read = game.read(position.view(mover))
            assert sorted(read.legal_moves()) == sorted(position.legal_moves())


@each_game
def test_views_and_seen_moves_are_short_and_on_one_line(name: str) -> None:
    for position in sample(name):
        for viewer in VIEWERS:
            for view in (position.view(viewer), position.view(viewer, reveal=True)):
                assert view.isprintable() and view.strip() == view and 0 < len(view) < LONGEST_VIEW
            for move in some(accepted(position), name):
                seen = position.seen(move, viewer)
                assert seen.split() == [seen] and seen.isprintable()


@each_game
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_any_text_is_read_or_is_bad_text(name: str, data: st.DataObject) -> None:
    view = data.draw(st.sampled_from(sample(name))).view(None)
    cut = data.draw(st.integers(0, len(view)))
    text = data.draw(st.text() | st.text(view, max_size=len(view)) | st.just(view[:cut] + view[cut + 1 :]))
    try:
        position = load(name).read(text)
    except BadText:
        return
    assert load(name).read(position.view(None, reveal=True)) == position


@each_game
def test_pictures_are_valid_markup_and_narrower_than_a_terminal(name: str) -> None:
    for position in sample(name):
        for view in {position.view(viewer, reveal) for viewer in VIEWERS for reveal in (True, False)}:
            picture = Text.from_markup(load(name).picture(view))
            assert picture.plain.strip()
            assert all(cell_len(line) < 80 for line in picture.plain.splitlines())
            for span in picture.spans:
                Style.parse(str(span.style))


# Secrets


@each_game
@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_a_view_depends_only_on_what_its_viewer_has_seen(name: str, viewer: Viewer) -> None:
    game = load(name)
    for n in range(size(name).games):
        for one, other in twins(game, viewer, Random(f"{name} {n}")):
            assert one.view(viewer) == other.view(viewer)


def twins(game: Game, viewer: Viewer, random: Random) -> Iterator[tuple[Position, Position]]:
    """Two games side by side for as long as `viewer` is told the same of both; where it cannot tell two
    moves apart, each game may take its own."""
    one = other = game.start()
    while one.to_move() is not None and other.to_move() is not None:
        move = draw(one, random)
        told = one.seen(move, viewer)
        alike = [option for option in accepted(other) if other.seen(option, viewer) == told]
        if not alike:
            return
        one, other = one.play(move), other.play(random.choice(alike))
        yield one, other


@settings(deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(VIEWERS))
def test_colours_of_ghosts_never_taken_change_nothing_that_others_see(random: Random, viewer: Viewer) -> None:
    position = random.choice(random_game(load("geister"), random).positions[2:])
    assert isinstance(position, GeisterPosition)
    other = recoloured(position, viewer, random)
    assert other.view(viewer) == position.view(viewer)
    for move in set(position.legal_moves()) & set(other.legal_moves()):
        told, retold = position.seen(move, viewer), other.seen(move, viewer)
        assert told.partition("=")[:2] == retold.partition("=")[:2]  # only a taken ghost's colour may differ
        if "=" not in told:
            assert position.play(move).view(viewer) == other.play(move).view(viewer)


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_all_ways_to_place_the_red_ghosts_look_the_same_to_others(viewer: Viewer) -> None:
    for position in records("geister")[0].positions[:2]:
        if viewer is not position.to_move():
            told = {
                (position.seen(move, viewer), position.play(move).view(viewer)) for move in accepted(position)
            }
            assert len(told) == 1


def recoloured(position: GeisterPosition, viewer: Viewer, random: Random) -> GeisterPosition:
    """The same with the colours shuffled among the ghosts on the board that are not the viewer's own."""
    colours = list(position.colours)
    for seat, pieces in zip(Seat, (range(8), range(8, 16)), strict=True):
        hidden = [piece for piece in pieces if position.squares[piece] < TAKEN]
        if seat is not viewer:
            mixed = random.sample(hidden, len(hidden))
            for piece, source in zip(hidden, mixed, strict=True):
                colours[piece] = position.colours[source]
    return replace(position, colours="".join(colours))


# Fast boards


@each_board
def test_board_and_rulebook_agree_in_step(name: str) -> None:
    game, cls = load(name), board_class(name)
    for record in records(name):
        board = cls.load(game, record.positions[0])
        for position, move in zip(record.positions, record.moves, strict=False):
            agree(board, position)
            board.play(move)
        agree(board, record.positions[-1])


@each_board
def test_a_board_loaded_in_the_middle_of_a_game_agrees(name: str) -> None:
    for position in sample(name):
        agree(board_class(name).load(load(name), position), position)


def agree(board: Board, position: Position) -> None:
    assert board.to_move() is position.to_move()
    assert sorted(board.legal_moves()) == sorted(accepted(position))
    outcome = position.outcome()
    if outcome is not None:
        assert board.winner() is outcome.winner


@each_board
def test_playouts_leave_the_board_alone_and_repeat_with_their_seed(name: str) -> None:
    for seed, position in enumerate(sample(name)):
        board = board_class(name).load(load(name), position)
        result = board.playout(random_state(seed))
        assert result in (1, 0, -1)
        assert board.playout(random_state(seed)) == result
        agree(board, position)
        outcome = position.outcome()
        if outcome is not None:
            assert result == {Seat.FIRST: 1, Seat.SECOND: -1, None: 0}[outcome.winner]

"""A Botzone program as a player: the text of its turns, and what its output tells the referee."""

import pytest

from games.amazons.botzone import from_botzone
from games.base import Seat
from protocol.botzone import NO_MOVE, BotzonePlayer
from protocol.messages import Moved, Play, Resign, Seated

# Black's third turn as Botzone gives it: n, then requests and responses in turn.
THIRD_TURN = """3
-1 -1 -1 -1 -1 -1
5 0 3 2 6 5
0 5 4 5 3 4
0 2 0 3 3 0
2 7 2 5 1 4
"""


def seated(seat: Seat, remembered: str = "") -> BotzonePlayer:
    player = BotzonePlayer(remembered)
    player.hear(Seated(1, "amazons/8", seat, "alice", "bob", "60"))
    return player


def after(player: BotzonePlayer, *lines: str) -> BotzonePlayer:
    for ply, line in enumerate(lines):
        move = from_botzone([int(word) for word in line.split()])
        player.hear(Moved(ply, Seat.SECOND if ply % 2 else Seat.FIRST, move))
    return player


def test_the_history_is_written_as_botzone_writes_it() -> None:
    player = after(seated(Seat.FIRST), *THIRD_TURN.splitlines()[2:])
    assert player.history() == THIRD_TURN
    assert player.newest() == "2 7 2 5 1 4\n"


def test_who_begins_is_told_that_there_is_no_move_yet() -> None:
    assert seated(Seat.FIRST).history() == f"1\n{NO_MOVE}\n"


def test_who_comes_second_first_hears_a_move() -> None:
    player = after(seated(Seat.SECOND), "5 0 3 2 6 5")
    assert player.history() == "1\n5 0 3 2 6 5\n"
    after(player, "5 0 3 2 6 5")
    assert player.history().startswith("2\n")


def test_x_is_the_file_and_y_the_rank_from_0() -> None:
    assert seated(Seat.FIRST).answered(["5 0 3 2 6 5"]) == Play("f1-d3/g6")


def test_what_it_wishes_to_remember_comes_back() -> None:
    player = seated(Seat.FIRST, "of old")
    assert player.history() == f"1\n{NO_MOVE}\n\nof old\n"
    player.answered(["5 0 3 2 6 5", "thinking", "this game", "all games"])
    assert player.history().splitlines()[-2:] == ["this game", "all games"]
    assert player.remembered == "all games"
    player.hear(Seated(2, "amazons/8", Seat.FIRST, "alice", "bob", "60"))
    assert player.history() == f"1\n{NO_MOVE}\n\nall games\n"


@pytest.mark.parametrize("line", ["hello", "1 2 3", "5 0 3 2 6 x", "5 0 3 2 6 -1", "5 0 3 2 6 10", ""])
def test_garbage_costs_the_game_and_is_quoted(line: str) -> None:
    word = seated(Seat.FIRST).answered([line])
    assert isinstance(word, Resign) and word.why == f"the program's move is none: {line!r}"


def test_a_program_that_sees_no_move_gives_up() -> None:
    assert isinstance(seated(Seat.FIRST).answered([NO_MOVE]), Resign)

"""`referee watch` in a terminal: the scoreboard of a referee that runs elsewhere."""

from pathlib import Path

from tests.processes import bots, serving
from tests.terminal import terminal


def test_the_scoreboard_of_a_running_referee_is_drawn_as_games_end(tmp_path: Path) -> None:
    with serving(tmp_path / "r.db", "--matches", "40") as server, terminal("watch", server.url("ws")) as seen:
        seen.see(r"0 games.*no game is running")
        names = ("ann", "bob")
        with bots(*(["random", "--connect", server.url("tcp"), "--name", name] for name in names)):
            seen.see(r"# player +games won drew lost +score Elo")
            seen.see(r"(ann|bob) .*(ann|bob) ")
            seen.see(r"game +first +second +score plies how +why\s+\d+ +(ann|bob) ")

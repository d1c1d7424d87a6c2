"""TUBSTAP's network protocol from the command line: both sides as real processes, and what is refused."""

import json
from pathlib import Path

import pytest

from tests.processes import ServeProcess, bots, command, serving

GAME = ["--game", "tubstap/open-3v3", "--control", "10/turn"]


def played(db: Path, *players: str) -> list[dict[str, str]]:
    """Two games of these players, each "ENGINE NAME PROTOCOL"; gives the results."""
    with serving(db, *GAME, "--matches", "2", "--tubstap", "127.0.0.1:0") as server:
        server.read_ports(3)
        with bots(*(_words(player, server) for player in players)) as running:
            assert server.process.wait(60) == 0
            for process in running:
                output, _ = process.communicate(timeout=20)
                assert process.returncode == 0, output
                assert "Traceback" not in output
    shown = command("results", "--db", str(db), "--json")
    return [json.loads(line) for line in shown.stdout.splitlines()]


def _words(player: str, server: ServeProcess) -> list[str]:
    engine, name, protocol = player.split(" ")
    url = f"{protocol}://127.0.0.1:{server.ports[protocol]}"
    return [engine, "--connect", url, "--name", name, "--seed", "1", "--games", "2"]


def test_bots_of_both_protocols_play_each_other(tmp_path: Path) -> None:
    results = played(tmp_path / "results.db", "tubstap-rule net! tubstap", "random native tcp")
    assert {result["first"] for result in results} == {"net", "native"}
    assert {result["second"] for result in results} == {"net", "native"}
    assert [result["ending"] for result in results] == ["rules", "rules"]


def test_two_bots_of_one_name_play_each_other_over_the_network_protocol(tmp_path: Path) -> None:
    results = played(tmp_path / "results.db", "tubstap-rule same tubstap", "tubstap-rule same tubstap")
    assert [result["ending"] for result in results] == ["rules", "rules"]
    assert {result[seat] for result in results for seat in ("first", "second")} == {"same", "same-2"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["serve", "--game", "go9", "--tubstap", "127.0.0.1:0"], "--tubstap is for TUBSTAP"),
        (["serve", *GAME, "--tubstap", "nowhere"], "not an address: 'nowhere'; write HOST:PORT"),
        (
            ["bot", "random", "--name", "x", "--connect", "tubstap:7777"],
            "not an address of a TUBSTAP server: 'tubstap:7777'; write tubstap://HOST:PORT",
        ),
        (
            ["bot", "go9-rule", "--name", "x", "--connect", "tubstap://127.0.0.1"],
            "go9-rule does not play TUBSTAP",
        ),
        (
            ["bot", "process", "--name", "x", "--connect", "tubstap://127.0.0.1", "--", "cat"],
            "a program of your own plays by tcp:// or ws:// only",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: list[str], line: str, tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "results.db")] if words[0] == "serve" else []
    ended = command(words[0], *db, *words[1:])
    assert (ended.returncode, ended.stderr) == (2, f"referee: {line}\n")

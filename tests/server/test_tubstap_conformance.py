"""The captured games of TUBSTAP's own server (ver0108), held on real sockets with ours: the same lines
to both clients, except where ours does better. IMPROVEMENTS lists every such place, with the reason.
"""

import ast
import asyncio
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import games
from games.base import Game
from tests.tubstap_peers import FIELD, NetClient, tubstap_referee

pytestmark = pytest.mark.asyncio

# For clones without the captured data, in its form, on a map of our own: an attack, then turns given up.
EXCERPT = {
    "red": f"""
S>C 'name\\r\\n'
C>S '= Alice\\r\\n\\r\\n'
S>C 'opponent Bob\\r\\n'
C>S '= \\r\\n\\r\\n'
S>C 'MAP {FIELD}\\r\\n'
C>S '= \\r\\n\\r\\n'
S>C 'Color 0\\r\\n'
C>S '= \\r\\n\\r\\n'
S>C 'Genmove\\r\\n'
C>S '= 1,1,2,1,2,3,1,5,2,0,0\\r\\n\\r\\n'
S>C 'Genmove\\r\\n'
C>S '= -1,-1,-1,0,0,-1,0,0,3,0,0\\r\\n\\r\\n'
S>C 'play -1,-1,-1,0,0,-1,0,0,3,0,0\\r\\n'
C>S '= \\r\\n\\r\\n'
S>C 'Genmove\\r\\n'
C>S '= 1,1,2,1,2,3,1,5,2,0,0\\r\\n\\r\\n'
""",
    "blue": f"""
S>C 'name\\r\\n'
C>S '= Bob\\r\\n\\r\\n'
S>C 'opponent Alice\\r\\n'
C>S '= \\r\\n\\r\\n'
S>C 'MAP {FIELD}\\r\\n'
C>S '= \\r\\n\\r\\n'
S>C 'Color 1\\r\\n'
C>S '= \\r\\n\\r\\n'
S>C 'play 1,1,2,1,2,3,1,5,2,0,0\\r\\n'
C>S '= \\r\\n\\r\\n'
S>C 'play -1,-1,-1,0,0,-1,0,0,3,0,0\\r\\n'
C>S '= \\r\\n\\r\\n'
S>C 'Genmove\\r\\n'
C>S '= -1,-1,-1,0,0,-1,0,0,3,0,0\\r\\n\\r\\n'
S>C 'play 1,1,2,1,2,3,1,5,2,0,0\\r\\n'
C>S '= \\r\\n\\r\\n'
""",
}


@dataclass(frozen=True)
class Improvement:
    why: str
    theirs: str
    ours: str


COMMENT = "最初の戦車の動かし方で大きく展開が変わります．"

# Besides these lines: theirs waits for the other side's answer to `play` before it asks the mover again, ours
# does not, so that nobody pays for the other's slowness; theirs only counts overruns of the clock, ours ends
# the game; theirs applies what its lax checker refuses, ours plays by the rules (see test_bad_tubstap.py).
IMPROVEMENTS = [
    Improvement(
        "a comment in Shift_JIS arrives as its author wrote it, not as broken UTF-8",
        COMMENT.encode("cp932").decode(errors="replace"),
        COMMENT,
    ),
]


def improved(text: str) -> str:
    """A capture as ours must hold it. Fails when an improvement names what is not in it."""
    for improvement in IMPROVEMENTS:
        assert improvement.theirs in text, improvement.why
        text = text.replace(improvement.theirs, improvement.ours)
    return text


def client_log(text: str) -> list[tuple[str, bytes]]:
    """The lines of one client's capture, with the way each goes."""
    found = re.findall(r"^(S>C|C>S) ('.*')$", text, re.MULTILINE)
    return [(way, ast.literal_eval(line).encode()) for way, line in found]


def server_log(text: str) -> list[tuple[int, str, str]]:
    """The server's capture in its order: the client, the question, the answer."""
    found = re.findall(r"^send to (\d) : (.*)\r\nmessage from \1 : (.*)\r$", text, re.MULTILINE)
    return [(int(client), question, answer) for client, question, answer in found]


def map04(folder: Path, capture: str) -> Game:
    """The game of a capture, from a map file in Shift_JIS as the original's are."""
    found = re.search(r"MAP (SIZEX.*;MAP\[[\d,]+\];)", capture)
    assert found
    path = folder / "map04.tbsmap"
    path.write_bytes(found[1].encode("cp932"))
    return games.find(str(path))


def read(path: Path) -> str:
    return improved(path.read_bytes().decode())


async def follow(client: NetClient, log: list[tuple[str, bytes]]) -> None:
    async with asyncio.timeout(30):
        for way, line in log:
            if way == "C>S":
                client.writer.write(line)
            else:
                assert await client.reader.readuntil(b"\r\n") == line


async def test_an_excerpt_goes_line_for_line(tmp_path: Path) -> None:
    async with tubstap_referee(tmp_path) as r:
        red, blue = await r.connect(), await r.connect()
        await red.reply("name", "Alice")
        await follow(blue, client_log(EXCERPT["blue"])[:2])
        await asyncio.gather(
            follow(red, client_log(EXCERPT["red"])[2:]), follow(blue, client_log(EXCERPT["blue"])[2:])
        )


async def test_the_captured_clients_hear_the_same_lines_and_the_same_end(
    oracle: Path, tmp_path: Path
) -> None:
    texts = {side: read(oracle / "tubstap" / f"net_client_{side}.log") for side in ("red", "blue")}
    logs = {side: client_log(text) for side, text in texts.items()}
    assert [len(log) for log in logs.values()] == [80, 80]
    async with tubstap_referee(tmp_path, map04(tmp_path, texts["red"])) as r:
        red = await r.connect()
        await follow(red, logs["red"][:2])
        blue = await r.connect()
        await asyncio.gather(follow(red, logs["red"][2:]), follow(blue, logs["blue"]))
        assert (await red.reader.read(), await blue.reader.read()) == (b"", b"")
        won = ("Alice", "Bob", "second", "rules", "first (Red) has no units left")
        assert r.running.result(1) == won


@pytest.mark.parametrize(
    ("name", "exchanges", "players"),
    [("net_server", 80, ("Alice", "Bob")), ("net_server_vs_csharp_muct", 56, ("PyRandom", "CSharp_M-UCT"))],
)
async def test_the_server_logs_go_through_in_their_order_the_original_client_included(
    oracle: Path, tmp_path: Path, name: str, exchanges: int, players: tuple[str, str]
) -> None:
    text = read(oracle / "tubstap" / f"{name}.log")
    log = server_log(text)
    assert (len(log), "TIMEOUT CNT:0" in text) == (exchanges, True)
    async with tubstap_referee(tmp_path, map04(tmp_path, text)) as r:
        clients = await r.connect(), await r.connect()
        for client, question, answer in log:
            await clients[client].reply(question, answer)
        assert [await client.reader.read() for client in clients] == [b"", b""]
        assert r.running.result(1) == (*players, "second", "rules", "first (Red) has no units left")


async def test_the_two_captures_of_the_scripted_clients_agree_with_the_servers(oracle: Path) -> None:
    folder = oracle / "tubstap"
    for server, client, number in (
        ("net_server", "net_client_red", 0),
        ("net_server", "net_client_blue", 1),
        ("net_server_vs_csharp_muct", "net_client_vs_csharp_muct", 0),
    ):
        lines = [line.decode() for _, line in client_log(read(folder / f"{client}.log"))]
        exchanges = server_log(read(folder / f"{server}.log"))
        told = [line for to, asked, said in exchanges if to == number for line in (asked, f"= {said}\r\n")]
        assert lines == [f"{line}\r\n" for line in told]

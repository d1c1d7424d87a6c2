"""The captured conversations of the CGOS server, held on real sockets with ours: the same lines, both sides.

What differs everywhere, and why (`plain` takes it out of both): dates, game ids and times are those of the
day; ratings are 0? because we keep none of theirs; moves are told as the rulebook writes them (E5, pass), not
as the other side wrote them; "info" about rounds, which we have not: a game begins when two are ready.
"""

import ast
import asyncio
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cgos_peers import PASSWORD, go_referee, newcomer, player
from tests.peers import Client, Referee

pytestmark = pytest.mark.asyncio

# For clones without the captured data: a resignation, and words that are no move.
EXCERPT = """
   5.21 resibot    S>C b'setup 6 9 7.0 4000 dropbot(1800?) resibot(1800?)\\n'
   5.21 dropbot    S>C b'setup 6 9 7.0 4000 dropbot(1800?) resibot(1800?)\\n'
  28.71 resibot    S>C b'genmove b 4000\\n'
  28.71 resibot    C>S b'A9\\n'
  28.71 dropbot    S>C b'play b A9 4000\\n'
  28.71 dropbot    S>C b'genmove w 4000\\n'
  28.71 dropbot    C>S b'pass\\n'
  28.77 resibot    S>C b'play w pass 4000\\n'
  28.77 resibot    S>C b'genmove b 4000\\n'
  28.77 resibot    C>S b'resign\\n'
  28.86 dropbot    S>C b'gameover 2026-11-18 W+Resign Resignation\\n'
  28.86 dropbot    C>S b'ready\\n'
  28.92 resibot    S>C b'gameover 2026-11-18 W+Resign Resignation\\n'
  28.92 resibot    C>S b'ready\\n'
  13.17 syntbot    S>C b'setup 3 9 7.0 4000 normbot2(1800?) syntbot(1800?)\\n'
  13.17 syntbot    S>C b'genmove b 4000\\n'
  13.17 syntbot    C>S b'hello world\\n'
  13.17 normbot2   S>C b'setup 3 9 7.0 4000 normbot2(1800?) syntbot(1800?)\\n'
  13.25 normbot2   S>C b'gameover 2026-11-18 W+Illegal Illegal move error:do not understand syntax move:hello world\\n'
  13.25 normbot2   C>S b'ready\\n'
  13.25 syntbot    S>C b'gameover 2026-11-18 W+Illegal Illegal move error:do not understand syntax move:hello world\\n'
  13.25 syntbot    C>S b'ready\\n'
"""  # noqa: E501

# Games that the capture does not hold whole: their moves were thinned out, and what is held of them here.
THINNED = {
    (1, "normbot1"): "to its last move that is in the capture",
    (1, "dropbot"): "to the last move that it hears",
    (6, "dropbot"): "its one move put in, from what the other side hears",
    (8, "dropbot"): "not at all; suicide is a test of its own",
    (8, "normbot2"): "not at all",
}


@dataclass(frozen=True)
class Line:
    party: str
    way: str  # "S>C", "C>S", "--"
    data: bytes  # one line from the server, or all that was sent at once by the client


Script = list[Line]


def captured(text: str) -> dict[str, Script]:
    """party -> its lines, without what the server says of its rounds."""
    found: dict[str, Script] = defaultdict(list)
    for party, way, literal in re.findall(r"^ *[\d.]+ (\S+) +(S>C|C>S|--) (b['\"].*)$", text, re.MULTILINE):
        data = ast.literal_eval(literal)
        for part in data.splitlines(keepends=True) if way == "S>C" else [data]:
            if not part.startswith((b"info Games", b"info Maximum")):
                found[party].append(Line(party, way, part))
    return found


def games_in(scripts: dict[str, Script]) -> dict[int, dict[str, Script]]:
    """id -> party -> its lines from setup to ready, of the second part of the capture."""
    found: dict[int, dict[str, Script]] = defaultdict(dict)
    for party, script in scripts.items():
        id = 0
        for line in script:
            if line.data.startswith(b"setup ") and line.way == "S>C":
                id = int(line.data.split()[1])
            if id:
                found[id].setdefault(party, []).append(line)
            if line.data == b"ready\n":
                id = 0
    return found


def plain(line: bytes) -> str:
    """A line without what is the day's, ours, or a matter of taste."""
    text = line.decode().rstrip("\r\n")
    if text.startswith(("play", "update", "setup", "genmove")):
        text = re.sub(r"\b([a-hj][1-9]|pass) \d+", r"\1 T", text.lower())
        text = re.sub(r"^(genmove [bw]) \d+", r"\1 T", text)
    text = re.sub(r"^(gameover \d+ \S+) \d+ \d+$", r"\1 T T", text)
    text = re.sub(r"^gameover \d{4}-\d\d-\d\d ", "gameover DATE ", text)
    return re.sub(r"\((1800|0)\?\)", "(R)", text)


def anonymous(text: str) -> str:
    """Without the game's id."""
    return re.sub(r"^setup \d+ ", "setup ID ", text)


def thinned(id: int, scripts: dict[str, Script]) -> dict[str, Script]:
    """The game as far as it can be held."""
    if id == 1:
        return {party: script[: _last(script, b"H9") + 1] for party, script in scripts.items()}
    if id == 6:
        setup, *rest = scripts["dropbot"]
        steps = [("S>C", b"play b A9 4000\n"), ("S>C", b"genmove w 4000\n"), ("C>S", b"pass\n")]
        return scripts | {"dropbot": [setup, *(Line("dropbot", *step) for step in steps), *rest]}
    return scripts


def _last(script: Script, move: bytes) -> int:
    return max(i for i, line in enumerate(script) if move in line.data)


def late(script: Script) -> Script:
    """slowbot says its move after its flag fell: here when it has heard of that, and not after 10 s."""
    for i in range(len(script) - 1):
        if script[i].data == b"E5\n" and script[i + 1].data.startswith(b"gameover"):
            return [*script[:i], script[i + 1], script[i], *script[i + 2 :]]
    return script


async def follow(r: Referee, client: Client, script: Script) -> None:
    for line in script:
        if line.way == "--":
            client.reset()
            client = await r.client("cgos")
        elif line.way == "C>S":
            client.writer.write(line.data)
        else:
            heard = await client.reader.readline()
            assert anonymous(plain(heard)) == anonymous(plain(line.data))


async def hold(folder: Path, scripts: dict[str, Script]) -> None:
    """One game of the second part; who plays Black there comes first."""
    await asyncio.to_thread(folder.mkdir)
    white, black = (name.partition(b"(")[0].decode() for name in _setup(scripts).split()[5:7])
    async with go_referee(folder, control="4~0.25") as r, asyncio.timeout(20):
        clients = {}
        for name in (black, white):
            clients[name] = await player(r, name)
            await r.turn()
        await asyncio.gather(*(follow(r, clients[party], late(script)) for party, script in scripts.items()))


def _setup(scripts: dict[str, Script]) -> bytes:
    return next(iter(scripts.values()))[0].data


async def test_every_captured_game_of_scripted_clients_goes_line_for_line(
    oracle: Path, tmp_path: Path
) -> None:
    text = (oracle / "go" / "cgos_transcript.txt").read_text()
    held = games_in(captured(text.partition("# ---- second part")[2]))
    assert sorted(held) == list(range(1, 12))
    assert set(THINNED) <= {(id, party) for id, scripts in held.items() for party in scripts}
    del held[8]
    await asyncio.gather(*(hold(tmp_path / str(id), thinned(id, scripts)) for id, scripts in held.items()))


async def test_an_excerpt_of_the_captured_games_goes_line_for_line(tmp_path: Path) -> None:
    for id, scripts in games_in(captured(EXCERPT)).items():
        await hold(tmp_path / str(id), scripts)


COUNTS = {"viewer": 185, "pyclient-gnugo": 269, "tclclient-fuego50": 270}  # lines of the capture


class Observed:
    """The players' first moves wait until the viewer has said that it observes, as in the capture."""

    def __init__(self) -> None:
        self.games: dict[bytes, asyncio.Event] = defaultdict(asyncio.Event)

    async def follow(self, client: Client, script: Script) -> None:
        id = b""
        for line in script:
            if line.way == "C>S":
                if id and line.party != "viewer":
                    await self.games[id].wait()
                client.writer.write(line.data)
                continue
            heard = await client.reader.readline()
            assert plain(heard) == plain(line.data)
            if heard.startswith(b"setup "):
                id = heard.split()[1]
                if line.party == "viewer":
                    self.games[id].set()


async def test_the_two_captured_games_of_real_engines_go_line_for_line_and_a_viewer_hears_all(
    oracle: Path, tmp_path: Path
) -> None:
    text = (oracle / "go" / "cgos_transcript.txt").read_text()
    scripts = captured(text.partition("# ---- second part")[0])
    assert {party: len(script) for party, script in scripts.items()} == COUNTS
    observed = Observed()
    async with go_referee(tmp_path, control="60~0.25", matches=2) as r, asyncio.timeout(60):
        tasks = []
        for party in ("viewer", "pyclient-gnugo", "tclclient-fuego50"):
            script = [line for line in scripts[party] if line.way != "--"]
            client = await r.client("cgos")
            await observed.follow(client, login := _login(script))
            await r.turn()
            tasks.append(observed.follow(client, script[len(login) :]))
        await asyncio.gather(*tasks)
        results = [(it.first, it.second, it.winner, it.reason) for it in r.store.results()]
        assert results == [
            ("gnugo-l1", "fuego50", "first", "first is 74.0 points ahead after two passes"),
            ("fuego50", "gnugo-l1", "first", "first is 16.0 points ahead after two passes"),
        ]


def _login(script: Script) -> Script:
    """Up to the password; of a viewer, up to the list of games."""
    first = next(i for i, line in enumerate(script) if line.data.startswith((b"setup", b"match")))
    return script[:first]


LOGINS = [
    (["zz hello"], "Error: invalid response"),
    (["e1 x", "ab"], "Error: User name must be 3 characters or more."),
    (["e1 x", "9digit"], "Error: User name must start alphabet. Consisting of only numbers is invalid."),
    (["e1 x", "shortpw", "ab"], "Error: Password must be at least 3 characters."),
    (["e1 x", "toolongnametoolongname"], "Error: User name must be no more than 18 characters long."),
]


@pytest.mark.parametrize(("lines", "error"), LOGINS)
async def test_a_wrong_login_ends_in_the_captured_words(tmp_path: Path, lines: list[str], error: str) -> None:
    async with go_referee(tmp_path) as r:
        client = await r.client("cgos")
        heard = [await client.hear()] + [await client.ask(line) for line in lines]
        asked = ["protocol genmove_analyze", "username", "password"]
        assert heard == [*asked[: len(lines)], error]
        assert await client.hear() == ""


async def test_the_captured_logins_are_those_that_are_tested(oracle: Path) -> None:
    text = (oracle / "go" / "cgos_transcript.txt").read_text()
    for lines, error in LOGINS:
        assert repr(f"{lines[-1]}\n".encode()) in text and repr(f"{error}\n".encode()) in text


async def test_a_second_login_takes_over_and_one_with_a_wrong_password_does_not(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r:
        old = await player(r, "dupuser")
        thief = await newcomer(r)
        assert await thief.ask("dupuser") == "password"
        assert await thief.ask("wrongpw") == "Error: Sorry, password doesn't match"
        assert await thief.hear() == ""
        new = await player(r, "dupuser")
        assert await old.hear() == "info another login is being attempted using this user name"
        assert await old.hear() == ""
        await player(r, "other", PASSWORD)
        assert await new.hear() == "setup 1 9 7.0 60000 other(0?) dupuser(0?)"
        assert await new.hear() == "genmove b 60000"

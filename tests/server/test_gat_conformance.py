"""The captured conversations of the GAT reference server, held on real sockets with ours: the same lines,
both sides, except where ours does better. IMPROVEMENTS lists every such place, with the reason.
"""

import ast
import asyncio
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.peers import Client, Referee, referee

pytestmark = pytest.mark.asyncio

START = "14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u"

# For clones without the captured data: an illegal move, and a move out of turn.
EXCERPT = f"""
## illegal own-piece collision
   P0 <- b'SET?\\r\\n'
   P1 <- b'SET?\\r\\n'
   P0 -> b'SET:ABCD\\r\\n'
   P0 <- b'OK \\r\\n'
   P1 -> b'SET:ABCD\\r\\n'
   P1 <- b'OK \\r\\n'
   P0 <- b'MOV?{START}\\r\\n'
   P1 -> b'MOV:A,N\\r\\n'
   P1 <- b'NG \\r\\n'
   P0 -> b'MOV:E,N\\r\\n'
   P0 <- b'NG \\r\\n'
   P0 <- b'LST:14R24R34R44R15B25B35B45B41r31r21r11r40b30b20b10b\\r\\n'
   P1 <- b'WON:14R24R34R44R15B25B35B45B41r31r21r11r40b30b20b10b\\r\\n'
"""


@dataclass(frozen=True)
class Improvement:
    case: str  # how the case's title begins
    why: str
    theirs: str  # lines of the captured case ...
    ours: str  # ... and what takes their place


IMPROVEMENTS = [
    Improvement(
        "SET variants",
        "a piece named twice leaves fewer than four reds: refused, and the client may try again",
        "P0 -> b'SET:aabb\\r\\n' / P0 <- b'OK \\r\\n' / P0 -> b'SET:ABCD\\r\\n' / P0 <- b'NG \\r\\n'",
        "P0 -> b'SET:aabb\\r\\n' / P0 <- b'NG \\r\\n' / P0 -> b'SET:ABCD\\r\\n' / P0 <- b'OK \\r\\n'",
    ),
    Improvement(
        "SET variants",
        "so the game that follows has four reds",
        "P0 <- b'MOV?14R24R34B44B15B25B35B45B41u31u21u11u40u30u20u10u\\r\\n'",
        f"P0 <- b'MOV?{START}\\r\\n'",
    ),
    Improvement(
        "SET with letter outside A-H",
        "an unknown letter is refused instead of killing the player's thread",
        "P0 -> b'SET:WXYZ\\r\\n' / P0 -> b'SET:ABCD\\r\\n'",
        "P0 -> b'SET:WXYZ\\r\\n' / P0 <- b'NG \\r\\n' / P0 -> b'SET:ABCD\\r\\n' / P0 <- b'OK \\r\\n'",
    ),
    Improvement(
        "disconnect P1 when it is P0 turn",
        "a move after the end is refused",
        "P0 -> b'MOV:A,N\\r\\n' / P0 <- b'OK \\r\\n'",
        "P0 -> b'MOV:A,N\\r\\n' / P0 <- b'NG \\r\\n'",
    ),
    Improvement(
        "two commands in one segment",
        "the second line is answered at once, and never kept for a later turn",
        "P0 <- b'OK \\r\\n' / P1 <- b'MOV?14R24R34R44R15B25B35B45B42u31u21u11u40u30u20u10u\\r\\n'",
        "P0 <- b'OK \\r\\n' / P0 <- b'NG \\r\\n'"
        " / P1 <- b'MOV?14R24R34R44R15B25B35B45B42u31u21u11u40u30u20u10u\\r\\n'",
    ),
    Improvement(
        "two commands in one segment",
        "so the move of the later turn is the one that counts there",
        "P1 <- b'MOV?13R24R34R44R15B25B35B45B43u31u21u11u40u30u20u10u\\r\\n'",
        "P1 <- b'MOV?13R24R34R44R15B25B35B45B42u32u21u11u40u30u20u10u\\r\\n'",
    ),
]


def cases(text: str) -> dict[str, list[str]]:
    """The edge cases of a capture: title -> its steps."""
    found: dict[str, list[str]] = {}
    steps: list[str] = []
    for line in text.splitlines():
        if line.startswith("## "):
            title = line[3:]
            while title in found:
                title += " again"
            steps = found[title] = []
        elif line.startswith("# ="):
            steps = []
        elif re.match(r"\s+P\w+ (<-|->|closes)", line):
            steps.append(line.strip())
    return _split_restarts(found)


def _split_restarts(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """A case that greets a player twice is two games."""
    split: dict[str, list[str]] = {}
    for title, steps in found.items():
        part, seen = 0, set[str]()
        for step in steps:
            if step in ("P0 <- b'SET?\\r\\n'", "P1 <- b'SET?\\r\\n'") and step in seen:
                part, seen = part + 1, set()
            seen.add(step)
            split.setdefault(title + f" ({part})" * (part > 0), []).append(step)
    return split


def improved(title: str, steps: list[str]) -> list[str]:
    """The case as ours must hold it. Fails when an improvement names lines that are not in the case."""
    text = " / ".join(steps)
    for improvement in IMPROVEMENTS:
        if title.startswith(improvement.case):
            assert improvement.theirs in text, improvement.why
            text = text.replace(improvement.theirs, improvement.ours, 1)
    return text.split(" / ")


class Players:
    """P0 and P1 of a case, connected when they are first spoken of."""

    def __init__(self, r: Referee) -> None:
        self._referee = r
        self._clients: dict[str, Client] = {}

    async def step(self, step: str) -> None:
        name, way, *rest = step.split(" ", 2)
        if name not in self._clients:
            door = "gat gat-first" if name.startswith("P0") else "gat gat-second"
            self._clients[name] = await self._referee.client(door)
        client = self._clients[name]
        if way == "closes":
            await client.close()
        elif rest == ["EOF"]:
            assert await client.reader.read() == b""
        elif way == "->":
            client.writer.write(ast.literal_eval(rest[0]))
        else:
            async with asyncio.timeout(10):
                assert await client.reader.readuntil(b"\r\n") == ast.literal_eval(rest[0])


async def hold(folder: Path, title: str, steps: list[str], quirks: bool = True) -> None:
    control = "0.1,0.2/move" if "timeout" in title else "600,10/move"
    async with referee(
        folder, control=control, illegal_loses="no_ng_terminate" not in title, gat_quirks=quirks
    ) as r:
        players = Players(r)
        for step in steps:
            await players.step(step)


async def test_every_captured_edge_case_goes_line_for_line(oracle: Path, tmp_path: Path) -> None:
    text = (oracle / "geister" / "reference_transcript.txt").read_text()
    held = cases(text)
    assert len(held) >= 18
    for number, (title, steps) in enumerate(held.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            await hold(folder, title, improved(title, steps))
        except (AssertionError, TimeoutError, asyncio.IncompleteReadError) as error:
            raise AssertionError(f"in the case {title!r}") from error


async def test_an_excerpt_of_the_captured_cases_goes_line_for_line(tmp_path: Path) -> None:
    for title, steps in cases(EXCERPT).items():
        await hold(tmp_path, title, steps)


async def test_the_captured_game_goes_line_for_line_on_both_sides(oracle: Path, tmp_path: Path) -> None:
    text = (oracle / "geister" / "reference_transcript.txt").read_text()
    scripts = {
        port: re.findall(rf"^ +[\d.]+ {port} (S>C|C>S) (b'.*')$", text, re.MULTILINE)
        for port in (10000, 10001)
    }
    assert [len(script) for script in scripts.values()] == [193, 193]
    async with referee(tmp_path) as r:
        doors = {10000: "gat gat-first", 10001: "gat gat-second"}
        games = [follow(await r.client(doors[port]), script) for port, script in scripts.items()]
        await asyncio.gather(*games)
        (result,) = r.store.results()
        assert (result.winner, result.ending, result.reason) == (
            "second",
            "rules",
            "second escaped with a blue piece",
        )


async def follow(client: Client, script: list[tuple[str, str]]) -> None:
    async with asyncio.timeout(30):
        for way, literal in script:
            line = ast.literal_eval(literal)
            if way == "C>S":
                client.writer.write(line)
            else:
                assert await client.reader.readuntil(b"\r\n") == line


async def test_without_quirks_a_bare_line_feed_ends_a_line(tmp_path: Path) -> None:
    steps = [
        "P0 <- b'SET?\\r\\n'",
        "P0 -> b'SET:ABCD\\n'",
        "P0 <- b'OK \\r\\n'",
        "P1 <- b'SET?\\r\\n'",
        "P1 -> b'SET:ABCD\\r'",
        "P1 <- b'OK \\r\\n'",
        f"P0 <- b'MOV?{START}\\r\\n'",
        "P0 -> b'MOV:A,N\\n\\r\\n'",
        "P0 <- b'OK \\r\\n'",
        "P1 <- b'MOV?14R24R34R44R15B25B35B45B42u31u21u11u40u30u20u10u\\r\\n'",
    ]
    await hold(tmp_path, "bare LF", steps, quirks=False)


async def test_without_quirks_an_escape_does_not_repeat_a_colour(oracle: Path, tmp_path: Path) -> None:
    text = (oracle / "geister" / "reference_transcript.txt").read_text()
    (steps,) = (steps for title, steps in cases(text).items() if title.startswith("stale OK colour"))
    ours = [*steps[:-3], "P0 <- b'OK \\r\\n'", *steps[-2:]]
    assert steps[-3] == "P0 <- b'OKB\\r\\n'"
    await hold(tmp_path, "stale", ours, quirks=False)

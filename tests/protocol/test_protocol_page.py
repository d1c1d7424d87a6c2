"""PROTOCOL.md is the only specification: its transcript is played here, line for line, over real sockets."""

import asyncio
import re
from dataclasses import fields
from pathlib import Path

import pytest

from protocol.messages import CLIENT, SERVER, Ending, Fate, Refusal
from tests.peers import PATIENCE, Client, Referee, referee

PAGE = (Path(__file__).resolve().parents[2] / "protocol" / "PROTOCOL.md").read_text()
TRANSCRIPT = re.findall(r"^(\w+) ([<>]) (.*)$", PAGE, re.MULTILINE)


@pytest.mark.asyncio
async def test_the_transcript_of_the_page_is_what_happens_on_tcp(tmp_path: Path) -> None:
    async with referee(tmp_path, control="60/move") as r:
        clients: dict[str, Client] = {}
        for name, way, line in TRANSCRIPT:
            if name not in clients:
                clients[name] = await r.client()
            if way == "<":
                clients[name].say(line)
            else:
                assert await clients[name].hear() == line


@pytest.mark.asyncio
async def test_the_transcript_of_the_page_is_what_happens_on_websockets(tmp_path: Path) -> None:
    async with referee(tmp_path, control="60/move") as r:
        await _replay_by_websocket(r)


async def _replay_by_websocket(r: Referee) -> None:
    async with r.socket() as alice, r.socket() as bob:
        for name, way, line in TRANSCRIPT:
            socket = {"alice": alice, "bob": bob}[name]
            if way == "<":
                await socket.send(line)
            else:
                async with asyncio.timeout(PATIENCE):
                    assert await socket.recv() == line


def test_the_page_names_every_message_and_every_code() -> None:
    for kind in (*CLIENT, *SERVER):
        assert f"`{kind.verb}" in PAGE, f"{kind.verb} is not on the page"
    for word in (*Ending, *Fate, *Refusal):
        assert f"`{word}`" in PAGE, f"{word} is not on the page"


def test_the_page_gives_the_fields_of_every_message_in_their_order() -> None:
    for kind in (*CLIENT, *SERVER):
        row = re.search(rf"^\| `{kind.verb}([^`]*)` \|", PAGE, re.MULTILINE)
        assert row, f"{kind.verb} has no row"
        words = re.sub(r"[\[\]]", "", row[1]).lower().split()
        assert words == [field.name for field in fields(kind) if field.metadata.get("line", True)], kind.verb

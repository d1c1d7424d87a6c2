"""Websocket clients that break the rules of websockets, while others play."""

import asyncio
import base64
import os
import struct
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.peers import PATIENCE, Client, Referee, referee

pytestmark = pytest.mark.asyncio

FIN, TEXT, BINARY, CLOSE, PING = 0x80, 1, 2, 8, 9


def frame(opcode: int, payload: bytes = b"", first: int = FIN) -> bytes:
    """A masked frame; the mask is all zeros, which is allowed and changes nothing."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + struct.pack("!H", len(payload))
    return bytes([first | opcode]) + size + bytes(4) + payload


async def raw(r: Referee) -> Client:
    """A client that has shaken hands by itself and from here on sends what frames it likes."""
    client = await r.client("ws")
    key = base64.b64encode(os.urandom(16)).decode()
    client.say(
        "\r\n".join(
            [
                "GET / HTTP/1.1",
                "Host: referee",
                "Upgrade: websocket",
                "Connection: Upgrade",
                f"Sec-WebSocket-Key: {key}",
                "Sec-WebSocket-Version: 13",
                "\r\n",
            ]
        ),
        end="",
    )
    assert await client.hear() == "HTTP/1.1 101 Switching Protocols"
    while await client.hear():
        pass
    assert await read_frame(client) == (TEXT, b"referee 1 geister")
    return client


async def read_frame(client: Client) -> tuple[int, bytes]:
    async with asyncio.timeout(PATIENCE):
        head, size = await client.reader.readexactly(2)
        if size == 126:
            (size,) = struct.unpack("!H", await client.reader.readexactly(2))
        return head & 15, await client.reader.readexactly(size)


async def close_code(client: Client) -> int:
    """The code of the close frame, past whatever comes before it."""
    while True:
        opcode, payload = await read_frame(client)
        if opcode == CLOSE:
            return int(struct.unpack("!H", payload[:2])[0])


async def playing(r: Referee, socket: ClientConnection) -> Client:
    """The websocket is alice, at a table with bob and asked for her reds; gives bob."""
    assert await socket.recv() == "referee 1 geister"
    await socket.send("hello alice secret")
    assert await socket.recv() == "welcome alice secret"
    await socket.send("ready")
    bob = await r.player("bob")
    assert str(await socket.recv()).startswith("game 2 geister first alice bob")
    assert str(await socket.recv()).startswith("go 0 ")
    return bob


async def test_a_client_that_never_answers_a_ping_is_cut_off_and_can_come_back(tmp_path: Path) -> None:
    async with referee(tmp_path, ping=0.2) as r, r.bystanders():
        client = await raw(r)
        client.writer.write(frame(TEXT, b"hello alice secret") + frame(TEXT, b"ready"))
        bob = await r.player("bob")
        await bob.hear_until("game 2")
        assert await close_code(client) == 1011
        again = await r.client()
        await again.login("alice", "secret")
        await again.hear_until("go 0")
        again.say("move ABCD")
        await bob.hear_until("go 1")


async def test_fragments_make_one_line_with_a_ping_between_them(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await raw(r)
        client.writer.write(frame(TEXT, b"pi", first=0) + frame(PING, b"x") + frame(0, b"ng me"))
        assert await read_frame(client) == (10, b"x")
        assert await read_frame(client) == (TEXT, b"pong me")


async def test_fragments_that_never_end_are_cut_off_at_the_line_limit(tmp_path: Path) -> None:
    async with referee(tmp_path, line_limit=100) as r, r.bystanders():
        client = await raw(r)
        client.writer.write(frame(TEXT, b"x" * 60, first=0) + frame(0, b"x" * 60, first=0))
        assert await close_code(client) == 1009


async def test_an_oversized_frame_costs_the_connection_and_not_the_game(tmp_path: Path) -> None:
    async with referee(tmp_path, line_limit=100) as r, r.bystanders(), r.socket() as socket:
        bob = await playing(r, socket)
        await socket.send("x" * 101)
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 1009
        again = await r.client()
        await again.login("alice", "secret")
        await again.hear_until("go 0")
        again.say("move ABCD")
        await bob.hear_until("go 1")


async def test_a_binary_frame_is_refused_and_a_text_frame_may_follow(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders(), r.socket() as socket:
        bob = await playing(r, socket)
        await socket.send(b"move ABCD")
        assert await socket.recv() == "refused malformed send text frames"
        await socket.send("move ABCD")
        assert await socket.recv() == "moved 0 first ABCD"
        await bob.hear_until("go 1")


async def test_a_flood_of_binary_frames_ends_the_connection(tmp_path: Path) -> None:
    async with referee(tmp_path, burst=20, waste=0.001) as r, r.bystanders(), r.socket() as socket:
        assert await socket.recv() == "referee 1 geister"
        for _ in range(21):
            await socket.send(b"x")
        heard = [await socket.recv() for _ in range(21)]
        assert heard == ["refused malformed send text frames"] * 20 + ["bye too many lines that mean nothing"]
        await socket.wait_closed()
        assert socket.close_code == 1000


@pytest.mark.parametrize("line", ["ping\nping", "ping\0", "ping\r\nquit"])
async def test_a_frame_is_one_line_and_may_hold_no_second(tmp_path: Path, line: str) -> None:
    async with referee(tmp_path) as r, r.bystanders(), r.socket() as socket:
        assert await socket.recv() == "referee 1 geister"
        await socket.send(line)
        assert await socket.recv() == "refused malformed the line holds control characters"
        await socket.send("ping\r\n")
        assert await socket.recv() == "pong"


async def test_a_text_frame_that_is_not_utf8_ends_the_connection_with_that_code(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await raw(r)
        client.writer.write(frame(TEXT, b"\xff\xfe"))
        assert await close_code(client) == 1007


async def test_a_close_without_a_code_is_answered_and_the_clock_runs(tmp_path: Path) -> None:
    async with referee(tmp_path, control="0.3/move", margin=0.2) as r, r.bystanders():
        client = await raw(r)
        client.writer.write(frame(TEXT, b"hello alice") + frame(TEXT, b"ready"))
        bob = await r.player("bob")
        await bob.hear_until("game 2")
        client.writer.write(frame(CLOSE))
        while (await read_frame(client))[0] != CLOSE:
            pass
        why = "alice lost on time: no move within 0.300 s at ply 0"
        assert await bob.hear_until("over") == f"over won time {why}"
        assert r.result(2) == ("alice", "bob", "second", "time", why)


async def test_a_websocket_that_breaks_off_without_a_close_is_as_one_that_left(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await raw(r)
        client.writer.write(frame(TEXT, b"hello alice secret") + frame(TEXT, b"ready"))
        bob = await r.player("bob")
        await bob.hear_until("game 2")
        client.reset()
        again = await r.client()
        await again.login("alice", "secret")
        await again.hear_until("go 0")


async def test_compression_is_not_agreed_to_and_a_compressed_frame_is_an_error(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        async with r.socket(compression="deflate") as socket:
            assert socket.response is not None
            assert "Sec-WebSocket-Extensions" not in socket.response.headers
        client = await raw(r)
        client.writer.write(frame(TEXT, b"\x00" * 50, first=FIN | 0x40))
        assert await close_code(client) == 1002


async def test_a_frame_without_a_mask_is_an_error(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await raw(r)
        client.writer.write(b"\x81\x04ping")
        assert await close_code(client) == 1002


async def test_plain_lines_on_the_websocket_port_end_the_connection(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await r.client("ws")
        client.say("hello alice", "\r\n\r\n")
        assert await client.at_end()


async def test_a_websocket_that_never_reads_is_cut_off_and_stalls_nobody(tmp_path: Path) -> None:
    changes = {"send_bound": 4096, "burst": 10**6}
    async with referee(tmp_path, control="0.3/move", margin=0.2, **changes) as r, r.bystanders():
        client = await raw(r)
        client.writer.write(frame(TEXT, b"hello deaf") + frame(TEXT, b"ready"))
        bob = await r.player("bob")
        await bob.hear_until("game 2 geister second deaf bob")
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        pings = frame(TEXT, b"ping " + b"x" * 1000) * 64
        with pytest.raises(OSError):
            async with asyncio.timeout(PATIENCE):
                while True:
                    client.writer.write(pings)
                    await client.writer.drain()
        why = "deaf lost on time: no move within 0.300 s at ply 0"
        assert await bob.hear_until("over") == f"over won time {why}"


async def test_the_last_words_reach_a_websocket_before_its_close(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders(), r.socket() as socket:
        assert await socket.recv() == "referee 1 geister"
        await socket.send("quit")
        assert await socket.recv() == "bye goodbye"
        await socket.wait_closed()
        assert socket.close_code == 1000

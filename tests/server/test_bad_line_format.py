"""Lines that are not as they should be, on both wires, while others play."""

from pathlib import Path

import pytest

from tests.peers import OPENED, PLACED, Client, Referee, referee

pytestmark = pytest.mark.asyncio

UNKNOWN = "refused malformed unknown word {!r}; there are hello, watch, ready, move, resign, ping, quit"
NOT_TEXT = "refused malformed the line is not UTF-8"
CONTROL = "refused malformed the line holds control characters"


async def greeted(r: Referee) -> Client:
    client = await r.client()
    assert await client.hear() == "referee 1 geister"
    return client


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("HELLO alice", UNKNOWN.format("HELLO")),
        ("Hello alice", UNKNOWN.format("Hello")),
        ("hello\u3000alice", CONTROL),
        ("hello\talice", CONTROL),
        ("helloalice", UNKNOWN.format("helloalice")),
        ("GET / HTTP/1.1", UNKNOWN.format("GET")),
        ("x" * 100, UNKNOWN.format("x" * 40)),
        ("ready now", "refused malformed expected: ready"),
        ("move", "refused malformed expected: move move"),
        ("move A,N B,N", "refused malformed expected: move move"),
        ("move A,N  ", "refused phase you are in no game; say ready for the next one"),
        ("hello  alice", "refused malformed expected: hello name token"),
        ("hello \u202ealice", CONTROL),
    ],
)
async def test_a_malformed_line_is_refused_by_what_was_expected(
    tmp_path: Path, line: str, answer: str
) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await greeted(r)
        assert await client.ask(line) == answer
        assert await client.ask("ping still here") == "pong still here"


@pytest.mark.parametrize("line", ["MOVE A,N", "move A,N now", "A,N", "{'move': 'A,N'}"])
async def test_a_malformed_line_in_ones_turn_costs_nothing_but_time(tmp_path: Path, line: str) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        alice, bob = await r.placed()
        assert (await alice.ask(line)).startswith("refused malformed ")
        assert await alice.ask("move A,N") == "moved 2 first A,N"
        assert await bob.hear() == "moved 2 first A,N"


@pytest.mark.parametrize(
    "line", ["set:ABCD", "SET:ABCD ", " SET:ABCD", "SET ABCD", "SET:ABCD,", "hello", "MOV?"]
)
async def test_a_malformed_gat_line_before_the_game_gets_ng(tmp_path: Path, line: str) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await r.gat("first")
        assert await client.ask(line) == "NG "
        assert await client.ask("SET:ABCD") == "OK "


@pytest.mark.parametrize(
    ("line", "noted"),
    [
        ("MOV:A,N ", "MOV:A,N_"),
        ("MOV:A,N,N", "MOV:A,N,N"),
        ("Mov:A,N", "Mov:A,N"),
        ("hello alice", "hello_alice"),
        ("MOV:A,\0N", "the line holds control characters"),
    ],
)
async def test_a_malformed_gat_line_in_its_turn_loses_and_the_record_says_what_it_was(
    tmp_path: Path, line: str, noted: str
) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, second = await r.gat_pair()
        assert await first.ask(line) == "NG "
        assert await first.hear() == f"LST:{OPENED}"
        assert await second.hear() == f"WON:{OPENED}"
        why = (
            f"gat-first played an illegal move: {noted!r}: a move is a piece A..H, a comma and one of N E W S"
        )
        assert r.result(2) == ("gat-first", "gat-second", "second", "illegal", why)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
async def test_every_line_end_will_do(tmp_path: Path, end: str) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await greeted(r)
        client.say(f"ping one{end}{end}ping two", end)
        assert (await client.hear(), await client.hear()) == ("pong one", "pong two")
        gat = await r.gat("first")
        assert await gat.ask("SET:ABCD", end) == "OK "
        assert await gat.ask("SET:ABCD", end) == "NG "


async def test_with_the_quirks_of_the_reference_a_bare_lf_ends_no_gat_line(tmp_path: Path) -> None:
    async with referee(tmp_path, gat_quirks=True) as r, r.bystanders():
        gat = await r.gat("first")
        gat.say("SET:ABCD", "\n")
        assert await gat.ask("", "\r\n") == "NG "
        assert await gat.ask("SET:ABCD", "\r\n") == "OK "


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"ping \0", CONTROL),
        (b"\0\0\0\0", CONTROL),
        (b"ping \x1b[2J", CONTROL),
        (b"ping \xff\xfe", NOT_TEXT),
        (b"ping \xed\xa0\x80", NOT_TEXT),
        (b"h\0e\0l\0l\0o\0", CONTROL),
        (b"\x16\x03\x01\x02\x00\x01\xfc", NOT_TEXT),
    ],
)
async def test_bytes_that_are_no_text_are_refused(tmp_path: Path, line: bytes, answer: str) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await greeted(r)
        client.writer.write(line + b"\n")
        assert await client.hear() == answer
        assert await client.ask("ping") == "pong"


@pytest.mark.parametrize(
    ("line", "what"),
    [(b"MOV:A,\xff", "the line is not UTF-8"), (b"\0", "the line holds control characters")],
)
async def test_bytes_that_are_no_text_lose_a_gat_game_only_in_ones_own_turn(
    tmp_path: Path, line: bytes, what: str
) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        first, second = await r.gat_pair()
        second.writer.write(line + b"\r\n")
        assert await second.hear() == "NG "
        first.writer.write(line + b"\r\n")
        assert (await first.hear(), await first.hear()) == ("NG ", f"LST:{OPENED}")
        assert await second.hear() == f"WON:{OPENED}"
        assert r.result(2)[4].startswith(f"gat-first played an illegal move: {what!r}: ")


async def test_a_byte_order_mark_before_the_first_line_is_passed_over(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await greeted(r)
        assert await client.ask("\ufeffping") == "pong"
        assert await client.ask("\ufeffping") == CONTROL
        gat = await r.gat("first")
        assert await gat.ask("\ufeffSET:ABCD", "\r\n") == "OK "
        async with r.socket() as socket:
            assert await socket.recv() == "referee 1 geister"
            await socket.send("\ufeffping")
            assert await socket.recv() == "pong"


async def test_a_line_as_long_as_the_limit_is_heard_and_one_byte_more_ends_the_connection(
    tmp_path: Path,
) -> None:
    async with referee(tmp_path, line_limit=100) as r, r.bystanders():
        client = await greeted(r)
        assert await client.ask("ping " + "x" * 95) == "pong " + "x" * 95
        assert await client.ask("ping " + "x" * 96) == "bye a line is longer than 100 bytes"
        assert await client.hear() == ""


async def test_a_line_without_an_end_ends_the_connection_at_the_limit(tmp_path: Path) -> None:
    async with referee(tmp_path, line_limit=100) as r, r.bystanders():
        client = await greeted(r)
        assert await client.ask("ping " + "x" * 96, end="") == "bye a line is longer than 100 bytes"
        assert await client.hear() == ""


async def test_a_line_that_is_too_long_costs_a_native_client_its_connection_not_its_game(
    tmp_path: Path,
) -> None:
    async with referee(tmp_path, line_limit=100) as r, r.bystanders():
        alice, bob = await r.client(), await r.client()
        token = await alice.login("alice")
        alice.say("ready")
        await bob.login("bob")
        bob.say("ready")
        await alice.hear_until("go 0")
        assert await alice.ask("m" * 101) == "bye a line is longer than 100 bytes"
        again = await r.client()
        await again.login("alice", token)
        assert await again.hear() == "game 2 geister first alice bob 60"
        await again.hear_until("go 0")
        again.say("move ABCD")
        await bob.hear_until("go 1")


async def test_a_gat_line_that_is_too_long_loses_and_the_record_says_so(tmp_path: Path) -> None:
    async with referee(tmp_path, line_limit=100) as r, r.bystanders():
        first, second = await r.gat_pair()
        assert await first.ask("M" * 101) == "NG "
        assert await first.hear() == ""
        assert await second.hear() == f"WON:{OPENED}"
        why = "gat-first was cut off: a line is longer than 100 bytes"
        assert r.result(2) == ("gat-first", "gat-second", "second", "left", why)


async def test_one_byte_at_a_time_makes_the_same_lines(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client, gat = await greeted(r), await r.gat("first")
        for byte in "\ufeffping slow\r\nping \u00e9\n".encode():
            client.writer.write(bytes([byte]))
            await client.writer.drain()
            await r.turn()
        assert (await client.hear(), await client.hear()) == ("pong slow", "pong \u00e9")
        for byte in b"SET:ABCD\r\n":
            gat.writer.write(bytes([byte]))
            await r.turn()
        assert await gat.hear() == "OK "
        assert await gat.ask("SET:ABCD") == "NG "


async def test_several_lines_in_one_packet_are_all_answered_in_order(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await greeted(r)
        client.say("ping 1\r\n\r\nping 2\nnonsense\rping 3")
        assert [await client.hear() for _ in range(4)] == [
            "pong 1",
            "pong 2",
            UNKNOWN.format("nonsense"),
            "pong 3",
        ]


async def test_a_whole_login_in_one_packet_leads_to_a_game(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        client = await r.client()
        client.say("hello alice secret\nready\nping")
        await r.player("bob")
        assert await client.hear() == "referee 1 geister"
        assert await client.hear() == "welcome alice secret"
        assert await client.hear() == "pong"
        assert await client.hear() == "game 2 geister first alice bob 60"


async def test_a_gat_client_that_sends_its_reds_before_it_is_asked_is_heard(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        hasty = await r.client("gat gat-first")
        hasty.say("SET:ABCD", "\r\n")
        assert (await hasty.hear(), await hasty.hear()) == ("SET?", "OK ")
        await r.gat_set("second")
        assert await hasty.hear() == f"MOV?{PLACED}"

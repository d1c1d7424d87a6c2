"""Clients of CGOS that do not log in as they should, while two others play on at a table of their own."""

from pathlib import Path

import pytest

from tests.cgos_peers import go_referee, newcomer, pair, play, player

pytestmark = pytest.mark.asyncio

NAME = "Error: User name must "
PLAIN = f"{NAME}only alphanumeric, underscore, hyphen, period or digits characters."
START = f"{NAME}start alphabet. Consisting of only numbers is invalid."
NO_MATCH = "Error: Sorry, password doesn't match"


@pytest.mark.parametrize("line", ["black", "pass123", "ready", "E5", "quit", "e2 x", "observe 1", "hello me"])
async def test_who_does_not_say_first_what_it_is_gets_an_error(tmp_path: Path, line: str) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        client = await r.client("cgos")
        await client.hear()
        assert await client.ask(line) == "Error: invalid response"
        assert await client.hear() == ""


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("ab", f"{NAME}be 3 characters or more."),
        ("a" * 19, f"{NAME}be no more than 18 characters long."),
        ("12345", START),
        ("9digit", START),
        ("_name", START),
        ("two words", PLAIN),
        ("a/b", PLAIN),
        ("nämé", f"{NAME}consist of only ascii characters."),
    ],
)
async def test_a_wrong_name_gets_the_error_that_it_deserves(tmp_path: Path, name: str, error: str) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        client = await newcomer(r)
        assert await client.ask(name) == error
        assert await client.hear() == ""


@pytest.mark.parametrize("name", ["abc", "a" * 18, "A.b-c_9"])
async def test_the_shortest_and_the_longest_names_are_accepted(tmp_path: Path, name: str) -> None:
    async with go_referee(tmp_path) as r:
        assert await (await newcomer(r)).ask(name) == "password"


@pytest.mark.parametrize(
    ("password", "error"),
    [
        ("ab", "Error: Password must be at least 3 characters."),
        ("x" * 65, NO_MATCH),
        ("pässword", NO_MATCH),
    ],
)
async def test_a_wrong_password_of_a_new_name_gets_an_error(
    tmp_path: Path, password: str, error: str
) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        client = await newcomer(r)
        assert await client.ask("black") == "password"
        assert await client.ask(password) == error
        assert await client.hear() == ""


@pytest.mark.parametrize("stage", range(3))
async def test_bytes_that_are_no_text_end_a_login_and_open_no_name(tmp_path: Path, stage: int) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        client = await r.client("cgos")
        await client.hear()
        for line in ("e1 x", "black", "the")[:stage]:
            await client.ask(line)
        client.writer.write(b"\xff\xfe\x00\n")
        assert await client.hear() == "Error: invalid response"
        assert await client.hear() == ""


@pytest.mark.parametrize("stage", range(3))
async def test_who_falls_silent_before_it_is_in_is_sent_away(tmp_path: Path, stage: int) -> None:
    async with go_referee(tmp_path, login_limit=0.2) as r, r.go_bystanders():
        client = await r.client("cgos")
        await client.hear()
        for line in ("e1 x", "black")[:stage]:
            await client.ask(line)
        assert await client.hear() == "Error: say who you are within 0.2 s"
        assert await client.hear() == ""


async def test_a_second_login_with_a_wrong_password_does_not_disturb_a_game(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        black, white = await pair(r)
        await play(black, white, "E5 D4")
        thief = await player(r, "black", "wrong")
        assert await thief.hear() == NO_MATCH
        assert await thief.hear() == ""
        await play(black, white, "C3 C4")


async def test_a_second_login_with_the_right_password_takes_the_game_over(tmp_path: Path) -> None:
    async with go_referee(tmp_path) as r, r.go_bystanders():
        old, white = await pair(r)
        await play(old, white, "E5 D4")
        new = await player(r, "black")
        assert await old.hear() == "info another login is being attempted using this user name"
        assert await old.hear() == ""
        assert (await new.hear()).startswith("setup 2 9 7.0 60000 white(0?) black(0?) E5 60000 D4 60000")
        assert (await new.hear()).startswith("genmove b ")
        await play(new, white, "C3 C4")

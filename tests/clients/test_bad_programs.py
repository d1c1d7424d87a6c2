"""Programs that crash, hang, flood or leave children behind `referee bot process`, while others play."""

import asyncio
import fcntl
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from tests.peers import PATIENCE, Client, Referee, referee

pytestmark = pytest.mark.asyncio

ROOT = Path(__file__).resolve().parents[2]

# A program that plays well; `bad` is called with each line before it is answered, or answers it and says so.
# While the program lives, or a child that has its file, it holds a lock on the file that is its argument. Its
# bad habits last for 15 seconds.
PLAYER = """
import fcntl, os, signal, subprocess, sys, time
life = open(sys.argv[1], "w")
fcntl.flock(life, fcntl.LOCK_SH)
game = 0
def say(text):
    print(text, flush=True)
{bad}
for line in sys.stdin:
    word, number = line.split()[0], line.split()[1]
    game = int(number) if word == "game" else game
    if not bad(word, number) and word == "go":
        ply = int(number)
        say("move " + ("ABCD" if ply < 2 else "A,N" if ply // 2 % 2 else "A,S"))
{end}
"""


async def ended(life: Path) -> None:
    """Until neither the program nor a child of it lives, which must be soon."""
    begun = time.monotonic()
    with life.open("w") as file:
        await asyncio.to_thread(fcntl.flock, file, fcntl.LOCK_EX)
    assert time.monotonic() - begun < 10


@asynccontextmanager
async def bot(
    r: Referee, folder: Path, bad: str = "pass", games: int = 1, end: str = "", url: str = ""
) -> AsyncIterator[tuple[Process, Path]]:
    """alice, played by a program with that body of `bad(word, number)`."""
    life = folder / "life"
    body = "def bad(word, number):\n" + "\n".join(f"    {line}" for line in bad.splitlines())
    program = [sys.executable, "-c", PLAYER.format(bad=body, end=end), str(life)]
    async with started(url or r.url("tcp"), program, games) as process:
        yield process, life


@asynccontextmanager
async def started(url: str, program: list[str], games: int = 1) -> AsyncIterator[Process]:
    command = [sys.executable, "-m", "cli.main", "bot", "process", "--connect", url]
    command += ["--name", "alice", "--games", str(games), "--", *program]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE, stderr=DEVNULL)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def told(process: Process) -> str:
    """All that the bot reported until it ended well."""
    async with asyncio.timeout(PATIENCE):
        out, _ = await process.communicate()
    assert process.returncode == 0, out.decode()
    return out.decode()


async def opponent(r: Referee) -> Client:
    """bob, ready to play; alice may come before or after him, and so be first or second."""
    bob = await r.client()
    await bob.login("bob")
    bob.say("ready")
    return bob


async def play_until(bob: Client, word: str) -> str:
    """bob plays well until he hears a line that begins so."""
    while True:
        line = await bob.hear()
        assert line, f"the connection ended before {word!r}"
        if line.startswith(word):
            return line
        if line.startswith("go "):
            ply = int(line.split()[1])
            bob.say("move " + ("ABCD" if ply < 2 else "A,N" if ply // 2 % 2 else "A,S"))


async def lost_by_alice(r: Referee, bob: Client, why: str, ending: str = "resigned", id: int = 2) -> None:
    over = await play_until(bob, "over")
    assert over.startswith(f"over won {ending} {why}")
    first, second, winner, how, reason = r.result(id)
    assert {first, second} == {"alice", "bob"} and f"over won {how} {reason}" == over
    assert {"first": first, "second": second}[winner or ""] == "bob"


async def won_by_alice(r: Referee, bob: Client, ply: int = 6) -> None:
    """bob plays on to that ply or the next, then resigns."""
    line = ""
    while not line.startswith("go ") or int(line.split()[1]) < ply:
        if line.startswith("go "):
            at = int(line.split()[1])
            bob.say("move " + ("ABCD" if at < 2 else "A,N" if at // 2 % 2 else "A,S"))
        line = await bob.hear()
        assert not line.startswith(("over", "bye")), line
    bob.say("resign enough")
    assert await bob.hear_until("over") == "over lost resigned bob resigned: enough"


async def test_a_command_that_does_not_exist_is_one_line_and_no_login(tmp_path: Path) -> None:
    async with referee(tmp_path) as r, r.bystanders():
        command = [sys.executable, "-m", "cli.main", "bot", "process", "--connect", r.url("tcp")]
        command += ["--name", "alice", "--", "no-such-program"]
        process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE, stderr=PIPE)
        out, err = await process.communicate()
        assert (process.returncode, out) == (2, b"")
        assert err == b"referee: cannot start 'no-such-program': No such file or directory\n"
        assert set(r.store.tokens()) == {"calm", "quiet"}


async def test_a_crash_at_the_start_resigns_with_the_status_as_the_reason(tmp_path: Path) -> None:
    async with (
        referee(tmp_path) as r,
        r.bystanders(),
        started(r.url("tcp"), [sys.executable, "-c", "raise SystemExit(3)"]) as process,
    ):
        bob = await opponent(r)
        await lost_by_alice(r, bob, "alice resigned: the program ended with status 3")
        assert "lost (resigned): alice resigned: the program ended with status 3" in await told(process)


async def test_a_crash_in_the_middle_resigns_with_the_status_as_the_reason(tmp_path: Path) -> None:
    crash = "if (word, number) == ('go', '4'): sys.exit(7)"
    crash += "\nif (word, number) == ('go', '5'): sys.exit(7)"
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, crash) as (process, life):
        await lost_by_alice(r, await opponent(r), "alice resigned: the program ended with status 7")
        assert "the program ended with status 7" in await told(process)
        await ended(life)


async def test_a_crash_by_a_signal_is_told_as_such(tmp_path: Path) -> None:
    crash = "if word == 'go': os.kill(os.getpid(), signal.SIGSEGV)"
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, crash) as (process, _):
        await lost_by_alice(r, await opponent(r), "alice resigned: the program ended with status -11")
        await told(process)


@pytest.mark.parametrize("status", [0, 1])
async def test_a_program_that_ends_with_each_game_is_started_for_the_next(
    tmp_path: Path, status: int
) -> None:
    crash = f"if word == 'over': sys.exit({status})"
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, crash, games=3) as (process, life):
        bob = await opponent(r)
        for _ in range(3):
            await won_by_alice(r, bob)
            bob.say("ready")
        await told(process)
        await ended(life)


async def test_a_program_that_dies_late_after_its_game_still_plays_the_next(tmp_path: Path) -> None:
    crash = """
mark = sys.argv[1] + ".played"
if word == "game" and os.path.exists(mark):
    os.remove(mark)
    sys.exit(1)
if word == "over":
    open(mark, "w").close()
"""
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, crash, games=2) as (process, _):
        bob = await opponent(r)
        for _ in range(2):
            await won_by_alice(r, bob)
            bob.say("ready")
        await told(process)


async def test_an_endless_loop_loses_on_time_and_the_next_game_has_a_fresh_program(tmp_path: Path) -> None:
    loop = "while word == 'go' and game == 2: pass"
    async with (
        referee(tmp_path, "0.5/move", margin=0.2) as r,
        r.bystanders(),
        bot(r, tmp_path, loop, games=2) as (process, life),
    ):
        bob = await opponent(r)
        why = "alice lost on time: no move within 0.500 s at ply "
        await lost_by_alice(r, bob, why, ending="time")
        bob.say("ready")
        await won_by_alice(r, bob)
        assert "owed an answer when its game ended; starting it anew" in await told(process)
        await ended(life)


async def test_a_thought_that_ends_after_the_flag_is_not_played_in_the_next_game(tmp_path: Path) -> None:
    late = "if word == 'go' and game == 2: sys.stdin.readline(); sys.stdin.readline(); sys.stdin.readline()"
    async with (
        referee(tmp_path, "0.5/move", margin=0.2) as r,
        r.bystanders(),
        bot(r, tmp_path, late, games=2) as (process, _),
    ):
        bob = await opponent(r)
        await play_until(bob, "over won time alice lost on time")
        bob.say("ready")
        await won_by_alice(r, bob)
        await told(process)
        assert [row.move for row in r.store.moves(3)][:2] == ["ABCD", "ABCD"]


async def test_a_second_answer_in_one_write_is_passed_over(tmp_path: Path) -> None:
    twice = "if word == 'go' and number in '23': return os.write(1, b'move A,N\\nmove B,N\\n')"
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, twice) as (process, _):
        await won_by_alice(r, await opponent(r))
        assert "an answer to no question" in await told(process)


async def test_a_program_that_ignores_the_end_of_its_input_is_ended(tmp_path: Path) -> None:
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    async with (
        referee(tmp_path) as r,
        r.bystanders(),
        bot(r, tmp_path, deaf, end="time.sleep(15)") as (process, life),
    ):
        await won_by_alice(r, await opponent(r))
        await told(process)
        await ended(life)


@pytest.mark.parametrize(("how", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
async def test_when_the_bot_is_told_to_stop_its_program_ends_with_it(
    tmp_path: Path, how: signal.Signals, status: int
) -> None:
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    async with (
        referee(tmp_path) as r,
        r.bystanders(),
        bot(r, tmp_path, deaf, end="time.sleep(15)") as (process, life),
    ):
        bob = await opponent(r)
        await play_until(bob, "moved 1")
        process.send_signal(how)
        await ended(life)
        await process.communicate()
        assert process.returncode == status


@pytest.mark.parametrize(
    ("flood", "why"),
    [
        ("say('thinking...')", "the program wrote more than 100 lines that are no answer"),
        ("sys.stdout.write('x' * 1000)", "the program wrote a line of more than 65536 bytes"),
        (
            "sys.stdout.buffer.write(bytes([255, 0, 10] * 100))",
            "the program wrote more than 100 lines that are no answer",
        ),
    ],
)
async def test_a_flood_on_stdout_resigns_and_says_why(tmp_path: Path, flood: str, why: str) -> None:
    bad = f"while word == 'go' and number in '23': {flood}"
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, bad) as (process, life):
        await lost_by_alice(r, await opponent(r), f"alice resigned: {why}")
        assert why in await told(process)
        await ended(life)


async def test_a_flood_on_stderr_does_not_disturb_the_game(tmp_path: Path) -> None:
    bad = "if word == 'go': sys.stderr.write(('x' * 99 + chr(10)) * 20000)"
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, bad) as (process, _):
        await won_by_alice(r, await opponent(r))
        await told(process)


async def test_a_little_garbage_on_stdout_is_passed_over_and_reported(tmp_path: Path) -> None:
    bad = (
        "if word == 'go': sys.stdout.buffer.write(b'hm\\n\\xff\\xfe\\n\\0\\nMOVE A,N\\nhello bob\\nquit\\n')"
    )
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, bad) as (process, _):
        await won_by_alice(r, await opponent(r))
        assert "no answer, passed over: 'hm'" in await told(process)


CHILD = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(15)'], pass_fds=[life.fileno()])"


async def test_children_that_outlive_a_crash_do_not_hide_it_and_are_ended(tmp_path: Path) -> None:
    bad = f"if word == 'go' and number in '23': {CHILD}; os._exit(4)"
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, bad) as (process, life):
        await lost_by_alice(r, await opponent(r), "alice resigned: the program ended with status 4")
        await told(process)
        await ended(life)


async def test_children_that_outlive_the_last_game_are_ended(tmp_path: Path) -> None:
    bad = f"if (word, number) == ('go', '2') or (word, number) == ('go', '3'): {CHILD}"
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, bad) as (process, life):
        await won_by_alice(r, await opponent(r))
        await told(process)
        await ended(life)


async def test_a_child_that_left_the_group_and_holds_stdout_does_not_hide_a_crash(tmp_path: Path) -> None:
    away = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(4)'], start_new_session=True)"
    bad = f"if word == 'go' and number in '23': {away}; os._exit(4)"
    async with referee(tmp_path) as r, r.bystanders(), bot(r, tmp_path, bad) as (process, _):
        await lost_by_alice(r, await opponent(r), "alice resigned: the program ended with status 4")
        await told(process)


async def test_a_stopped_program_loses_on_time_and_is_started_anew(tmp_path: Path) -> None:
    stop = "if word == 'go' and game == 2: os.kill(os.getpid(), signal.SIGSTOP)"
    async with (
        referee(tmp_path, "0.5/move", margin=0.2) as r,
        r.bystanders(),
        bot(r, tmp_path, stop, games=2) as (process, life),
    ):
        bob = await opponent(r)
        await play_until(bob, "over won time alice lost on time")
        bob.say("ready")
        await won_by_alice(r, bob)
        await told(process)
        await ended(life)


class Cable:
    """A line to the referee that can be broken."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: list[asyncio.StreamWriter] = []
        self.plugged = asyncio.Queue[None]()

    async def plug(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._ends += [writer, far_writer]
        self.plugged.put_nowait(None)
        await asyncio.gather(_carry(reader, far_writer), _carry(far_reader, writer))

    def cut(self) -> None:
        for end in self._ends:
            end.transport.abort()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(4096):
            writer.write(data)
    writer.close()


async def test_a_program_that_thinks_while_the_line_breaks_is_not_asked_twice(tmp_path: Path) -> None:
    think = """
while word == "go" and number in "23" and not os.path.exists(sys.argv[1] + ".back"):
    time.sleep(0.01)
"""
    async with referee(tmp_path) as r, r.bystanders():
        cable = Cable(r.port("tcp"))
        async with await asyncio.start_server(cable.plug, "127.0.0.1", 0) as proxy:
            url = f"tcp://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
            async with bot(r, tmp_path, think, url=url) as (process, _):
                bob = await opponent(r)
                first = (await play_until(bob, "game 2")).split()[4] == "alice"
                await cable.plugged.get()
                await play_until(bob, "moved 1" if first else "moved 2")
                cable.cut()
                async with asyncio.timeout(PATIENCE):
                    await cable.plugged.get()
                (tmp_path / "life.back").touch()
                await won_by_alice(r, bob, ply=8)
                words = await told(process)
                assert "passed over" not in words and "refused (turn)" not in words
                cable.cut()

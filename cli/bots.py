"""How the bots of an event are started: the command of each kind, its limits, and the doors they need."""

import os
import shutil
import sys
from pathlib import Path

from ladder.event import Entrant, Event, Limits
from server.doors import Address, Door, cgos_doors, gat_doors
from server.stable import Bot


def program(word: str, folder: Path) -> str | None:
    """The program that a word of the file means: on the path, or beside the file."""
    beside = folder / word
    return shutil.which(str(beside)) if "/" in word else shutil.which(word)


def started(entrant: Entrant) -> bool:
    """Whether we start it, and do not wait for it."""
    return entrant.kind != "awaited" and bool(entrant.engine or entrant.command)


def doors(event: Event) -> tuple[Door, ...]:
    """Two doors for each GAT client, one for all who speak the protocol of CGOS."""
    own = [entrant for entrant in event.entrants if entrant.kind == "gat"]
    gat = [door for it in own for door in gat_doors(f"{it.name}@{it.address}", event.gat_gap)]
    cgos = any(entrant.kind == "cgos" for entrant in event.entrants)
    return (*gat, *(cgos_doors("127.0.0.1:0") if cgos else ()))


def bot_of(entrant: Entrant, at: dict[str, Address], tokens: dict[str, str], seed: int, folder: Path) -> Bot:
    """How to start a bot of ours."""
    output = (entrant.limits.output or 10_000) * 1000
    if entrant.kind == "gat":
        seats = {seat: at[f"gat {entrant.name} {seat}"] for seat in ("first", "second")}
        command = filled(entrant.command, {"host": seats["first"].host}, folder)
        ports = {seat: address.port for seat, address in seats.items()}
        return Bot(entrant.name, [*launcher(entrant.limits), *command], output, folder, ports)
    scheme = "cgos" if entrant.kind == "cgos" else "tcp"
    command = command_of(entrant, scheme, at[scheme], tokens[entrant.name], seed, folder)
    return Bot(entrant.name, command, output, folder)


def command_of(entrant: Entrant, scheme: str, at: Address, token: str, seed: int, folder: Path) -> list[str]:
    who = ["--connect", f"{scheme}://{at}", "--name", entrant.name, f"--token={token}", "--seed", str(seed)]
    bot = [sys.executable, "-m", "cli.main", "bot"]
    limited = launcher(entrant.limits)
    if entrant.engine:
        return [*limited, *bot, entrant.engine, *who]
    words = {"host": at.host, "port": str(at.port), "name": entrant.name, "token": token}
    command = filled(entrant.command, words, folder)
    if entrant.kind in ("native", "cgos"):
        return [*limited, *command]
    kind = "process" if entrant.kind == "stdio" else entrant.kind
    # The limits are the program's; the bot around it must be able to say what became of it, and ends it.
    inner = launcher(entrant.limits, "loose")
    return [*launcher(Limits()), *bot, kind, *who, "--", *inner, *command]


def filled(command: tuple[str, ...], words: dict[str, str], folder: Path) -> list[str]:
    """The command with {host} and the like filled in, its program found beside the file."""
    full = list(command)
    for key, value in words.items():
        full = [word.replace(f"{{{key}}}", value) for word in full]
    return [os.path.abspath(folder / full[0]) if "/" in full[0] else full[0], *full[1:]]


def launcher(limits: Limits, tie: str = "tied") -> list[str]:
    numbers = [str(limits.memory or "-"), str(limits.cpu or "-"), ",".join(map(str, limits.cpus)) or "-"]
    return [sys.executable, "-m", "server.launch", *numbers, tie, "--"]

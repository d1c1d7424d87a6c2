"""Becomes another program, with limits: `python -m server.launch MEMORY CPU CPUS TIE -- COMMAND ...`.

MEMORY is in megabytes, CPU in seconds, CPUS a list like 0,1; "-" is no limit. With the TIE "tied" it ends
with the thread that started it, so that a referee that is killed leaves no bots behind.
"""

import ctypes
import os
import resource
import signal
import sys

PARENT_DEATH_SIGNAL = 1  # of prctl, Linux


def main(words: list[str]) -> None:
    memory, cpu, cpus, tie, _, *command = words
    if tie == "tied":
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if memory != "-":
        resource.setrlimit(resource.RLIMIT_AS, (int(memory) << 20,) * 2)
    if cpu != "-":
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu),) * 2)
    if cpus != "-":
        os.sched_setaffinity(0, {int(word) for word in cpus.split(",")})
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"cannot start {command[0]!r}: {error.strerror}")


if __name__ == "__main__":
    main(sys.argv[1:])

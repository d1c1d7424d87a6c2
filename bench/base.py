"""What the measurements share: rows to print, an interleaved clock, and a C compiler where there is one."""

import ctypes
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    ours: float  # per CPU-second
    reference: float | None  # the same for what we compare with; None where it cannot be had
    unit: str
    target: float | None = None  # the least ratio we aim at


def per_cpu_second(work: Callable[[], int], seconds: float) -> float:
    """Repeat `work`, which returns how much it did, for about so long; the rate per CPU-second."""
    done, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        done += work()
    return done / (time.process_time() - start)


def interleaved(
    ours: Callable[[], int], reference: Callable[[], int] | None, repeats: int = 5, seconds: float = 0.4
) -> tuple[float, float | None]:
    """The median rates of both, measured in turns so that a noisy machine is noisy to both alike."""
    rates: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        rates[0].append(per_cpu_second(ours, seconds))
        if reference is not None:
            rates[1].append(per_cpu_second(reference, seconds))
    return statistics.median(rates[0]), statistics.median(rates[1]) if rates[1] else None


def compile_c(source: Path) -> ctypes.CDLL | None:
    """The C file as a library, by gcc -O3 -march=native; None where there is no gcc."""
    if shutil.which("gcc") is None:
        return None
    library = Path(tempfile.mkdtemp(prefix="referee-bench-")) / f"{source.stem}.so"
    flags = ["-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra"]
    subprocess.run(["gcc", *flags, "-o", str(library), str(source)], check=True)
    return ctypes.CDLL(str(library))

"""`referee train ENGINE`: let an engine learn; stopped and run again, it goes on from its last checkpoint."""

import fcntl
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from cli import history
from cli.errors import Failure, Usage
from engines import CATALOGUE as ENGINES
from engines.training import TRAINERS, Progress, train

LINE_EVERY = 10.0  # seconds between two lines of a training without checks
CURVE_EVERY = 60.0  # seconds between two drawings of the curve, which takes about one

Show = Callable[[Progress, float], None]  # what there is, and games a second


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("engine", help=f"which: {', '.join(TRAINERS)}")
    add("--games", type=int, default=1_000_000, metavar="N", help="to learn from, in all (default 1000000)")
    add("--folder", type=Path, metavar="DIR", help="of checkpoints, history and curve (default train-ENGINE)")
    add("--seed", type=int, default=0, metavar="N", help="of the training's chance (default 0)")
    add("--headless", action="store_true", help="plain lines instead of a bar")


def run(options: Namespace) -> None:
    check(options)
    folder = options.folder or Path(f"train-{options.engine}")
    with claimed(folder), signals() as stopped:
        try:
            learn(options, folder, stopped)
        except ImportError as error:
            raise Usage(f"{options.engine}: {error}; try pip install 'referee[train]'") from error
        except (OSError, ValueError) as error:
            raise Failure(f"{options.engine}: {error}") from error


def check(options: Namespace) -> None:
    """Raises Usage."""
    name, known = options.engine, ", ".join(TRAINERS)
    if name not in TRAINERS and name in ENGINES:
        raise Usage(f"{name} cannot be trained; there are {known}")
    if name not in TRAINERS:
        raise Usage(f"no engine is called {name!r}; to be trained there are {known}")
    if options.games < 1:
        raise Usage("--games must be at least 1")


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """The folder, made if need be, for us alone. Raises Usage."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / ".lock").open("w")
    except OSError as error:
        raise Usage(f"{folder}: cannot be written to: {error.strerror}") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Usage(f"{folder}: another training writes to it") from None
        yield


@contextmanager
def signals() -> Iterator[threading.Event]:
    """Set at the first signal, so that no step is cut short; the second one has its usual effect."""
    stopped = threading.Event()

    def stop(number: int, _: object) -> None:
        stopped.set()
        signal.signal(number, before[number])

    numbers: tuple[int, ...] = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def learn(options: Namespace, folder: Path, stopped: threading.Event) -> None:
    """Until enough is learnt or we are stopped; checks and the end are kept. Raises as the trainer does."""
    known, steps = history.read(folder), train(options.engine, folder, options.games, options.seed)
    start, began, curve = next(steps, None), monotonic(), Curve(folder, options.engine)
    if start is None:
        raise ValueError("the training ended before it began")
    print(f"going on from {start.done:,} games" if known and start.done else "beginning", flush=True)
    last = start
    with display(options.headless) as show:
        history.append(folder, start)
        for last in steps if not stopped.is_set() else ():
            if last.scores:
                history.append(folder, last)  # first: what was said is kept
                curve.draw()
            show(last, (last.done - start.done) / max(1e-9, monotonic() - began))
            if stopped.is_set():
                break
    close(steps)
    curve.draw(at_last=True)
    print(farewell(options, folder, last), flush=True)


def close(steps: Iterator[Progress]) -> None:
    """Let a generator save what it has."""
    if hasattr(steps, "close"):
        steps.close()


def farewell(options: Namespace, folder: Path, last: Progress) -> str:
    if last.done >= options.games:
        return f"{last.done:,} games are learnt from; see {folder}"
    return f"stopped at {last.done:,} of {options.games:,} games; to go on, give the same command again"


class Curve:
    """Draws now and then; without matplotlib it says so, once, and nothing else changes."""

    def __init__(self, folder: Path, title: str) -> None:
        self._folder, self._title, self._due = folder, title, monotonic() + CURVE_EVERY
        self._able = True

    def draw(self, at_last: bool = False) -> None:
        if not self._able or (monotonic() < self._due and not at_last):
            return
        try:
            history.draw(self._folder, self._title)
        except ImportError as error:
            print(f"referee: no curve: {error}; pip install 'referee[train]' has it", file=sys.stderr)
            self._able = False
        self._due = monotonic() + CURVE_EVERY


@contextmanager
def display(headless: bool) -> Iterator[Show]:
    """A bar with a line above it for each check; only lines where there is no terminal."""
    console = Console(highlight=False, soft_wrap=True)
    if headless or not console.is_terminal:
        yield Lines().show
        return
    columns = (
        TextColumn("{task.fields[games]} games"),
        BarColumn(),
        TextColumn("{task.fields[speed]}/s"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[scores]}"),
    )
    with Bar(*columns, console=console) as bar:
        task = bar.add_task("", total=None, games="", speed="", scores="")

        def show(now: Progress, speed: float) -> None:
            games, rate = f"{now.done:,}", f"{speed:,.0f}"
            bar.update(task, total=now.total, completed=now.done, games=games, speed=rate)
            if now.scores:
                bar.update(task, scores=told(now.scores))
                console.print(f"{now.done:,} games: {told(now.scores)}", markup=False)

        yield show


class Lines:
    def __init__(self) -> None:
        self._due = monotonic() + LINE_EVERY

    def show(self, now: Progress, speed: float) -> None:
        if now.scores:
            print(f"{now.done:,} games: {told(now.scores)}", flush=True)
        elif monotonic() >= self._due:
            print(f"{now.done:,} of {now.total:,} games, {speed:,.0f} a second", flush=True)
        else:
            return
        self._due = monotonic() + LINE_EVERY


def told(scores: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.3g}" for name, value in scores.items())

"""What a training measured, kept beside its checkpoints over all resumes: JSON lines, and a curve as PNG."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

from engines.training import Progress

FILE = "history.jsonl"
CURVE = "curve.png"


def append(folder: Path, progress: Progress) -> None:
    """Raises OSError."""
    with (folder / FILE).open("a+b") as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            torn = file.read(1) != b"\n"  # we were killed in the middle of a line
        else:
            torn = False
        line = json.dumps({"done": progress.done, "total": progress.total, "scores": progress.scores})
        file.write(f"{chr(10) if torn else ''}{line}\n".encode())


def read(folder: Path) -> list[Progress]:
    """What holds: going on from an earlier checkpoint takes back what was measured behind it."""
    if not (folder / FILE).exists():
        return []
    kept: list[Progress] = []
    for progress in _lines((folder / FILE).read_text(encoding="utf-8", errors="replace").splitlines()):
        while kept and kept[-1].done > progress.done:
            kept.pop()
        kept.append(progress)
    return kept


def _lines(texts: Iterable[str]) -> Iterable[Progress]:
    for text in texts:
        try:
            entry = json.loads(text)
            yield Progress(int(entry["done"]), int(entry["total"]), dict(entry["scores"]))
        except (ValueError, TypeError, KeyError):
            continue  # a torn line


def draw(folder: Path, title: str) -> None:
    """The learning curve of the folder's history, a panel a score. Raises ImportError without matplotlib,
    OSError."""
    from matplotlib.figure import Figure

    history = read(folder)
    names = list(dict.fromkeys(name for progress in history for name in progress.scores)) or [""]
    figure = Figure(figsize=(8, 1 + 2 * len(names)), layout="constrained")
    panels = figure.subplots(len(names), sharex=True, squeeze=False)[:, 0]
    for name, axes in zip(names, panels, strict=True):
        points = [(progress.done, progress.scores[name]) for progress in history if name in progress.scores]
        axes.plot([done for done, _ in points], [score for _, score in points], marker=".")
        axes.set(ylabel=name)
        axes.grid(alpha=0.3)
    panels[0].set(title=title)
    panels[-1].set(xlabel="games learnt from")
    temporary = folder / f".{CURVE}.{os.getpid()}.png"
    figure.savefig(temporary)
    temporary.replace(folder / CURVE)

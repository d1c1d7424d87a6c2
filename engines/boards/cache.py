"""Where compiled kernels are kept: in a folder for each state of the source that they come from.

The compiler notices a change in a kernel's own file, but not in a kernel or a constant that it has from
another one. So the folder is named by a digest of that file and of all of ours that it imports.
"""

import hashlib
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba

ROOT = Path(__file__).parents[2]
AGE = 7 * 86400  # seconds after which the folder of another state of a file is removed
_IMPORT = re.compile(r"^\s*(?:from|import)\s+((?:engines|games)[\w.]*)(?:\s+import\s+(\([^)]*\)|.*))?", re.M)
_WORD = re.compile(r"\w+")
_config: Any = numba.config


@contextmanager
def place_for(file: str) -> Iterator[bool]:
    """While it is entered, kernels of that source file find their folder; whether there is one."""
    folder, before = _folder(file), _config.CACHE_DIR
    _config.CACHE_DIR = str(folder or "")
    try:
        yield folder is not None
    finally:
        _config.CACHE_DIR = before


@cache
def _folder(file: str) -> Path | None:
    """None where nothing can be written, or the source cannot be read."""
    try:
        name, digest = Path(file).relative_to(ROOT).with_suffix(""), _digest(Path(file))
    except (OSError, ValueError):
        return None
    folders = (home / f"{'.'.join(name.parts)}-{digest}" for home in _homes())
    return next((folder for folder in folders if _made(folder)), None)


def _homes() -> list[Path]:
    """Where such folders may be, best first."""
    named = [Path(_config.CACHE_DIR)] if _config.CACHE_DIR else []
    user = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return [*named, ROOT / "engines" / "__pycache__" / "kernels", Path(user) / "referee" / "kernels"]


def _made(folder: Path) -> bool:
    """Whether the folder is there and can be written to. Several processes may come at once."""
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _clear(folder)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


def _clear(new: Path) -> None:
    """Remove old folders of the same file; a process that still uses one makes it again."""
    for folder in new.parent.glob(f"{new.name.rpartition('-')[0]}-*"):
        with suppress(FileNotFoundError):
            if folder != new and folder.stat().st_mtime < time.time() - AGE:
                shutil.rmtree(folder, ignore_errors=True)


def _digest(file: Path) -> str:
    """Of the file and of all that it imports of ours, directly or not."""
    digest = hashlib.sha256()
    todo, seen = [file], {file}
    while todo:
        data, imported = _source(todo.pop())
        digest.update(hashlib.sha256(data).digest())
        todo += [path for path in imported if path not in seen]
        seen.update(imported)
    return digest.hexdigest()[:16]


@cache
def _source(file: Path) -> tuple[bytes, tuple[Path, ...]]:
    """A file's bytes, and the files that it imports: what it takes from a package may be one."""
    data = file.read_bytes()
    paths: dict[Path, None] = {}
    for module, names in _IMPORT.findall(data.decode(errors="replace")):
        for dotted in (module, *(f"{module}.{name}" for name in _WORD.findall(names))):
            base = ROOT.joinpath(*dotted.split("."))
            paths |= {base.with_suffix(".py"): None, base / "__init__.py": None}
    return data, tuple(path for path in paths if path.is_file())

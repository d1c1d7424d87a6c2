"""Who may import whom: the rules of the layout, checked on every file by a walk over its syntax tree."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# package -> which of our packages it may import besides itself
OURS: dict[str, set[str]] = {
    "games": set(),
    "ladder": set(),
    "protocol": {"games"},
    "engines": {"games"},
    "server": {"games", "protocol", "ladder"},
    "clients": {"games", "protocol", "engines"},
    "cli": {"games", "protocol", "engines", "ladder", "server", "clients"},
}

# library -> the packages that may import it
LIBRARIES: dict[str, set[str]] = {
    "asyncio": {"server"},
    "trio": {"clients"},
    "numba": {"engines"},
    "torch": {"engines"},
    "onnxruntime": {"engines"},
    "sqlalchemy": {"ladder"},
    "rich": {"ladder", "cli"},
}


@dataclass(frozen=True, slots=True)
class Import:
    top: str  # the first part of the module's name
    line: int


def imports(node: ast.AST) -> Iterator[Import]:
    """Every import below a node, those by a call of import_module("...") or __import__("...") too."""
    for name in imported(node):
        yield Import(name.partition(".")[0], getattr(node, "lineno", 0))
    for child in ast.iter_child_nodes(node):
        yield from imports(child)


def imported(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), level=0):  # a relative import stays in its package
            return [module]
        case ast.Call(
            func=ast.Name("import_module" | "__import__") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(str(module)), *_],
        ):
            return [module]
    return []


def violations(package: str, source: str) -> list[str]:
    """What a file of `package` imports against the rules, a sentence each."""
    return [
        f"line {found.line}: {package} {fault}"
        for found in imports(ast.parse(source))
        if (fault := fault_of(package, found))
    ]


def fault_of(package: str, found: Import) -> str | None:
    if found.top in OURS and found.top not in OURS[package] | {package}:
        return f"must not import {found.top}"
    if package not in LIBRARIES.get(found.top, {package}):
        return f"must not import {found.top}"
    return None


def files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("package", [package for package in OURS if files(package)])
def test_a_package_imports_only_what_its_layer_allows(package: str) -> None:
    found = {str(path.relative_to(ROOT)): violations(package, path.read_text()) for path in files(package)}
    assert {path: faults for path, faults in found.items() if faults} == {}


def test_the_walk_finds_the_packages() -> None:
    assert len(files("games")) > 1 and len(files("engines")) > 1


@pytest.mark.parametrize(
    ("package", "source", "expected"),
    [
        ("games", "import engines", ["line 1: games must not import engines"]),
        ("games", "x = 1\nfrom protocol.match import Match", ["line 2: games must not import protocol"]),
        ("games", "import os, numba.core", ["line 1: games must not import numba"]),
        ("games", "def f():\n    import engines.base", ["line 2: games must not import engines"]),
        ("ladder", "from games import load", ["line 1: ladder must not import games"]),
        ("protocol", "if True:\n    import asyncio", ["line 2: protocol must not import asyncio"]),
        ("engines", "from clients import bot", ["line 1: engines must not import clients"]),
        ("engines", "import_module('server.app')", ["line 1: engines must not import server"]),
        ("engines", "importlib.import_module('rich')", ["line 1: engines must not import rich"]),
        ("server", "import clients", ["line 1: server must not import clients"]),
        ("server", "import sqlalchemy.orm", ["line 1: server must not import sqlalchemy"]),
        ("clients", "from server.app import App", ["line 1: clients must not import server"]),
        ("clients", "async def f():\n    import asyncio", ["line 2: clients must not import asyncio"]),
        ("cli", "def f():\n    import trio", ["line 2: cli must not import trio"]),
        ("cli", "import asyncio", ["line 1: cli must not import asyncio"]),
    ],
)
def test_a_broken_rule_is_reported(package: str, source: str, expected: list[str]) -> None:
    assert violations(package, source) == expected


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("games", "import random\nfrom games.base import Seat\nfrom . import base"),
        ("engines", "import numba, torch, onnxruntime, numpy\nfrom games import load"),
        ("server", "import asyncio, games, protocol, ladder"),
        ("clients", "import trio, games, protocol, engines"),
        ("ladder", "import sqlalchemy, rich"),
        ("cli", "import rich\nfrom cli.main import Usage\nfrom server.app import run"),
    ],
)
def test_what_the_rules_allow_is_not_reported(package: str, source: str) -> None:
    assert violations(package, source) == []


@pytest.mark.parametrize("command", ["cli.main", "cli.bot"])
def test_a_command_does_not_load_what_only_others_need(command: str) -> None:
    check = f"import sys, {command}; sys.exit(bool({{'server', 'ladder', 'sqlalchemy'}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", check], cwd=ROOT, check=False).returncode == 0

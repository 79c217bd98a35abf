"""How docstrings begin: a function that returns something says so in a colleague's words."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = [
    path
    for folder in ("pi_bunco", "models", "tools", "hardware", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "node_modules" not in path.parts
]
ARCHAIC = ("Give ", "Tell whether ", "Tell how ", "Tell which ", "Tell who ")
"""They begin with *Return* or *Yield*. To give something back is another thing: it returns nothing."""


def archaic(source: str) -> Iterator[str]:
    """Yield the functions that return or yield something and whose docstring begins as none should."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and (ast.get_docstring(node) or "").startswith(ARCHAIC):
            own = [
                part for part in ast.walk(node) if isinstance(part, ast.Return | ast.Yield | ast.YieldFrom)
            ]
            if any(part.value is not None for part in own):
                yield f"{node.name} (line {node.lineno})"


@pytest.mark.parametrize("folder", ["pi_bunco", "models", "tools", "hardware", "tests"])
def test_what_a_function_returns_is_returned(folder: str) -> None:
    """No docstring says that a function *gives* or *tells* what it returns."""
    of_folder = [path for path in FILES if path.is_relative_to(ROOT / folder)]
    found = {str(path.relative_to(ROOT)): [*archaic(path.read_text())] for path in of_folder}
    assert {path: names for path, names in found.items() if names} == {}


def test_it_can_find_one() -> None:
    """And it lets a function that gives a device back be."""
    bad = 'def best():\n    """Give the best."""\n    return 1\n'
    assert [*archaic(bad)] == ["best (line 1)"]
    assert not [*archaic('def close():\n    """Give the device back."""\n    done()\n')]
    assert not [*archaic(bad.replace("Give", "Return"))]

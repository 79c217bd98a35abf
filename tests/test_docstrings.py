"""What docstrings say: that a function returns something, and the parameters that it has."""

import ast
import re
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


def misnamed(source: str) -> Iterator[str]:
    """Yield the functions and classes whose docstring lists other parameters than the code has."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        documented = list_documented(ast.get_docstring(node) or "")
        function = node if isinstance(node, ast.FunctionDef) else find_init(node)
        if documented and function and sorted(documented) != sorted(list_parameters(function)):
            yield f"{node.name} (line {node.lineno})"


def list_documented(docstring: str) -> list[str]:
    """Return the names under *Parameters*, each of which stands at the beginning of a line."""
    _, _, section = docstring.partition("Parameters\n----------\n")
    lines = re.split(r"\n\n(?=\S)", section)[0].splitlines()
    return [name.strip("*") for line in lines if line[:1].strip() for name in line.split(", ")]


def find_init(node: ast.ClassDef) -> ast.FunctionDef | None:
    """Return the ``__init__`` of a class, if it has one."""
    methods = (part for part in node.body if isinstance(part, ast.FunctionDef))
    return next((method for method in methods if method.name == "__init__"), None)


def list_parameters(function: ast.FunctionDef) -> list[str]:
    """Return the names of a function's parameters, without ``self`` and ``cls``."""
    given = function.args
    listed = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg]
    return [one.arg for one in listed if one and one.arg not in {"self", "cls"}]


@pytest.mark.parametrize("folder", ["pi_bunco", "models", "tools", "hardware", "tests"])
def test_documented_parameters_exist(folder: str) -> None:
    """A docstring that lists parameters lists exactly those that the function has."""
    of_folder = [path for path in FILES if path.is_relative_to(ROOT / folder)]
    found = {str(path.relative_to(ROOT)): [*misnamed(path.read_text())] for path in of_folder}
    assert {path: names for path, names in found.items() if names} == {}


def test_it_finds_a_misnamed_parameter() -> None:
    """And a missing one, in functions and in classes."""
    good = (
        'def add(one, two):\n    """Add.\n\n    Parameters\n    ----------\n'
        '    one, two\n        Numbers.\n    """\n'
    )
    assert not [*misnamed(good)]
    assert [*misnamed(good.replace("(one, two)", "(one, three)"))] == ["add (line 1)"]
    assert [*misnamed(good.replace("(one, two)", "(one, two, three)"))] == ["add (line 1)"]
    sum_class = good.replace("def add(one, two)", "class Sum") + "    def __init__(self, one): ...\n"
    assert [*misnamed(sum_class)] == ["Sum (line 1)"]

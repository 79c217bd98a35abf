"""Rules for docstrings: the first word for a return value, and the right parameters."""

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
"""A docstring of a function that returns or yields something must not begin like this."""


def find_archaic(source: str) -> Iterator[str]:
    """Yield the functions that return or yield something, and whose docstrings have an archaic beginning."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and (ast.get_docstring(node) or "").startswith(ARCHAIC):
            returns = [
                part for part in ast.walk(node) if isinstance(part, ast.Return | ast.Yield | ast.YieldFrom)
            ]
            if any(part.value is not None for part in returns):
                yield f"{node.name} (line {node.lineno})"


@pytest.mark.parametrize("folder", ["pi_bunco", "models", "tools", "hardware", "tests"])
def test_docstrings_have_no_archaic_beginning(folder: str) -> None:
    """No docstring of a function that returns something begins with *Give* or *Tell*."""
    of_folder = [path for path in FILES if path.is_relative_to(ROOT / folder)]
    found = {str(path.relative_to(ROOT)): [*find_archaic(path.read_text())] for path in of_folder}
    assert {path: names for path, names in found.items() if names} == {}


def test_archaic_beginnings_are_found() -> None:
    """*Give* is found for a function that returns something, and allowed for one that does not."""
    bad = 'def best():\n    """Give the best."""\n    return 1\n'
    assert [*find_archaic(bad)] == ["best (line 1)"]
    assert not [*find_archaic('def close():\n    """Give the device back."""\n    done()\n')]
    assert not [*find_archaic(bad.replace("Give", "Return"))]


def find_misnamed(source: str) -> Iterator[str]:
    """Yield the functions and classes whose docstring lists other parameters than the code has."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        documented = list_documented(ast.get_docstring(node) or "")
        function = node if isinstance(node, ast.FunctionDef) else find_init(node)
        if documented and function and sorted(documented) != sorted(list_parameters(function)):
            yield f"{node.name} (line {node.lineno})"


def list_documented(docstring: str) -> list[str]:
    """Return the names under *Parameters*: those at the beginning of a line without indentation."""
    _, _, section = docstring.partition("Parameters\n----------\n")
    lines = re.split(r"\n\n(?=\S)", section)[0].splitlines()
    return [name.strip("*") for line in lines if line[:1].strip() for name in line.split(", ")]


def find_init(node: ast.ClassDef) -> ast.FunctionDef | None:
    """Return the ``__init__`` of a class, if it has one."""
    methods = (part for part in node.body if isinstance(part, ast.FunctionDef))
    return next((method for method in methods if method.name == "__init__"), None)


def list_parameters(function: ast.FunctionDef) -> list[str]:
    """Return the names of a function's parameters, without ``self`` and ``cls``."""
    args = function.args
    parameters = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
    return [each.arg for each in parameters if each and each.arg not in {"self", "cls"}]


@pytest.mark.parametrize("folder", ["pi_bunco", "models", "tools", "hardware", "tests"])
def test_documented_parameters_exist(folder: str) -> None:
    """A docstring that lists parameters lists exactly those that the function has."""
    of_folder = [path for path in FILES if path.is_relative_to(ROOT / folder)]
    found = {str(path.relative_to(ROOT)): [*find_misnamed(path.read_text())] for path in of_folder}
    assert {path: names for path, names in found.items() if names} == {}


def test_misnamed_parameters_are_found() -> None:
    """A misnamed and a missing parameter are found, in functions and in classes."""
    good = (
        'def add(one, two):\n    """Add.\n\n    Parameters\n    ----------\n'
        '    one, two\n        Numbers.\n    """\n'
    )
    assert not [*find_misnamed(good)]
    assert [*find_misnamed(good.replace("(one, two)", "(one, three)"))] == ["add (line 1)"]
    assert [*find_misnamed(good.replace("(one, two)", "(one, two, three)"))] == ["add (line 1)"]
    sum_class = good.replace("def add(one, two)", "class Sum") + "    def __init__(self, one): ...\n"
    assert [*find_misnamed(sum_class)] == ["Sum (line 1)"]

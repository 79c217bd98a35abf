"""The quality scale is in order: each rule says what shows that it is kept, or why not, and that is there."""

import ast
import re
import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from pi_bunco import __version__
from tests.docs.pages import DOCS, ROOT

SCALE = tomllib.loads((DOCS / "quality.toml").read_text("utf-8"))
RULES = {f"{group}.{name}": rule for group, rules in SCALE.items() for name, rule in rules.items()}
GROUPS = {
    "types",
    "docstrings",
    "tests",
    "coverage",
    "security",
    "accessibility",
    "docs",
    "reader",
    "hardware",
}
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def fault(rule: Mapping[str, Any], version: str = __version__) -> str:
    """Return what is wrong with a rule, ``""`` for nothing."""
    status = rule.get("status")
    if not re.fullmatch(r"[A-Z].+\.", rule.get("is", "")):
        return "it is no sentence"
    if status == "open" and not version.startswith("0."):
        return "it is open, and this is no version before 1.0"
    wanted = {
        "done": {"is", "status", "by"},
        "exempt": {"is", "status", "why"},
        "open": {"is", "status", "why"},
    }
    if rule.keys() != wanted.get(str(status), set()):
        return f"a rule that is {status} has not these keys"
    if "why" in rule and not re.fullmatch(r"[A-Z].+\.", rule["why"]):
        return "why is no sentence"
    missing = [each for each in rule.get("by", ()) if not is_there(each)]
    return f"{missing} is not there" if missing or rule.get("by") == [] else ""


def is_there(shown: str) -> bool:
    """Return whether a file, a folder, a test of a file or a make target is there.

    >>> is_there("docs"), is_there("make test"), is_there("tests/test_bounded.py::test_file_is_read_whole")
    (True, True, True)
    >>> is_there("doc"), is_there("make tea"), is_there("tests/test_release.py::test_nothing")
    (False, False, False)
    """
    if shown.startswith("make "):
        return shown.removeprefix("make ") in TARGETS
    path, _, test = shown.partition("::")
    file = ROOT / path
    if not file.exists() or not test:
        return file.exists() and not test
    tree = ast.parse(file.read_text("utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == test for node in tree.body)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_in_order(rule: str) -> None:
    """Done with what shows it, or exempt or open with a reason; and what it names is there."""
    assert fault(RULES[rule]) == ""


def test_all_that_matters_has_rules() -> None:
    """No group is left out."""
    assert set(SCALE) >= GROUPS


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"by": ["tests/test_nowhere.py"]}, "not there"),
        ({"by": []}, "not there"),
        ({"status": "exempt"}, "not these keys"),
        ({"status": "almost"}, "not these keys"),
        ({"is": "types"}, "no sentence"),
        ({"why": "Later."}, "not these keys"),
    ],
)
def test_a_rule_that_is_wrong_is_found(change: dict[str, Any], wrong: str) -> None:
    """A file that is gone, a reason that is missing, a status that is none."""
    good = {"is": "It rings.", "status": "done", "by": ["make test"]}
    assert fault(good) == ""
    assert wrong in fault(good | change)


def test_nothing_is_open_in_a_finished_version() -> None:
    """From 1.0 on each rule is done or exempt."""
    rule = {"is": "It rings.", "status": "open", "why": "No bell."}
    assert fault(rule, "0.9.0") == ""
    assert "before 1.0" in fault(rule, "1.0.0")

"""``docs/quality.toml`` has the right form, and everything that it names exists."""

import ast
import re
import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from pi_bunco import __version__
from tests.docs.pages import DOCS, ROOT

GROUPS = tomllib.loads((DOCS / "quality.toml").read_text("utf-8"))
RULES = {f"{group}.{name}": rule for group, rules in GROUPS.items() for name, rule in rules.items()}
REQUIRED_GROUPS = {
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


def find_fault(rule: Mapping[str, Any], version: str = __version__) -> str:
    """Return what is wrong with a rule, or ``""``."""
    status = rule.get("status")
    if not re.fullmatch(r"[A-Z].+\.", rule.get("is", "")):
        return "it is no sentence"
    if status == "open" and not version.startswith("0."):
        return "it is open, and this is no version before 1.0"
    keys_by_status = {
        "done": {"is", "status", "by"},
        "exempt": {"is", "status", "why"},
        "open": {"is", "status", "why"},
    }
    if rule.keys() != keys_by_status.get(str(status), set()):
        return f"a rule that is {status} has not these keys"
    if "why" in rule and not re.fullmatch(r"[A-Z].+\.", rule["why"]):
        return "why is no sentence"
    missing = [proof for proof in rule.get("by", ()) if not exists(proof)]
    if missing or rule.get("by") == []:
        return f"{missing} is not there"
    return ""


def exists(proof: str) -> bool:
    """Return whether a file, a folder, a test in a file or a make target exists.

    >>> exists("docs"), exists("make test"), exists("tests/docs/test_quality.py::test_each_rule_is_in_order")
    (True, True, True)
    >>> exists("doc"), exists("make tea"), exists("tests/docs/test_quality.py::test_nothing")
    (False, False, False)
    """
    if proof.startswith("make "):
        return proof.removeprefix("make ") in TARGETS
    path, _, test = proof.partition("::")
    file = ROOT / path
    if not file.exists() or not test:
        return file.exists() and not test
    tree = ast.parse(file.read_text("utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == test for node in tree.body)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_in_order(rule: str) -> None:
    """A rule that is done names its proof. A rule that is exempt or open has a reason."""
    assert find_fault(RULES[rule]) == ""


def test_no_required_group_is_missing() -> None:
    """The file has rules about types, docstrings, tests and six other subjects."""
    assert set(GROUPS) >= REQUIRED_GROUPS


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
def test_a_wrong_rule_is_found(change: dict[str, Any], wrong: str) -> None:
    """The check finds a proof that does not exist, a missing reason, an unknown status and other faults."""
    good = {"is": "It rings.", "status": "done", "by": ["make test"]}
    assert find_fault(good) == ""
    assert wrong in find_fault(good | change)


def test_no_rule_is_open_from_version_1_0_on() -> None:
    """An open rule is allowed before version 1.0 only."""
    rule = {"is": "It rings.", "status": "open", "why": "No bell."}
    assert find_fault(rule, "0.9.0") == ""
    assert "before 1.0" in find_fault(rule, "1.0.0")

"""The checks before each commit are the fast part of ``make lint``."""

import re

from tests.docs.pages import ROOT

CONFIG = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
ENTRIES = re.findall(r"entry: (.+)", CONFIG)


def test_each_hook_is_part_of_make() -> None:
    """A hook runs the same command as the Makefile, so both find the same faults."""
    make = (ROOT / "Makefile").read_text("utf-8").replace("$(BIN)", ".venv/bin")
    for entry in ENTRIES:
        if "pytest" not in entry:
            assert entry.replace(" --force-exclude", "") in make
    assert len(ENTRIES) == 5


def test_files_that_hooks_name_exist() -> None:
    """No hook comes from another repository."""
    for path in re.findall(r"\b(?:tools|tests)/[\w/.]+", "\n".join(ENTRIES)):
        assert (ROOT / path).exists()
    assert re.findall(r"repo: (.+)", CONFIG) == ["local"]

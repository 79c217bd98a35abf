"""Before each commit stands the fast part of make lint, and nothing that is not there."""

import re

from tests.docs.pages import ROOT

CONFIG = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
ENTRIES = re.findall(r"entry: (.+)", CONFIG)


def test_each_hook_is_part_of_make() -> None:
    """The same programs with the same words, so that a commit that passes does not fail later."""
    make = (ROOT / "Makefile").read_text("utf-8").replace("$(BIN)", ".venv/bin")
    for entry in ENTRIES:
        if "pytest" not in entry:
            assert entry.replace(" --force-exclude", "") in make
    assert len(ENTRIES) == 5


def test_what_hooks_name_is_there() -> None:
    """Files, folders and no address of a repository."""
    for path in re.findall(r"\b(?:tools|tests)/[\w/.]+", "\n".join(ENTRIES)):
        assert (ROOT / path).exists()
    assert re.findall(r"repo: (.+)", CONFIG) == ["local"]

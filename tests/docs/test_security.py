"""``docs/security.md`` names a test for each threat, and each of them exists."""

import re

import pytest

from tests.docs.pages import DOCS, ROOT

PAGE = (DOCS / "security.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", PAGE)))


def test_tests_are_named() -> None:
    """The page has many threats, so that the next test can fail."""
    assert len(NAMED) > 25


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_each_named_test_exists(file: str, name: str) -> None:
    """A test that was renamed or removed is named otherwise on the page."""
    assert f"def {name}(" in (ROOT / file).read_text("utf-8")

"""Every link of the documentation leads somewhere."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import find_anchors, list_pages, name_page, remove_code

_LINK = re.compile(r"\]\(([^()\s]+)\)")


def find_broken_links(page: Path, text: str) -> list[str]:
    """Return the links whose file or heading does not exist."""
    broken = []
    for link in _LINK.findall(remove_code(text)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if (path and not target.exists()) or (
            anchor and anchor not in find_anchors(target.read_text("utf-8") if path else text)
        ):
            broken.append(link)
    return broken


@pytest.mark.parametrize("page", list_pages(), ids=name_page)
def test_links_lead_somewhere(page: Path) -> None:
    """Each link leads to a file of this project, and its ``#`` to a heading of that file."""
    assert find_broken_links(page, page.read_text("utf-8")) == []


def test_a_broken_link_is_found() -> None:
    """A link is broken if its file or its heading is missing. A link in code does not count."""
    page = Path(__file__).with_name("page.md")
    text = "# One\n[a](none.md) [b](#one) [c](#two) [d](test_links.py) `[e](x)`\n"
    assert find_broken_links(page, text) == ["none.md", "#two"]


def test_anchors_are_made_as_github_makes_them() -> None:
    """Small letters, no punctuation, hyphens for spaces, a number if a heading comes twice, none in code."""
    text = "# A table\n## What it's: `x_y`!\n## A table\n```\n# none\n```\n"
    assert [*find_anchors(text)] == ["a-table", "what-its-x_y", "a-table-1"]

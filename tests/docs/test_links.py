"""Every link of the documentation leads somewhere."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import anchors, name, pages, prose

_LINK = re.compile(r"\]\(([^()\s]+)\)")


def broken(page: Path, text: str) -> list[str]:
    """Return the links of a page that lead to no file, or to no heading of it."""
    wrong = []
    for link in _LINK.findall(prose(text)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if (path and not target.exists()) or (
            anchor and anchor not in anchors(target.read_text("utf-8") if path else text)
        ):
            wrong.append(link)
    return wrong


@pytest.mark.parametrize("page", pages(), ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    """To a file of this checkout, and where there is a # to one of its headings."""
    assert broken(page, page.read_text("utf-8")) == []


def test_a_broken_link_is_found() -> None:
    """A file that is not there, a heading that is not there; what stands in code is none."""
    page = Path(__file__).with_name("page.md")
    text = "# One\n[a](none.md) [b](#one) [c](#two) [d](test_links.py) `[e](x)`\n"
    assert broken(page, text) == ["none.md", "#two"]


def test_anchors_are_those_of_the_readers_of_markdown() -> None:
    """Small letters, no marks, hyphens for spaces; the second of two alike is counted; code has none."""
    text = "# A table\n## What it's: `x_y`!\n## A table\n```\n# none\n```\n"
    assert [*anchors(text)] == ["a-table", "what-its-x_y", "a-table-1"]

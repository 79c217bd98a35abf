"""The pages of the documentation, and what stands in them."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`[^`]*`")


def pages() -> tuple[Path, ...]:
    """Return all pages in Markdown that belong to the project."""
    folders = ("docs", "hardware", "models", "systemd", "tests", "examples", "pi_bunco/web/static/vendor")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.md")]
    return tuple(sorted([*ROOT.glob("*.md"), *found]))


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def hand_written() -> tuple[Path, ...]:
    """Return the pages of docs/ and the README that people write: all but the reference."""
    return (ROOT / "README.md", *(page for page in sorted(DOCS.glob("*.md")) if page.name != "reference.md"))


def prose(text: str) -> str:
    """Return a page's text without code.

    >>> prose("see `x[0](1)` [here](a.md)")
    'see  [here](a.md)'
    """
    return _INLINE.sub("", _FENCE.sub("", text))


def anchors(text: str) -> Iterator[str]:
    """Yield the anchors of a page's headings, as the places where Markdown is read make them."""
    seen: dict[str, int] = {}
    for heading in re.findall(r"^#{1,6} +(.+?) *$", _FENCE.sub("", text), re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        yield f"{slug}-{count}" if count else slug

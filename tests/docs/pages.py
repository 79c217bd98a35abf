"""The Markdown pages of the project, and ways to read parts of them."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`[^`]*`")


def list_pages() -> tuple[Path, ...]:
    """Return all Markdown pages of the project."""
    folders = ("docs", "hardware", "models", "systemd", "tests", "examples", "pi_bunco/web/static/vendor")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.md")]
    return tuple(sorted([*ROOT.glob("*.md"), *found]))


def name_page(page: Path) -> str:
    """Return the path of a page inside the project."""
    return page.relative_to(ROOT).as_posix()


def list_hand_written() -> tuple[Path, ...]:
    """Return the README and all pages of docs/ except the reference, which a program writes."""
    return (ROOT / "README.md", *(page for page in sorted(DOCS.glob("*.md")) if page.name != "reference.md"))


def remove_code(text: str) -> str:
    """Return a page's text without code.

    >>> remove_code("see `x[0](1)` [here](a.md)")
    'see  [here](a.md)'
    """
    return _INLINE.sub("", _FENCE.sub("", text))


def find_anchors(text: str) -> Iterator[str]:
    """Yield the anchors of a page's headings, as GitHub and similar sites make them."""
    counts: Counter[str] = Counter()
    for heading in re.findall(r"^#{1,6} +(.+?) *$", _FENCE.sub("", text), re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        yield f"{slug}-{counts[slug]}" if slug in counts else slug
        counts[slug] += 1

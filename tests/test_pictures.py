"""The documentation's pictures: each that is shown is made by the script, and no other lies about."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHOWN = re.compile(r"!\[[^]]+\]\((?:docs/)?images/([\w-]+)\.webp\)")


@pytest.fixture
def made() -> set[str]:
    """Return the names of the pictures that tools/pictures.py makes."""
    return set(
        re.findall(r'take_picture\(.+, "([\w-]+)"(?:, [\d.]+)?\)\n', (ROOT / "tools/pictures.py").read_text())
    )


def test_every_picture_that_is_shown_is_made(made: set[str]) -> None:
    """And every picture that is made is shown, and in the folder."""
    texts = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {name for text in texts for name in SHOWN.findall(text.read_text())}
    assert shown == made == {path.stem for path in (ROOT / "docs/images").glob("*.webp")}

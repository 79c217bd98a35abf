"""The pictures of the documents: those that are shown, made by the script, and in the folder are the same."""

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


def test_shown_pictures_are_the_made_ones(made: set[str]) -> None:
    """The documents show exactly the pictures that the script makes and that are in the folder."""
    texts = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {name for text in texts for name in SHOWN.findall(text.read_text())}
    assert shown == made == {path.stem for path in (ROOT / "docs/images").glob("*.webp")}

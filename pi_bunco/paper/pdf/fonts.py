"""The fonts of this machine: one to write with, and others for letters that it lacks."""

import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from fontTools.ttLib import TTFont, TTLibError

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts")
"""The folders in which Linux keeps fonts."""

_BASE = (
    ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
)
"""Fonts to write with, regular and bold, the best one first."""
_JOINERS = frozenset("\u200c\u200d\u200e\u200f\ufe0e\ufe0f")
"""Characters that shape their neighbours and are invisible themselves."""
_EAST_ASIA = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "IDEOGRAPHIC"})


def find_base() -> tuple[Path, Path]:
    """Return the font for papers, regular and bold.

    Raises
    ------
    Trouble
        If none is installed.
    """
    found = {path.name: path for path in _list_files()}
    for regular, bold in _BASE:
        if regular in found and bold in found:
            return found[regular], found[bold]
    raise Trouble(
        say("This machine has no font to print with."),
        say("Install the package fonts-dejavu-core (sudo apt install fonts-dejavu-core)."),
    )


def find_missing(text: str, path: Path) -> frozenset[str]:
    """Return the characters of a text that a font does not have."""
    return frozenset(
        letter for letter in text if letter not in _JOINERS and ord(letter) not in _read_letters(path)
    )


def find_fallbacks(letters: Iterable[str]) -> tuple[tuple[Path, ...], frozenset[str]]:
    """Find fonts for letters that the base font does not have.

    Returns
    -------
    tuple
        As few fonts as possible, with the best known first, and the letters that no font has.
    """
    missing, fonts = frozenset(letters), []
    for path in sorted(_list_files(), key=_rank) if missing else ():
        rest = find_missing("".join(missing), path)
        if rest != missing:
            fonts.append(path)
            missing = rest
        if not missing:
            break
    return tuple(fonts), missing


def name_package(letter: str) -> str:
    """Return the Debian package with a font that has this letter.

    >>> name_package("王"), name_package("ก")
    ('fonts-droid-fallback', 'fonts-noto-core')
    """
    script = unicodedata.name(letter, "").partition(" ")[0]
    return "fonts-droid-fallback" if script in _EAST_ASIA else "fonts-noto-core"


def spell_picture(letter: str) -> str:
    """Return the word for a picture (emoji) that no font has; ``""`` for a letter.

    >>> spell_picture("🎲"), spell_picture("王")
    ('[game die]', '')
    """
    if unicodedata.category(letter) not in {"So", "Sk"}:
        return ""
    return f"[{unicodedata.name(letter, 'a picture').lower()}]"


@cache
def _read_letters(path: Path) -> frozenset[int]:
    """Return the code points in a font; none for a font that cannot be read or embedded."""
    try:
        with TTFont(path, lazy=True, fontNumber=0) as font:
            # Fonts with CFF outlines or coloured pictures cannot be embedded.
            return frozenset(font.getBestCmap() or ()) if "glyf" in font else frozenset()
    except (OSError, TTLibError):
        return frozenset()


@cache
def _list_files() -> tuple[Path, ...]:
    return tuple(path for folder in FOLDERS for path in folder.rglob("*") if path.suffix in {".ttf", ".otf"})


def _rank(path: Path) -> tuple[bool, bool, str]:
    """Return a sort key that puts upright fonts without serifs first, and DejaVu Sans before all others."""
    name = path.name
    other = any(style in name for style in ("Bold", "Italic", "Oblique", "Mono", "Serif", "Light"))
    return other, "DejaVuSans.ttf" not in name, name

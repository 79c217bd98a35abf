"""TOML files that people write, looked at before the standard library parses them."""

import re
import tomllib
from pathlib import Path

from pi_bunco import bounded
from pi_bunco.limits import SETTINGS_BYTES

_PARTS = 32
"""Parts of a dotted key at most: the memory that the standard library takes grows with their square."""
_DEEP = re.compile(rf"""(?<![\w"'-])(?:[\w"'-]+[ \t]*\.[ \t]*){{{_PARTS}}}""")


def text_of(path: Path) -> str:
    """Return the text of a TOML file, if it may be parsed.

    Raises
    ------
    OSError
        If it cannot be read, is no regular file, or is larger than settings and sheets are.
    UnicodeDecodeError
        If it is no UTF-8 text.
    tomllib.TOMLDecodeError
        If a key in it has too many parts; where is told as the standard library does.
    """
    text = bounded.read(path, SETTINGS_BYTES).decode("utf-8-sig")
    if deep := _DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise tomllib.TOMLDecodeError(f"A key with more than {_PARTS} parts (at line {line}, column 1)")
    return text

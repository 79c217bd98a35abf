"""TOML files that people write, looked at before the standard library parses them."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pi_bunco import bounded
from pi_bunco.limits import SETTINGS_BYTES
from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.sheets.scan import lines_of

Key = tuple[str | int, ...]
"""The way to a value: the keys of tables, the numbers of items of lists from 0."""

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
        If a key in it has too many parts; the message says where, as the standard library's do.
    """
    text = bounded.read(path, SETTINGS_BYTES).decode("utf-8-sig")
    if deep := _DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise tomllib.TOMLDecodeError(f"A key with more than {_PARTS} parts (at line {line}, column 1)")
    return text


@dataclass(frozen=True, slots=True)
class KeyPlaces:
    """Where the keys of a file stand.

    Attributes
    ----------
    file
        The file; ``None``: nothing was read from one.
    lines
        The line of each key, from 1. A key without one is named without a line.

    >>> KeyPlaces(Path("table.toml"), {("stations", "2"): 7}).of("stations", "2")
    'table.toml, line 7: stations.2'
    >>> KeyPlaces(Path("table.toml")).of("players", 0)
    'table.toml: item 1 of players'
    """

    file: Path | None = None
    lines: Mapping[Key, int] = field(default_factory=dict)

    def of(self, *key: str | int) -> str:
        """Return the place of a key as a sentence begins with it."""
        *outer, last = key
        name = f"item {last + 1} of {_dotted(outer)}" if isinstance(last, int) else _dotted(key)
        line = self.lines.get(key)
        if self.file is None:
            return name
        return f"{self.file}, line {line}: {name}" if line else f"{self.file}: {name}"


def _dotted(key: Iterable[str | int]) -> str:
    return clip_text(".".join(map(str, key)))


def places(file: Path, text: str, values: Mapping[str, Any]) -> KeyPlaces:
    """Return where the keys of a text stand.

    Parameters
    ----------
    file
        Where it was read.
    text
        The text.
    values
        What :mod:`tomllib` reads in it. If the keys that are found are not exactly those of the values, no
        line is named: none is better than a wrong one.
    """
    try:
        lines = lines_of(text)
        known = lines.keys() == set(_keys(values))
    except RecursionError:
        return KeyPlaces(file)
    return KeyPlaces(file, lines if known else {})


def _keys(value: Any, outer: Key = ()) -> Iterator[Key]:
    """Return the way to each value within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in inner:
        yield (*outer, name)
        yield from _keys(item, (*outer, name))

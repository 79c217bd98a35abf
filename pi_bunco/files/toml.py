"""Reads people's TOML files, with checks that the standard library does not make."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pi_bunco.files import bounded
from pi_bunco.limits import SETTINGS_BYTES
from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.sheets.key_lines import find_key_lines

Key = tuple[str | int, ...]
"""The path to a value: keys of tables, and numbers of list items from 0."""

_MAX_PARTS = 32
"""The most parts of a dotted key. The standard library's memory grows with the square of their number."""
_TOO_MANY_PARTS = re.compile(rf"""(?<![\w"'-])(?:[\w"'-]+[ \t]*\.[ \t]*){{{_MAX_PARTS}}}""")


def read_toml_text(path: Path) -> str:
    """Return the text of a TOML file if it is safe to parse.

    Raises
    ------
    OSError
        If it cannot be read, is not a regular file, or is too large.
    UnicodeDecodeError
        If it is not UTF-8 text.
    tomllib.TOMLDecodeError
        If a key in it has too many parts; the message contains the place, as in the standard library.
    """
    return decode_toml(bounded.read(path, SETTINGS_BYTES))


def decode_toml(data: bytes) -> str:
    """Return the text of a TOML file if it is safe to parse.

    Raises
    ------
    UnicodeDecodeError, tomllib.TOMLDecodeError
        As :func:`read_toml_text`.
    """
    text = data.decode("utf-8-sig")
    if key := _TOO_MANY_PARTS.search(text):
        line = text.count("\n", 0, key.start()) + 1
        raise tomllib.TOMLDecodeError(f"A key with more than {_MAX_PARTS} parts (at line {line}, column 1)")
    return text


@dataclass(frozen=True, slots=True)
class KeyPlaces:
    """The places of the keys of a file.

    Attributes
    ----------
    file
        The file; ``None``: there is no file.
    lines
        The line of each key, from 1; may lack some keys.

    >>> KeyPlaces(Path("table.toml"), {("stations", "2"): 7}).find("stations", "2")
    'table.toml, line 7: stations.2'
    >>> KeyPlaces(Path("table.toml")).find("players", 0)
    'table.toml: item 1 of players'
    """

    file: Path | None = None
    lines: Mapping[Key, int] = field(default_factory=dict)

    def find(self, *key: str | int) -> str:
        """Return the place of a key, to begin a sentence."""
        *outer, last = key
        name = f"item {last + 1} of {_join_key(outer)}" if isinstance(last, int) else _join_key(key)
        line = self.lines.get(key)
        if self.file is None:
            return name
        return f"{self.file}, line {line}: {name}" if line else f"{self.file}: {name}"


def _join_key(key: Iterable[str | int]) -> str:
    return clip_text(".".join(map(str, key)))


def find_key_places(file: Path, text: str, values: Mapping[str, Any]) -> KeyPlaces:
    """Return the places of the keys of a text.

    Parameters
    ----------
    file
        The file of the text.
    text
        The text.
    values
        The values that :mod:`tomllib` found in the text. If our own scan finds other keys, the places have no
        lines, since no line is better than a wrong one.
    """
    try:
        lines = find_key_lines(text)
        known = lines.keys() == set(_list_keys(values))
    except RecursionError:
        return KeyPlaces(file)
    return KeyPlaces(file, lines if known else {})


def _list_keys(value: Any, outer: Key = ()) -> Iterator[Key]:
    """Yield the path to each value inside a value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield (*outer, name)
        yield from _list_keys(item, (*outer, name))

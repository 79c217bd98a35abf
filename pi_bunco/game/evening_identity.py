"""The identity of a game: the same on every Pi, also after a guest of it was deleted. It contains no name."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

_KEYS = ("time", "token", "rules", "sets")
"""The keys of a header that say which game it is: when it began, and the mark of the tap that began it."""
BEGINNING = 40
"""How many lines, with the header, tell games apart whose header, made by another program, has no time."""


def find_identity(lines: Sequence[str]) -> str:
    """Return the identity of a game, 16 hexadecimal digits.

    Parameters
    ----------
    lines
        The lines of its record, header first. If the header says when it began, the others do not count.

    >>> find_identity(['{"time": "2026-01-05T20:15", "tables": [["Ann", "Bob"]]}', "{}"])
    '305ffbb1d4c791a9'
    >>> find_identity(['{"time": "2026-01-05T20:15", "tables": [["Guest 1", "Bob"]]}'])
    '305ffbb1d4c791a9'
    """
    header: dict[str, Any] = json.loads(lines[0])
    facts: list[Any] = [header.get(key) for key in _KEYS]
    facts.append([len(seats) for seats in header.get("tables", ())])
    if not header.get("time"):
        bodies = map(json.loads, lines[1:BEGINNING])
        facts += [[body.get("event"), _take_list(body.get("dice"))] for body in bodies]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def _take_list(dice: object) -> object:
    """Return three dice as they are; those of a die-off have names."""
    return dice if isinstance(dice, list) else None

"""A game's record without its players: it can be replayed, to the same result, with other names."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from pi_bunco.app.support.redact import LEFT_OUT, Redactor, is_secret
from pi_bunco.rules import SHEETS
from pi_bunco.rules.header import is_ghost

_TELLS = frozenset({
    "record", "event", "time", "image", "by", "reason", "kind", "among", "what", "for", "place", "claim",
    "claims", "parent",
})  # fmt: skip
"""Keys whose texts describe the game; a text under another one may be anything that somebody has written."""
_RULES = frozenset({"sheet", "options"})
"""In these stand the words by which a game is played."""
_WORD = re.compile(r"[a-z0-9_:.\-]{1,40}")
"""One of those words."""
_WRITTEN = frozenset({"title", "line", "clause"})
"""What a house has written itself into its sheet."""


def without_names(lines: Iterable[str], redactor: Redactor) -> Iterator[str]:
    """Return a record's lines without names, and without texts that people have written themselves.

    Parameters
    ----------
    lines
        One JSON object each.
    redactor
        Knows the names.

    >>> line = '{"event": "costume:judged", "player": "Ann", "note": "Hi Bob"}'
    >>> print(*without_names([line], Redactor(("Ann",))))
    {"event": "costume:judged", "player": "Player 1", "note": "(left out)"}
    """
    for line in lines:
        yield json.dumps(_told("", json.loads(line), redactor, rules=False), ensure_ascii=False)


def _told(key: str, value: Any, redactor: Redactor, *, rules: bool) -> Any:
    """Tell a value; `rules`: whether it belongs to what the game is played by."""
    if isinstance(value, dict):
        return {
            redactor.key(name): _told(name, one, redactor, rules=rules or name in _RULES)
            for name, one in value.items()
        }
    if isinstance(value, list):
        return [_told(key, one, redactor, rules=rules) for one in value]
    if is_secret(key):
        return LEFT_OUT
    return _text(key, value, redactor, rules=rules) if isinstance(value, str) else value


def _text(key: str, text: str, redactor: Redactor, *, rules: bool) -> str:
    if not text:
        return text
    if key in {"rules", "slug"}:
        return text if text in SHEETS else "house"
    if name := redactor.name(text):
        return name
    told = key in _TELLS or is_ghost(text) or (rules and key not in _WRITTEN and _WORD.fullmatch(text))
    return redactor.text(text) if told else LEFT_OUT

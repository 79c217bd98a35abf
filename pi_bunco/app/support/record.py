"""Removes names, and all that people have written, from a game's record."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from pi_bunco.app.support.redact import LEFT_OUT, Redactor, is_secret
from pi_bunco.rules import SHEETS
from pi_bunco.rules.header import is_ghost

_SAFE = frozenset({
    "record", "event", "time", "image", "by", "reason", "kind", "among", "what", "for", "place", "claim",
    "claims", "parent",
})  # fmt: skip
"""Keys whose texts describe the game. Other keys may have any text that a person has written."""
_RULES = frozenset({"sheet", "options"})
"""Keys that hold the rules of the game."""
_RULE_WORD = re.compile(r"[a-z0-9_:.\-]{1,40}")
"""A word that the rules may contain."""
_WRITTEN = frozenset({"title", "line", "clause"})
"""Keys of a sheet with texts that people have written."""


def remove_names(lines: Iterable[str], redactor: Redactor) -> Iterator[str]:
    """Return a record's lines without names and without texts that people have written.

    Parameters
    ----------
    lines
        One JSON object each.
    redactor
        Replaces the names.

    >>> line = '{"event": "costume:judged", "player": "Ann", "note": "Hi Bob"}'
    >>> print(*remove_names([line], Redactor(("Ann",))))
    {"event": "costume:judged", "player": "Player 1", "note": "(left out)"}
    """
    for line in lines:
        yield json.dumps(_remove_names_in("", json.loads(line), redactor, rules=False), ensure_ascii=False)


def _remove_names_in(key: str, value: Any, redactor: Redactor, *, rules: bool) -> Any:
    """Return a value without names; `rules` is whether it belongs to the rules of the game."""
    if isinstance(value, dict):
        return {
            redactor.redact_key(name): _remove_names_in(name, one, redactor, rules=rules or name in _RULES)
            for name, one in value.items()
        }
    if isinstance(value, list):
        return [_remove_names_in(key, one, redactor, rules=rules) for one in value]
    if is_secret(key):
        return LEFT_OUT
    return _redact_text(key, value, redactor, rules=rules) if isinstance(value, str) else value


def _redact_text(key: str, text: str, redactor: Redactor, *, rules: bool) -> str:
    if not text:
        return text
    if key in {"rules", "slug"}:
        return text if text in SHEETS else "house"
    if name := redactor.replace_name(text):
        return name
    safe = key in _SAFE or is_ghost(text) or (rules and key not in _WRITTEN and _RULE_WORD.fullmatch(text))
    return redactor.redact_text(text) if safe else LEFT_OUT

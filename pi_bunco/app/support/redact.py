"""Removes names and secrets from texts, from JSON values and from game records."""

import html
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote, quote_plus

from pi_bunco.rules import SHEETS
from pi_bunco.rules.header import is_ghost

LEFT_OUT = "(left out)"

_MAX_SHORT_NAME = 2
"""Letters of a short name, which may also be an ordinary word. It is replaced only with the same capitals."""

_LITERALS = frozenset({"true", "false", "null"})
"""Words that are part of JSON."""

_ACCESS = r"passw(?:or)?d|passphrase|secret|token|psk|ssid|hash|credential|api_?key|cookie"
_SECRET_KEY = re.compile(rf"(?i).*(?:{_ACCESS}).*|(?:.*_)?pin(?:_.*)?")
"""A key whose value is always a secret."""

_SECRETS = (
    (r"(?<=://)[^\s/@\"']+@", ""),  # user and password in an address
    (r"(\bhttps?://[^\s?\"']+)\?[^\s\"']+", rf"\1?{LEFT_OUT}"),  # a camera's token is often there
    (
        rf"(?i)\b(\w*(?:{_ACCESS})\w*)(\W{{0,3}}[=:]\s*|\s+)" + r"(\"[^\"]*\"|'[^']*'|[^\s,;}\])]+)",
        rf"\1\2{LEFT_OUT}",
    ),
    (r"(?i)\b(pin)\b(\W{1,3})\d{4,}", rf"\1\2{LEFT_OUT}"),
    (r"(?i)\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b", LEFT_OUT),  # the address of a network card
    # A public IPv6 address.
    (r"(?i)(?<![0-9a-f:])(?:[23][0-9a-f]{3}):(?:[0-9a-f]{0,4}:){2,6}[0-9a-f]{0,4}", LEFT_OUT),
    (r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", LEFT_OUT),  # an e-mail address
    (r"(?<=/home/)[^/\s\"':]+", "somebody"),
)
"""Patterns of secrets in any text, and their replacements."""

_GAME_KEYS = frozenset({
    "record", "event", "time", "image", "by", "reason", "kind", "among", "what", "for", "place", "claim",
    "claims", "parent",
})  # fmt: skip
"""Keys of a game record whose texts describe the game. A person may have written the texts of other keys."""
_RULES_KEYS = frozenset({"sheet", "options"})
"""Keys of a game record that contain the rules of the game."""
_RULE_WORD = re.compile(r"[a-z0-9_:.\-]{1,40}")
"""A word that the rules may contain."""
_WRITTEN_KEYS = frozenset({"title", "line", "clause"})
"""Keys of a rule sheet whose texts people have written."""


@dataclass(frozen=True)
class Redactor:
    """Replaces players' names with numbered ones, and removes secrets.

    Attributes
    ----------
    names
        The players' names, in the order in which they are numbered.
    secrets
        Words that must be removed: passwords and the names of Wi-Fi networks.

    >>> redactor = Redactor(("Ann", "Mary Lou"), ("hunter2",))
    >>> redactor.redact_text("ANN throws, then Mary Lou; the annual hunter2.")
    'Player 1 throws, then Player 2; the annual (left out).'
    >>> redactor.redact_value({"dice": {"Ann": 6}, "player": "Ann"})
    {'dice': {'Player 1': 6}, 'player': 'Player 1'}
    """

    names: Sequence[str] = ()
    secrets: Sequence[str] = ()

    def redact_text(self, text: str) -> str:
        """Remove names and secrets from a text."""
        for pattern, replacement in _SECRETS:
            text = re.sub(pattern, replacement, text)
        return self._pattern.sub(self._find_replacement, text) if self._pattern else text

    def redact_value(self, value: Any) -> Any:
        """Remove names and secrets from each text of a JSON value, including its keys."""
        match value:
            case str():
                return self.replace_name(value) or self.redact_text(value)
            case list() | tuple():
                return [self.redact_value(item) for item in value]
            case dict():
                return {self.redact_key(key): LEFT_OUT if is_secret(key) else self.redact_value(item)
                        for key, item in value.items()}  # fmt: skip
            case _:
                return value

    def redact_key(self, key: str) -> str:
        """Remove names and secrets from a key."""
        return self.replace_name(key) or self.redact_text(key)

    def replace_name(self, name: str) -> str | None:
        """Return the replacement for a player's name, ``None`` if it is not a player's name."""
        return self._replacements.get(_normalize(name))

    def contains_private_words(self, text: str) -> bool:
        """Return whether a text still contains a name or a secret."""
        return bool(self._pattern and self._pattern.search(text))

    @property
    def example(self) -> str:
        """The replacement for the first player's name."""
        return f"{self._substitute} 1"

    @cached_property
    def _substitute(self) -> str:
        # A player may really be called Player.
        taken = " ".join(self.names).casefold()
        return next((word for word in ("Player", "Guest", "Person") if word.casefold() not in taken), "#")

    @cached_property
    def _replacements(self) -> dict[str, str]:
        return {_normalize(name): f"{self._substitute} {number}" for number, name in enumerate(self.names, 1)}

    @cached_property
    def _forms(self) -> dict[str, str]:
        """Each form in which a name or a secret may occur, and its replacement."""
        forms = {form: LEFT_OUT for secret in self.secrets if secret for form in _list_forms(secret)}
        # A name without letters may also be a number, so it is replaced only where it is certainly a name.
        names = [name for name in self.names if _has_letters(name) and name.casefold() not in _LITERALS]
        return forms | {
            form: self._replacements[_normalize(name)] for name in names for form in _list_forms(name)
        }

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        longest_first = sorted(self._forms, key=len, reverse=True)
        if not longest_first:
            return None
        return re.compile("|".join(map(_make_word_pattern, longest_first)))

    def _find_replacement(self, found: re.Match[str]) -> str:
        word = found[0]
        by_any_case = (
            replacement for form, replacement in self._forms.items() if form.casefold() == word.casefold()
        )
        return self._forms.get(word) or next(by_any_case)


def is_secret(key: str) -> bool:
    """Return whether the value of a key is a secret.

    >>> [key for key in ("pin_hash", "pin", "host_pin", "wifi_psk", "pins", "spin") if is_secret(key)]
    ['pin_hash', 'pin', 'host_pin', 'wifi_psk']
    """
    return bool(_SECRET_KEY.fullmatch(key))


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
        yield json.dumps(_remove_names_in("", json.loads(line), redactor, in_rules=False), ensure_ascii=False)


def _remove_names_in(key: str, value: Any, redactor: Redactor, *, in_rules: bool) -> Any:
    """Return a value without names; `in_rules` is whether it belongs to the rules of the game."""
    if isinstance(value, dict):
        return {
            redactor.redact_key(name): _remove_names_in(
                name, item, redactor, in_rules=in_rules or name in _RULES_KEYS
            )
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [_remove_names_in(key, item, redactor, in_rules=in_rules) for item in value]
    if is_secret(key):
        return LEFT_OUT
    return _redact_text(key, value, redactor, in_rules=in_rules) if isinstance(value, str) else value


def _redact_text(key: str, text: str, redactor: Redactor, *, in_rules: bool) -> str:
    if not text:
        return text
    if key in {"rules", "slug"}:
        return text if text in SHEETS else "house"
    if name := redactor.replace_name(text):
        return name
    is_rule = in_rules and key not in _WRITTEN_KEYS and _RULE_WORD.fullmatch(text)
    return redactor.redact_text(text) if key in _GAME_KEYS or is_rule or is_ghost(text) else LEFT_OUT


def _has_letters(name: str) -> bool:
    return any(letter.isalpha() or not letter.isascii() for letter in name)


def _list_forms(word: str) -> Iterable[str]:
    """Return the forms of a word in logs, JSON, addresses and pages."""
    for form in ("NFC", "NFD"):
        normal = unicodedata.normalize(form, word)
        yield normal
        yield json.dumps(normal)[1:-1]
        yield json.dumps(normal, ensure_ascii=False)[1:-1]
        yield normal.encode("unicode_escape").decode()
        yield quote(normal)
        yield quote_plus(normal)
        yield html.escape(normal)


def _make_word_pattern(form: str) -> str:
    """Return a pattern that finds a word on its own, or with an underscore or a digit next to it."""
    before = r"(?<![^\W\d_])" if form[0].isalpha() else ""
    after = r"(?![^\W\d_])" if form[-1].isalpha() else ""
    if not any(letter.isalpha() for letter in form):
        before, after = r"(?<![\w.])", r"(?![\w.])"
    group = "(?i:" if len(form) > _MAX_SHORT_NAME else "(?:"
    return f"{before}{group}{re.escape(form)}){after}"


def _normalize(name: str) -> str:
    return unicodedata.normalize("NFC", name)

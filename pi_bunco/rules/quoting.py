"""Quotes values from outside in messages: enough to recognize them, but no more."""

import re
from itertools import islice
from typing import Any

from pi_bunco.sentences import say

_ODD_SIGNS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line breaks, direction marks, and half letters (lone surrogates)."""
MAX_LETTERS = 60
"""The most characters of a quoted text."""

_MAX_ITEMS = 6  # of a list or an object
_MAX_LEVELS = 3  # of nested lists and objects
_MAX_DIGITS = 30
"""The most digits of a quoted number. Python takes long for thousands of digits, or refuses them."""
_MAX_BITS = 100
"""A number with at most this many bits does not have too many digits."""
_MAX_QUOTE_LETTERS = 80


def clip_text(text: str, letters: int = MAX_LETTERS) -> str:
    """Return the text, cut with ``…`` if it is longer.

    >>> clip_text("Wilhelmina", 6), clip_text("Ann", 6)
    ('Wilhe…', 'Ann')
    """
    return text if len(text) <= letters else f"{text[: letters - 1]}…"


def make_printable(name: str, most: int = 500) -> str:
    r"""Return a name for printing: control characters become ``�``, and a long name is cut with ``…``.

    >>> make_printable("Zoë\x1b[2J"), len(make_printable("A" * 5000))
    ('Zoë�[2J', 500)
    """
    # Columns need signs that have a width, so this replaces more than `replace_odd_signs` does.
    return "".join(letter if letter.isprintable() else "�" for letter in clip_text(name, most))


def has_odd_signs(text: str) -> bool:
    r"""Return whether a text has signs that :func:`replace_odd_signs` replaces.

    >>> has_odd_signs("Zo\x1b"), has_odd_signs("山田　太郎")
    (True, False)
    """
    return _ODD_SIGNS.search(text) is not None


def replace_odd_signs(text: str) -> str:
    r"""Return a text in which control characters, line breaks, direction marks and half letters are ``�``.

    All else stays: joiners, which emoji and Persian names need, and the spaces of every script.

    >>> replace_odd_signs("Zo\ud800\u202e\n"), ascii(replace_odd_signs("👩\u200d👧"))
    ('Zo���', "'\\U0001f469\\u200d\\U0001f467'")
    """
    return _ODD_SIGNS.sub("�", text)


def quote_value(value: Any) -> str:
    """Return a value in Python's notation, cut if it is long.

    This is fast even for a value of 50 megabytes or of endlessly nested lists.

    >>> quote_value("Ann"), quote_value([1, 1, 7]), quote_value("A" * 5000)[-4:]
    ("'Ann'", '[1, 1, 7]', "AA…'")
    >>> quote_value(10**24), quote_value(10**4000)
    ('1000000000000000000000000', 'a number of more than 30 digits')
    """
    return (
        quote_number(value) if type(value) is int else clip_text(repr(prune_value(value)), _MAX_QUOTE_LETTERS)
    )


def quote_number(value: int) -> str:
    """Return a whole number, or only its size if it is very long.

    >>> quote_number(12), quote_number(-(10**5000))
    ('12', 'a number of more than 30 digits')
    """
    if value.bit_length() > _MAX_BITS or len(digits := str(value)) > _MAX_DIGITS:
        return say("a number of more than {digits} digits", digits=_MAX_DIGITS)
    return digits


def prune_value(value: Any, levels: int = _MAX_LEVELS) -> Any:
    """Return a plain value without the parts that are too long or too deep to be quoted.

    >>> prune_value([[[[1]]], *range(9)])
    [[['…']], 0, 1, 2, 3, 4, '…']
    """
    if isinstance(value, str):
        return clip_text(value)
    if type(value) is int:
        return value if value.bit_length() <= _MAX_BITS else quote_number(value)
    if not isinstance(value, list | tuple | dict):
        return value
    if not levels:
        return "…"
    more = ["…"] if len(value) > _MAX_ITEMS else []
    if isinstance(value, dict):
        items = {
            clip_text(str(key)): prune_value(item, levels - 1)
            for key, item in islice(value.items(), _MAX_ITEMS)
        }
        return items | dict.fromkeys(more, "…")
    return [*(prune_value(item, levels - 1) for item in value[:_MAX_ITEMS]), *more]

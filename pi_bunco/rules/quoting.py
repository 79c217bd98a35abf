"""Quotes values from outside in messages: enough to recognize them, but no more."""

from itertools import islice
from typing import Any

_JOINERS = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}
"""The zero-width joiner and non-joiner, and the tags in the flags of countries such as Wales."""
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
    return replace_unprintable(clip_text(name, most))


def replace_unprintable(text: str) -> str:
    r"""Return a text in which control characters, line breaks, direction marks and half letters are ``�``.

    Joiners stay: emoji and Persian names need them.

    >>> replace_unprintable("Zo\ud800\u202e\n"), ascii(replace_unprintable("👩\u200d👧"))
    ('Zo���', "'\\U0001f469\\u200d\\U0001f467'")
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in _JOINERS else "�" for letter in text)


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
        return f"a number of more than {_MAX_DIGITS} digits"
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

"""What a sentence quotes of something from outside: enough to know it again, and never all of it."""

from itertools import islice
from typing import Any

LETTERS = 60
"""Letters of a text that are quoted."""

_ITEMS = 6
"""Items of a list or an object that are quoted."""
_DEEP = 3
"""Lists and objects in one another that are quoted."""
_DIGITS = 30
"""Digits of a number that are quoted; to write out one of many thousands takes long, or is refused."""
_BITS = 100
"""Bits of a number that surely has no more digits."""
_LONG = 80
"""Letters of a whole quotation."""


def clip_text(text: str, letters: int = LETTERS) -> str:
    """Return the text, its end as ``…`` where it has more letters.

    >>> clip_text("Wilhelmina", 6), clip_text("Ann", 6)
    ('Wilhe…', 'Ann')
    """
    return text if len(text) <= letters else f"{text[: letters - 1]}…"


def printable(name: str, most: int = 500) -> str:
    r"""Return a name as it can be printed: control characters become ``�``, a long end ``…``.

    >>> printable("Zoë\x1b[2J"), len(printable("A" * 5000))
    ('Zoë�[2J', 500)
    """
    return "".join(letter if letter.isprintable() else "�" for letter in clip_text(name, most))


def quote_value(value: Any) -> str:
    """Return a value as Python writes it, and of a long one the beginning.

    It takes as long for a value of 50 megabytes, or of lists in lists without end, as for a short one.

    >>> quote_value("Ann"), quote_value([1, 1, 7]), quote_value("A" * 5000)[-4:]
    ("'Ann'", '[1, 1, 7]', "AA…'")
    >>> quote_value(10**24), quote_value(10**4000)
    ('1000000000000000000000000', 'a number of more than 30 digits')
    """
    return number(value) if type(value) is int else clip_text(repr(prune_value(value)), _LONG)


def number(value: int) -> str:
    """Return a whole number as it is written, or where it is long that it is.

    >>> number(12), number(-(10**5000))
    ('12', 'a number of more than 30 digits')
    """
    if value.bit_length() > _BITS or len(digits := str(value)) > _DIGITS:
        return f"a number of more than {_DIGITS} digits"
    return digits


def prune_value(value: Any, deep: int = _DEEP) -> Any:
    """Return a plain value without what is too long or too deep in it to be quoted.

    >>> prune_value([[[[1]]], *range(9)])
    [[['…']], 0, 1, 2, 3, 4, '…']
    """
    if isinstance(value, str):
        return clip_text(value)
    if type(value) is int:
        return value if value.bit_length() <= _BITS else number(value)
    if not isinstance(value, list | tuple | dict):
        return value
    if not deep:
        return "…"
    more = ["…"] if len(value) > _ITEMS else []
    if isinstance(value, dict):
        items = {
            clip_text(str(key)): prune_value(item, deep - 1) for key, item in islice(value.items(), _ITEMS)
        }
        return items | dict.fromkeys(more, "…")
    return [*(prune_value(item, deep - 1) for item in value[:_ITEMS]), *more]

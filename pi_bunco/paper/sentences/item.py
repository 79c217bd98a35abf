"""One sentence of a page of rules, and how numbers and lists are written in it."""

from collections.abc import Callable
from typing import NamedTuple

from pi_bunco.rules import Sheet


class Item(NamedTuple):
    """One thing a sheet says.

    Attributes
    ----------
    keys
        The keys that say it; names that are no keys (``rounds``) hold on every sheet.
    says
        Returns the sentence, ``""`` where there is nothing to say.
    """

    keys: tuple[str, ...]
    says: Callable[[Sheet], str]


def always(sentence: str) -> Callable[[Sheet], str]:
    """Return a function that says the same of every sheet."""
    return lambda _sheet: sentence


def points(number: int) -> str:
    """Return a number of points in words.

    >>> points(1), points(21)
    ('1 point', '21 points')
    """
    return f"{number} point" if number == 1 else f"{number} points"


def join_words(words: list[str], last: str = "and") -> str:
    """Return a list in words.

    >>> join_words(["2", "4", "6"])
    '2, 4 and 6'
    >>> join_words(["2", "4"], "or")
    '2 or 4'
    """
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))

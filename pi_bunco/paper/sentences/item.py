"""What a sentence of a page of rules is, and small words for it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pi_bunco.rules import Sheet
from pi_bunco.sentences import Sentence, say, say_count, say_series


class Item(NamedTuple):
    """One thing a sheet says.

    Attributes
    ----------
    keys
        The keys that say it; names that are no keys (``rounds``) hold on every sheet.
    says
        Gives the sentence, empty where there is nothing to say.
    """

    keys: tuple[str, ...]
    says: Callable[[Sheet], str]


def always(sentence: Sentence) -> Callable[[Sheet], str]:
    """Return what says the same of every sheet."""
    return lambda _sheet: sentence


def points(number: int) -> Sentence:
    """Say a number of points.

    >>> points(1), points(21)
    ('1 point', '21 points')
    """
    return say_count("{count} point", "{count} points", number)


def say_either(things: Sequence[str]) -> Sentence:
    """Return things of which one is meant as a list in a sentence; there must be at least one.

    >>> say_either(["2"]), say_either(["2", "4", "6"])
    ('2', '2, 4 or 6')
    """
    *some, last = things
    return say("{things} or {last}", things=say_series(some), last=last) if some else say_series(things)


def say_lines(lines: Sequence[str]) -> Sentence:
    r"""Return lines one below another; there must be at least one.

    >>> say_lines(["Awards: most wins.", "Equals share an award."])
    'Awards: most wins.\nEquals share an award.'
    """
    first, *more = lines
    told = say("{line}", line=first)
    for line in more:
        told = say("{lines}\n{line}", lines=told, line=line)
    return told

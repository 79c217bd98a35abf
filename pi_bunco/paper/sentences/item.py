"""One sentence on a page of rules, and helpers for its words."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pi_bunco.rules import Sheet
from pi_bunco.sentences import Sentence, say, say_count, say_series


class Item(NamedTuple):
    """One thing that a sheet says.

    Attributes
    ----------
    keys
        The keys behind it. Names that are not keys, such as ``rounds``, hold on every sheet.
    make_sentence
        Returns the sentence about a sheet, empty if there is nothing to say.
    """

    keys: tuple[str, ...]
    make_sentence: Callable[[Sheet], str]


def say_always(sentence: Sentence) -> Callable[[Sheet], str]:
    """Return a function that returns the same sentence for every sheet."""
    return lambda _sheet: sentence


def say_points(number: int) -> Sentence:
    """Say a number of points.

    >>> say_points(1), say_points(21)
    ('1 point', '21 points')
    """
    return say_count("{count} point", "{count} points", number)


def say_either(things: Sequence[str]) -> Sentence:
    """Return a list of alternatives for a sentence. There must be at least one.

    >>> say_either(["2"]), say_either(["2", "4", "6"])
    ('2', '2, 4 or 6')
    """
    *some, last = things
    return say("{things} or {last}", things=say_series(some), last=last) if some else say_series(things)


def say_lines(lines: Sequence[str]) -> Sentence:
    r"""Return lines one below the other. There must be at least one.

    >>> say_lines(["Awards: most wins.", "Tied players share an award."])
    'Awards: most wins.\nTied players share an award.'
    """
    first, *more = lines
    text = say("{line}", line=first)
    for line in more:
        text = say("{lines}\n{line}", lines=text, line=line)
    return text

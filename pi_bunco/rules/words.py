"""Words that pages, prints and messages share."""

from collections.abc import Iterable, Mapping
from itertools import islice

from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.sheets.parts import AwardFor
from pi_bunco.sentences import Sentence, say, say_list

AWARDS: Mapping[AwardFor, Sentence] = {
    "most_buncos": say("Most buncos"),
    "most_wins": say("Most wins"),
    "most_losses": say("Most losses"),
    "even": say("Even wins and losses"),
    "most_minis": say("Most minis"),
    "most_points": say("Most points"),
    "fewest_points": say("Fewest points"),
    "traveling": say("Traveling"),
    "costume": say("Best costume"),
}
"""The title of each award ("Prize Categories" of the classic sheet, and those of the others)."""


def join_names(players: Iterable[str]) -> Sentence:
    """Join names to an enumeration.

    >>> join_names(["Ann"]), join_names(["Ann", "Cy"]), join_names(["Ann", "Bob", "Cy"])
    ('Ann', 'Ann and Cy', 'Ann, Bob and Cy')
    """
    return say_list(tuple(players))


def format_count(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural.

    >>> format_count(1, "throw"), format_count(1200, "throw")
    ('1 throw', '1,200 throws')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def join_some_names(players: Iterable[str]) -> Sentence:
    """Join names for a message: only the first few of many, and long names cut.

    >>> join_some_names(["Ann", "Bob"]), join_some_names(f"P{n}" for n in range(100))
    ('Ann and Bob', 'P0, P1, P2, P3, P4, P5 and others')
    """
    first = [clip_text(name) for name in islice(players, _MAX_NAMES + 1)]
    return join_names([*first[:_MAX_NAMES], say("others")] if len(first) > _MAX_NAMES else first)


_MAX_NAMES = 6


def format_dice(dice: Iterable[int]) -> str:
    """Return dice in the usual notation.

    >>> format_dice((3, 3, 5))
    '3-3-5'
    """
    return "-".join(map(str, dice))

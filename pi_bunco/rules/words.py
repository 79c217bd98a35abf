"""The few words that pages, prints and refusals all say alike."""

from collections.abc import Iterable, Mapping
from itertools import islice

from pi_bunco.rules.quoting import clipped
from pi_bunco.rules.sheets.parts import AwardFor

AWARDS: Mapping[AwardFor, str] = {
    "most_buncos": "Most buncos",
    "most_wins": "Most wins",
    "most_losses": "Most losses",
    "even": "Even wins and losses",
    "most_minis": "Most minis",
    "most_points": "Most points",
    "fewest_points": "Fewest points",
    "traveling": "Traveling",
    "costume": "Best costume",
}
"""What each award is called ("Prize Categories" of the classic sheet, and what the others add)."""


def names(players: Iterable[str]) -> str:
    """Join names as one says them.

    >>> names(["Ann"]), names(["Ann", "Cy"]), names(["Ann", "Bob", "Cy"])
    ('Ann', 'Ann and Cy', 'Ann, Bob and Cy')
    """
    *most, last = players
    return f"{', '.join(most)} and {last}" if most else last


def some(players: Iterable[str]) -> str:
    """Join names for a refusal: the first few of many, each cut where it is long.

    >>> some(["Ann", "Bob"]), some(f"P{n}" for n in range(100))
    ('Ann and Bob', 'P0, P1, P2, P3, P4, P5 and others')
    """
    first = [clipped(name) for name in islice(players, _SOME + 1)]
    return names([*first[:_SOME], "others"] if len(first) > _SOME else first)


_SOME = 6


def faces(dice: Iterable[int]) -> str:
    """Write dice as one says them.

    >>> faces((3, 3, 5))
    '3-3-5'
    """
    return "-".join(map(str, dice))

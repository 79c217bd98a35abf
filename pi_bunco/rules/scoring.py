"""The score of one throw."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal

from pi_bunco.rules.sheets import Sheet

Dice = tuple[int, ...]
"""Three dice, each 1 to 6, in the order in which they were read."""

Kind = Literal["bunco", "mini", "points", "nothing", "snake_eyes", "wipe"]


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a throw.

    Attributes
    ----------
    points
        0 or more; below 0 the points that a ``wipe`` has taken, known once it was thrown at a table.
    kind
        ``bunco``: three of the target; ``mini``: three of another number, if they score on this sheet;
        ``points``: one or two targets (or three alike that score only the dice cup's bonus);
        ``nothing``: the turn is over; ``snake_eyes``: the turn is over and its points are lost; ``wipe``:
        three 1s, the turn is over and all points that the side has in the round are lost.
    hits
        For each die, whether it scored.
    """

    points: int
    kind: Kind
    hits: tuple[bool, ...]


NOTHING = Score(0, "nothing", (False, False, False))
"""The score of a throw that does not score, or that nobody called although it must be called."""

SNAKE_EYES = Score(0, "snake_eyes", (False, False, False))
"""The score of two 1s on a sheet on which they lose the points of the turn."""

WIPE = Score(0, "wipe", (False, False, False))
"""The score of three 1s on a sheet on which they take the side's points of the round."""


def score(sheet: Sheet, target: int, dice: Iterable[int], cup: Iterable[int] = ()) -> Score:
    """Score three dice in the round of ``target``; ``cup`` has the numbers on the dice cup.

    Raises
    ------
    ValueError
        If these are not three dice, or the target is not one.

    >>> from pi_bunco.rules import load_sheet
    >>> score(load_sheet("casino"), 1, (1, 1, 2))
    Score(points=2, kind='points', hits=(True, True, False))
    >>> boxed = load_sheet("boxed")
    >>> [score(boxed, 4, (n, n, n), cup=(1, 2)).points for n in (2, 3, 4, 5)]
    [12, 7, 21, 5]
    """
    dice = tuple(dice)
    if target not in range(1, 7):
        raise ValueError(f"the target is 1 to 6, not {target}")
    if dice not in THROWS:
        raise ValueError(f"a throw is three dice, each 1 to 6, not {dice}")
    return make_score_table(sheet, target, tuple(cup))[dice]


THROWS = frozenset(product(range(1, 7), repeat=3))
"""All 216 throws."""


@lru_cache(maxsize=256)
def make_score_table(sheet: Sheet, target: int, cup: tuple[int, ...] = ()) -> Mapping[Dice, Score]:
    """Return the score of each of the 216 throws in the round of ``target``."""
    return {dice: _score(sheet, target, dice, cup) for dice in THROWS}


@lru_cache(maxsize=64)
def make_rolloff_table(sheet: Sheet, target: int) -> Mapping[Dice, Score]:
    """Return the score of each throw if only targets and buncos count, not minis and the dice cup."""
    table = make_score_table(sheet, target)
    return {dice: NOTHING if worth.kind in ("mini", "wipe") else worth for dice, worth in table.items()}


def list_passing_kinds(sheet: Sheet) -> frozenset[Kind]:
    """Return the kinds of throw that pass the dice on.

    >>> from pi_bunco.rules import load_sheet
    >>> sorted(list_passing_kinds(load_sheet("classic")))
    ['nothing', 'snake_eyes', 'wipe']
    """
    return _PASSING | {"mini"} if sheet.mini_ends_turn else _PASSING


_PASSING: frozenset[Kind] = frozenset(("nothing", "snake_eyes", "wipe"))

SNAKE_EYE = 1
"""Two of this face are snake eyes, and three a wipe, except in its own round."""


def _score(sheet: Sheet, target: int, dice: Dice, cup: tuple[int, ...]) -> Score:
    number = dice[0]
    if dice != (number,) * 3:
        if sheet.snake_eyes and target != SNAKE_EYE and dice.count(SNAKE_EYE) == 2:  # noqa: PLR2004 - a pair of eyes
            return SNAKE_EYES
        hits = tuple(die == target for die in dice)
        return Score(sum(hits), "points", hits) if any(hits) else NOTHING
    if sheet.three_ones_wipe and number == SNAKE_EYE != target:
        return WIPE
    bonus = sheet.cup_bonus if number in cup else 0
    if number == target:
        return Score(sheet.bunco + bonus, "bunco", (True, True, True))
    mini = sheet.mini_below if number < target else sheet.mini_above
    if mini:
        return Score(mini + bonus, "mini", (True, True, True))
    return Score(bonus, "points", (True, True, True)) if bonus else NOTHING

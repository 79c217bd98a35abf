"""The rules of a round, as far as chances depend on them: what a throw and a turn can bring."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.dice import Probabilities
from pi_bunco.rules import Dice, Options, Score, Sheet
from pi_bunco.rules.scoring import NOTHING, list_passing_kinds, make_rolloff_table, make_score_table

Floats = NDArray[np.float64]


class ThrowOutcome(NamedTuple):
    """All throws that have the same effect.

    Attributes
    ----------
    chance
        How likely one of them is, above 0.
    points
        What it scores.
    keeps
        Whether the turn goes on.
    ends
        Whether it ends the round at any score: a bunco on a sheet where it does.
    loses
        Whether it loses the points of the turn: snake eyes.
    wipes
        Whether it loses the side's points of the round: three 1s on a sheet on which they do.
    """

    chance: float
    points: int
    keeps: bool
    ends: bool = False
    loses: bool = False
    wipes: bool = False


Outcomes = tuple[ThrowOutcome, ...]
"""All outcomes of a throw; the chances add up to 1."""


def can_lose_points(throws: Outcomes) -> bool:
    """Return whether a throw can lose the points of the turn, or of the round."""
    return any(outcome.loses or outcome.wipes for outcome in throws)


def passes_on(outcome: ThrowOutcome) -> bool:
    """Return whether a throw passes the dice on and takes no points away."""
    return not (outcome.keeps or outcome.loses or outcome.wipes)


@lru_cache(maxsize=64)
def list_outcomes(
    sheet: Sheet,
    target: int,
    cup: tuple[int, ...],
    dice: Probabilities,
    lost: frozenset[str] = frozenset(),
) -> Outcomes:
    """Return the outcomes of a throw in the round of ``target``, with dice of these chances.

    Kinds of throw in ``lost`` pass the dice on and score nothing.

    >>> from pi_bunco.chance.dice import FAIR
    >>> from pi_bunco.rules import load_sheet
    >>> outcomes = list_outcomes(load_sheet("classic"), 1, (), FAIR)
    >>> [(round(216 * outcome.chance), outcome.points, outcome.keeps) for outcome in outcomes]
    [(120, 0, False), (75, 1, True), (15, 2, True), (5, 5, True), (1, 21, True)]
    """
    return _gather_outcomes(sheet, make_score_table(sheet, target, cup), dice, lost, ends=sheet.bunco_ends)


def _gather_outcomes(
    sheet: Sheet, scores: Mapping[Dice, Score], dice: Probabilities, lost: frozenset[str], *, ends: bool
) -> Outcomes:
    """Return the outcomes from the score of each of the 216 throws; a bunco may end the round."""
    passing_kinds = list_passing_kinds(sheet)
    chances: defaultdict[tuple[int, bool, bool, bool, bool], float] = defaultdict(float)
    for three, scored in scores.items():
        score = NOTHING if scored.kind in lost else scored
        keeps = score.kind not in passing_kinds
        kind = score.kind
        outcome = score.points, keeps, ends and kind == "bunco", kind == "snake_eyes", kind == "wipe"
        chances[outcome] += prod(dice[face - 1] for face in three)
    return tuple(ThrowOutcome(chance, *outcome) for outcome, chance in sorted(chances.items()) if chance > 0)


class TurnChances(NamedTuple):
    """What a turn brings from here to its end, when nothing stops it.

    Attributes
    ----------
    brings
        At place n the chance that it brings n more points.
    loses
        The chance that it ends with the loss of its points instead.
    wipes
        The chance that it ends with the loss of all points that the side has in the round.
    """

    brings: Floats
    loses: float
    wipes: float


@lru_cache(maxsize=64)
def follow_turn(throws: Outcomes) -> TurnChances:
    """Return what a turn brings from now on, whether or not it has begun.

    Numbers of points whose chances together are below 1e-12 are left out. If ``throws`` lacks some
    outcomes, the chances add up to less than 1: turns with such an outcome are left out.

    >>> from pi_bunco.chance.dice import FAIR
    >>> from pi_bunco.rules import load_sheet
    >>> brings = follow_turn(list_outcomes(load_sheet("classic"), 1, (), FAIR)).brings
    >>> round(float(brings @ np.arange(len(brings))) * 120)      # 151/120 points a turn
    151
    """
    ends = 1 - sum(outcome.chance for outcome in throws if outcome.keeps)
    loses = sum(outcome.chance for outcome in throws if outcome.loses) / ends
    wipes = sum(outcome.chance for outcome in throws if outcome.wipes) / ends
    brings: list[float] = []
    left = sum(outcome.chance for outcome in throws if passes_on(outcome)) / ends
    while left > _MAX_LEFT_OUT and len(brings) < _MAX_TURN_POINTS:
        chance = 0.0
        for outcome in throws:
            if outcome.keeps and outcome.points <= len(brings):
                chance += outcome.chance * brings[-outcome.points]
            elif passes_on(outcome) and outcome.points == len(brings):
                chance += outcome.chance
        brings.append(chance)
        left -= chance
    return TurnChances(np.array(brings), loses, wipes)


_MAX_LEFT_OUT = 1e-12  # the largest chance of all numbers of points together that are left out
_MAX_TURN_POINTS = 4096  # the longest list of chances


@dataclass(frozen=True, slots=True)
class OddsTerms:
    """The rules of a round, as far as chances depend on them. Made with :meth:`of`.

    Attributes
    ----------
    throws
        The outcomes of a throw.
    finishing
        Its outcomes in a turn that is finished after the bell. They are the same, but a throw that
        must be called and ends the turn stops the table before anybody can call it.
    session_throws
        Its outcomes in a roll-off by whole turns, in which nothing takes the points of the round.
    rolloff_throws
        Its outcomes in a roll-off where only targets count.
    rolloff
        How equal scores are decided.
    rolloff_goal
        The score that wins a roll-off of kind ``to5``.
    goal_finishes, ending_finishes, others_finish
        Whether a turn that has begun is finished: when the goal ends the round, at its table; when anything
        else does, at the table that ends it; when another table does.
    """

    throws: Outcomes
    finishing: Outcomes
    session_throws: Outcomes
    rolloff_throws: Outcomes
    rolloff: str
    rolloff_goal: int
    goal_finishes: bool
    ending_finishes: bool
    others_finish: bool

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, sheet: Sheet, target: int, options: Options, dice: Probabilities) -> "OddsTerms":
        """Read a sheet for the round of ``target``, with the game's options and dice of these chances."""
        cup = options.cup
        lost = list_passing_kinds(sheet) & sheet.needs_call if options.calls else frozenset[str]()
        throws = list_outcomes(sheet, target, cup, dice)
        return cls(
            throws=throws,
            finishing=list_outcomes(sheet, target, cup, dice, lost),
            session_throws=tuple(outcome._replace(wipes=False) for outcome in throws),
            rolloff_throws=_gather_outcomes(
                sheet, make_rolloff_table(sheet, target), dice, frozenset(), ends=False
            ),
            rolloff=sheet.rolloff,
            rolloff_goal=sheet.rolloff_goal,
            goal_finishes=sheet.ending_table == "finish" and sheet.round_end != "each",
            ending_finishes=sheet.ending_table == "finish",
            others_finish=sheet.other_tables == "finish",
        )

    @property
    def loses(self) -> bool:
        """Whether a throw can lose the points of the turn, or of the round."""
        return can_lose_points(self.throws)

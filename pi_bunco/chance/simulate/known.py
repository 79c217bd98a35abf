"""What a throw and a turn must bring, reckoned from the 216 throws and not from play."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from pi_bunco.chance.room import Plan
from pi_bunco.rules.scoring import passing, score_table

KINDS = ("bunco", "mini", "two", "one", "nothing", "snake_eyes")
"""What a throw can be; ``two`` and ``one`` count targets. A bonus without a mini is none of these."""


def kind_of(kind: str, points: int) -> str:
    """Return which of :data:`KINDS` a throw of a score's ``kind`` is, ``other`` where it is none.

    >>> kind_of("points", 2)
    'two'
    """
    return _POINTS.get(points, "other") if kind == "points" else kind


_POINTS = {1: "one", 2: "two"}


@dataclass(frozen=True, slots=True)
class Known:
    """What the throws and turns of a round are on average.

    Attributes
    ----------
    kinds
        The chance of each kind of throw.
    points
        Points a throw as it is scored, before snake eyes take any away.
    turn_throws
        Throws a turn that nothing cuts short.
    turn_points
        Points a turn that nothing cuts short.
    """

    kinds: Mapping[str, float]
    points: float
    turn_throws: float
    turn_points: float

    @classmethod
    def of(cls, plan: Plan, target: int) -> "Known":
        """Reckon it for the round of ``target``.

        A turn goes on with the chance that a throw keeps it. So its length is geometric, and does not
        hang on how it ends; snake eyes take what the throws before them brought.

        >>> from pi_bunco.rules import load_sheet
        >>> known = Known.of(Plan(load_sheet("classic"), 12), 1)
        >>> round(known.kinds["bunco"] * 216, 9), round(known.points * 216, 9)
        (1.0, 151.0)
        >>> round(known.turn_throws, 9), round(known.turn_points * 120, 9)
        (1.8, 151.0)
        """
        sheet = plan.sheet
        ends = passing(sheet)
        needs_call = sheet.needs_call if plan.options.get("calls") else frozenset()
        kinds: defaultdict[str, float] = defaultdict(float)
        keeps = last_points = kept_points = 0.0
        scoring = score_table(sheet, target, tuple(plan.options.get("cup") or ()))
        for dice, score in scoring.items():
            chance = prod(plan.chances[die - 1] for die in dice)
            counted = chance * (plan.called if score.kind in needs_call else 1.0)
            kinds[kind_of(score.kind, score.points)] += counted
            kinds["nothing"] += chance - counted
            if score.kind in ends:
                last_points += counted * score.points
            else:
                keeps += chance
                kept_points += counted * score.points
        over = 1 - keeps
        spared = 1 - kinds["snake_eyes"] / over
        return cls(
            kinds=dict(kinds),
            points=kept_points + last_points,
            turn_throws=1 / over,
            turn_points=(spared * kept_points + last_points) / over,
        )

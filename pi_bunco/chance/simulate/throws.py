"""Figures of throws and turns, with the exact values that follow from the 216 throws of three dice."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod, sqrt
from random import Random
from typing import TypeVar

from pi_bunco.chance.dice import Dice
from pi_bunco.chance.interval import Z, compute_wilson_interval
from pi_bunco.chance.party import Plan, Round
from pi_bunco.chance.simulate.figures import Figure, GameWatcher, Section
from pi_bunco.chance.simulate.statistics import Interval
from pi_bunco.rules import Thrown
from pi_bunco.rules.scoring import SNAKE_EYES, WIPE, list_passing_kinds, make_score_table

Case = TypeVar("Case")


class Strata:
    """Independent cases, counted by round (stratum). ``measure`` returns the number that a case stands for.

    Attributes
    ----------
    sizes
        How many cases each round has.

    Examples
    --------
    >>> heads = Strata({1: Counter(hit=30, miss=70), 2: Counter(miss=100)}, lambda case: case == "hit")
    >>> heads.value, heads.expect({1: 0.4, 2: 0.0})
    (0.15, 0.2)
    """

    def __init__(self, counts: Mapping[int, Counter[Case]], measure: Callable[[Case], float]) -> None:
        self.sizes = {stratum: count.total() for stratum, count in counts.items()}
        self._cases = sum(self.sizes.values())
        self._sums = {
            stratum: sum(measure(case) * times for case, times in count.items())
            for stratum, count in counts.items()
        }
        self._squares = {
            stratum: sum(measure(case) ** 2 * times for case, times in count.items())
            for stratum, count in counts.items()
        }

    @property
    def value(self) -> float:
        """The mean over all cases; 0 where there are none."""
        return sum(self._sums.values()) / self._cases if self._cases else 0.0

    def expect(self, known: Mapping[int, float]) -> float:
        """Return the mean over all cases if each round had the mean that is ``known``."""
        return sum(known[stratum] * size for stratum, size in self.sizes.items()) / max(self._cases, 1)

    def compute_interval(self) -> Interval | None:
        """Return the mean's 95 % interval, ``None`` with too few cases; rounds may differ."""
        within = sum(
            self._squares[stratum] - self._sums[stratum] ** 2 / size
            for stratum, size in self.sizes.items()
            if size
        )
        degrees = self._cases - sum(map(bool, self.sizes.values()))
        if degrees < 1:
            return None
        half = Z * sqrt(max(within, 0.0) / degrees / self._cases)
        return self.value - half, self.value + half

    def compute_share_interval(self) -> Interval:
        """Return the interval where each case is 0 or 1, as if rounds had the same mean: a little wide."""
        return compute_wilson_interval(self.value, self._cases)


KINDS = {
    "bunco": "Bunco",
    "mini": "Mini",
    "two": "Two targets",
    "one": "One target",
    "nothing": "Nothing",
    "snake_eyes": "Snake eyes",
    "wipe": "Three ones",
}
"""What a throw can be, in words. A bonus without a mini is none of these."""


def classify_score(kind: str, points: int) -> str:
    """Return the kind of throw in :data:`KINDS` from its score, ``other`` where it is none of them.

    >>> classify_score("points", 2)
    'two'
    """
    return {1: "one", 2: "two"}.get(points, "other") if kind == "points" else kind


@dataclass(frozen=True, slots=True)
class KnownAverages:
    """What the throws and turns of a round are on average.

    Attributes
    ----------
    kinds
        The chance of each kind of throw.
    points
        Points a throw as it is scored, before snake eyes or three 1s take any away.
    turn_throws
        Throws a turn that nothing cuts short.
    turn_points
        Points a turn that nothing cuts short; none if they are lost. What three 1s take of earlier turns is
        not in it.
    """

    kinds: Mapping[str, float]
    points: float
    turn_throws: float
    turn_points: float

    @classmethod
    def of(cls, plan: Plan, target: int) -> "KnownAverages":
        """Compute it for the round of ``target``.

        A turn goes on with the chance that a throw keeps it. So its length is geometric, and does not
        depend on how it ends. Snake eyes and three 1s take away what the throws before them brought.

        >>> from pi_bunco.rules import load_sheet
        >>> known = KnownAverages.of(Plan(load_sheet("classic"), 12), 1)
        >>> round(known.kinds["bunco"] * 216, 9), round(known.points * 216, 9)
        (1.0, 151.0)
        >>> round(known.turn_throws, 9), round(known.turn_points * 120, 9)
        (1.8, 151.0)
        """
        sheet = plan.sheet
        passing_kinds = list_passing_kinds(sheet)
        needs_call = sheet.needs_call if plan.options.get("calls") else frozenset()
        kinds: defaultdict[str, float] = defaultdict(float)
        keeps = last_points = kept_points = 0.0
        scoring = make_score_table(sheet, target, tuple(plan.options.get("cup") or ()))
        for dice, score in scoring.items():
            chance = prod(plan.chances[die - 1] for die in dice)
            counted = chance * (plan.called if score.kind in needs_call else 1.0)
            kinds[classify_score(score.kind, score.points)] += counted
            kinds["nothing"] += chance - counted
            if score.kind in passing_kinds:
                last_points += counted * score.points
            else:
                keeps += chance
                kept_points += counted * score.points
        ends_turn = 1 - keeps
        kept = 1 - (kinds["snake_eyes"] + kinds["wipe"]) / ends_turn
        return cls(
            kinds=dict(kinds),
            points=kept_points + last_points,
            turn_throws=1 / ends_turn,
            turn_points=(kept * kept_points + last_points) / ends_turn,
        )


FACES = range(1, 7)


class ThrowsWatcher(GameWatcher):
    """The throws of rounds, without roll-offs, and the turns they make.

    Throws are independent of each other, so shares of them have plain intervals. A round that ends cuts short
    the turns that are under way, and long turns more often than short ones: the turns that are not cut short
    are too short on average. So each turn that is cut short is continued to its end with further dice from
    ``random``, for the figures of turns alone. Then every turn that has begun counts as a whole, and its
    beginning does not depend on how it goes on.
    """

    def __init__(self, plan: Plan, random: Random) -> None:
        super().__init__("throws", "A throw and a turn", {})
        self._plan = plan
        self._random = random
        self._dice = Dice(random, plan.chances)
        self._passing = list_passing_kinds(plan.sheet)
        self._needs_call = plan.sheet.needs_call if plan.options.get("calls") else frozenset[str]()
        self._cup = tuple(plan.options.get("cup") or ())
        self._scores: dict[int, Counter[tuple[str, int]]] = {target: Counter() for target in FACES}
        self._turns: dict[int, Counter[tuple[int, int]]] = {target: Counter() for target in FACES}
        self._cut = 0

    def watch_round(self, played: Round) -> None:
        """Count the throws and turns of a round."""
        scores, turns = self._scores[played.number], self._turns[played.number]
        for table in played.tables:
            throws = [thrown for thrown in table.throws if not thrown.rolloff]
            scores.update([(thrown.score.kind, max(thrown.score.points, 0)) for thrown in throws])
            start, before = 0, (0,) * len(table.sides)
            for end, thrown in enumerate(throws, 1):
                if thrown.ends_turn:
                    turns[end - start, max(thrown.totals[thrown.side] - before[thrown.side], 0)] += 1
                    start, before = end, thrown.totals
            if start < len(throws):
                turns[self._continue(played.number, throws[start:], before)] += 1

    def _continue(self, target: int, cut: Sequence[Thrown], before: Sequence[int]) -> tuple[int, int]:
        """Throw until a turn that was cut short is over; return how many throws and points it has."""
        self._cut += 1
        scoring = make_score_table(self._plan.sheet, target, self._cup)
        last = cut[-1]
        throws, points = len(cut), last.totals[last.side] - before[last.side]
        while True:
            score = scoring[self._dice.throw()]
            throws += 1
            if score is SNAKE_EYES or score is WIPE:
                points = 0
            elif score.kind not in self._needs_call or self._random.random() < self._plan.called:
                points += score.points
            if score.kind in self._passing:
                return throws, points

    @property
    def count(self) -> int:
        """How many throws were counted."""
        return sum(count.total() for count in self._scores.values())

    def make_section(self) -> Section:
        """Return the figures, each with its exact value."""
        known = {target: KnownAverages.of(self._plan, target) for target in FACES}
        sheet = self._plan.sheet
        absent = {"snake_eyes": not sheet.snake_eyes, "wipe": not sheet.three_ones_wipe}
        figures = [
            _make_share(kind, text, self._scores, known)
            for kind, text in KINDS.items()
            if not absent.get(kind)
        ]
        points = Strata(self._scores, lambda score: score[1])
        turn_throws = Strata(self._turns, lambda turn: turn[0])
        turn_points = Strata(self._turns, lambda turn: turn[1])
        figures += [
            _make_mean(
                "points", "Points a throw", points, {target: known[target].points for target in FACES}
            ),
            _make_mean(
                "turn_throws",
                "Throws a turn",
                turn_throws,
                {target: known[target].turn_throws for target in FACES},
            ),
            _make_mean(
                "turn_points",
                "Points a turn",
                turn_points,
                {target: known[target].turn_points for target in FACES},
            ),
        ]
        remarks: tuple[str, ...] = (
            f"{self.count:,} throws in {sum(turn_throws.sizes.values()):,} turns; roll-offs are left out.",
            (
                f"The {self._cut:,} turns that a round's end cut short were thrown to their end with further"
                " dice, for the figures of turns alone: long turns are cut more often than short ones."
            ),
        )
        if sheet.three_ones_wipe:
            lost = "A turn that ends with three 1s has no points; what else they took is not counted here."
            remarks += (lost,)
        return replace(super().make_section(), figures=tuple(figures), remarks=remarks)


def _make_share(
    kind: str, text: str, scores: Mapping[int, Counter[tuple[str, int]]], known: Mapping[int, KnownAverages]
) -> Figure:
    strata = Strata(scores, lambda score: classify_score(*score) == kind)
    expected = strata.expect({target: known[target].kinds.get(kind, 0.0) for target in known})
    return Figure(kind, text, strata.value, strata.compute_share_interval(), share=True, known=expected)


def _make_mean(key: str, text: str, strata: Strata, known: Mapping[int, float]) -> Figure:
    return Figure(key, text, strata.value, strata.compute_interval(), known=strata.expect(known))

"""Throws and turns, beside what they must be."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from pi_bunco.chance.dice import Dice
from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Plan, Round
from pi_bunco.chance.simulate.figures import Figure, Section
from pi_bunco.chance.simulate.known import Known, kind_of
from pi_bunco.chance.simulate.strata import Strata
from pi_bunco.rules import Thrown
from pi_bunco.rules.scoring import SNAKE_EYES, passing, score_table

TARGETS = range(1, 7)

_KINDS = {
    "bunco": "Bunco",
    "mini": "Mini",
    "two": "Two targets",
    "one": "One target",
    "nothing": "Nothing",
    "snake_eyes": "Snake eyes",
}


class Throws:
    """The throws of rounds, roll-offs left out, and the turns they make.

    Throws are independent of each other, so shares of them have plain intervals. A round that ends cuts
    the turns that are under way, and long turns more often than short ones: the turns that were let be
    are too short on average. So each turn that was cut is followed to its end with further dice out of
    ``random``, for the figures of turns alone. Then every turn that was begun counts whole, and that it
    was begun says nothing about how it goes on.
    """

    def __init__(self, plan: Plan, random: Random) -> None:
        self._plan = plan
        self._random = random
        self._dice = Dice(random, plan.chances)
        self._passing = passing(plan.sheet)
        self._needs_call = plan.sheet.needs_call if plan.options.get("calls") else frozenset[str]()
        self._cup = tuple(plan.options.get("cup") or ())
        self._scores: dict[int, Counter[tuple[str, int]]] = {target: Counter() for target in TARGETS}
        self._turns: dict[int, Counter[tuple[int, int]]] = {target: Counter() for target in TARGETS}
        self._cut = 0

    def see(self, played: Round) -> None:
        """Count the throws and turns of a round."""
        scores, turns = self._scores[played.number], self._turns[played.number]
        for table in played.tables:
            throws = [thrown for thrown in table.throws if not thrown.rolloff]
            scores.update([(thrown.score.kind, thrown.score.points) for thrown in throws])
            begun, before = 0, (0,) * len(table.sides)
            for end, thrown in enumerate(throws, 1):
                if thrown.ends_turn:
                    turns[end - begun, thrown.totals[thrown.side] - before[thrown.side]] += 1
                    begun, before = end, thrown.totals
            if begun < len(throws):
                turns[self._follow(played.number, throws[begun:], before)] += 1

    def _follow(self, target: int, cut: Sequence[Thrown], before: Sequence[int]) -> tuple[int, int]:
        """Throw on until a turn that was cut is over; give its throws and points."""
        self._cut += 1
        scoring = score_table(self._plan.sheet, target, self._cup)
        last = cut[-1]
        throws, points = len(cut), last.totals[last.side] - before[last.side]
        while True:
            score = scoring[self._dice.throw()]
            throws += 1
            if score is SNAKE_EYES:
                points = 0
            elif score.kind not in self._needs_call or self._random.random() < self._plan.called:
                points += score.points
            if score.kind in self._passing:
                return throws, points

    def close(self, party: Party) -> None:
        """Pass over the end of a party: a throw knows nothing of it."""

    @property
    def count(self) -> int:
        """How many throws were counted."""
        return sum(count.total() for count in self._scores.values())

    def section(self) -> Section:
        """Return the figures, each beside what it must be."""
        known = {target: Known.of(self._plan, target) for target in TARGETS}
        figures = [
            _share(kind, text, self._scores, known)
            for kind, text in _KINDS.items()
            if kind != "snake_eyes" or self._plan.sheet.snake_eyes
        ]
        points = Strata(self._scores, lambda score: score[1])
        turn_throws = Strata(self._turns, lambda turn: turn[0])
        turn_points = Strata(self._turns, lambda turn: turn[1])
        figures += [
            _mean("points", "Points a throw", points, {t: known[t].points for t in TARGETS}),
            _mean("turn_throws", "Throws a turn", turn_throws, {t: known[t].turn_throws for t in TARGETS}),
            _mean("turn_points", "Points a turn", turn_points, {t: known[t].turn_points for t in TARGETS}),
        ]
        turns = sum(turn_throws.sizes.values())
        remarks = (
            f"{self.count:,} throws in {turns:,} turns; roll-offs are left out.",
            (
                f"The {self._cut:,} turns that a round's end cut short were thrown to their end with further"
                " dice, for the figures of turns alone: long turns are cut more often than short ones."
            ),
        )
        return Section("throws", "A throw and a turn", tuple(figures), remarks)


def _share(
    kind: str, text: str, scores: Mapping[int, Counter[tuple[str, int]]], known: Mapping[int, Known]
) -> Figure:
    strata = Strata(scores, lambda score: kind_of(*score) == kind)
    must = strata.expect({target: known[target].kinds.get(kind, 0.0) for target in known})
    return Figure(kind, text, strata.value, strata.share_interval(), share=True, known=must)


def _mean(key: str, text: str, strata: Strata, known: Mapping[int, float]) -> Figure:
    return Figure(key, text, strata.value, strata.interval(), known=strata.expect(known))

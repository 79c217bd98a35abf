"""All states of a race, compared with a slow and simple program in fractions."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from pi_bunco.chance.dice import FAIR
from pi_bunco.chance.odds.races import RaceCache, ScoreRace
from pi_bunco.chance.odds.solve import count_bytes, find_row, make_throw_steps, solve
from pi_bunco.chance.odds.terms import OddsTerms, list_outcomes
from pi_bunco.rules import THROWS, Options, Sheet, load_sheet
from pi_bunco.rules.scoring import make_score_table

Scores = tuple[int, ...]
Exact = Callable[[Scores, int], tuple[Fraction, ...]]


def solve_in_fractions(sheet: Sheet, target: int, goal: int, sides: int) -> Exact:
    """Solve a race in fractions, from the 216 throws one by one.

    This holds only for sheets on which a side with the goal has won, and a bunco below the goal ends nothing.
    """
    worth = [make_score_table(sheet, target)[dice] for dice in THROWS]
    passing = ("nothing", "mini") if sheet.mini_ends_turn else ("nothing",)

    @cache
    def after_nothing(scores: Scores) -> tuple[tuple[Fraction, ...], ...]:
        """Return the chances for each holder: from its scoring throws, and from the next holder's turn."""
        known = [[Fraction(0)] * sides for _ in range(sides)]
        for holder in range(sides):
            for score in worth:
                if not score.points:
                    continue
                new_scores = tuple(
                    points + score.points * (side == holder) for side, points in enumerate(scores)
                )
                if new_scores[holder] >= goal:
                    after = tuple(Fraction(side == holder) for side in range(sides))
                else:
                    after = after_nothing(new_scores)[(holder + (score.kind in passing)) % sides]
                for side in range(sides):
                    known[holder][side] += Fraction(1, 216) * after[side]
        nothing = Fraction(sum(not score.points for score in worth), 216)
        by_holder = []
        for holder in range(sides):
            chances = [Fraction(0)] * sides
            for passes in range(sides):
                for side in range(sides):
                    chances[side] += nothing**passes * known[(holder + passes) % sides][side]
            by_holder.append(tuple(chance / (1 - nothing**sides) for chance in chances))
        return tuple(by_holder)

    return lambda scores, holder: after_nothing(scores)[holder]


HOUSE = replace(load_sheet("boxed"), mini_ends_turn=True, mini_below=1, mini_above=2, bunco=4)


@pytest.mark.parametrize("sheet", [load_sheet("classic"), HOUSE], ids=["classic", "house"])
@pytest.mark.parametrize(("goal", "sides"), [(3, 2), (7, 2), (3, 3), (3, 4)])
def test_against_fractions(sheet: Sheet, goal: int, sides: int) -> None:
    """Each state with each holder equals the result of the simple program."""
    sheet = replace(sheet, bunco_ends=False)
    values = solve(make_throw_steps(list_outcomes(sheet, 4, (), FAIR), goal), goal, sides)
    exact = solve_in_fractions(sheet, 4, goal, sides)
    for scores in np.ndindex(*(goal,) * sides):
        for holder in range(sides):
            expected = exact(scores, holder)
            around = [(holder + passes) % sides for passes in range(sides)]
            found = values[find_row(tuple(scores[side] for side in around), goal)]
            assert found == pytest.approx([float(expected[side]) for side in around], abs=1e-6)


def test_race_to_one_point() -> None:
    """To 1 point the first hit wins: the chances are p, qp and q²p over 1 - q³."""
    values = solve(make_throw_steps(list_outcomes(load_sheet("classic"), 2, (), FAIR), 1), 1, 3)
    q = 120 / 216
    assert values[0] == pytest.approx([(1 - q) * q**k / (1 - q**3) for k in range(3)], abs=1e-7)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_chances_add_up_and_rise_with_the_score(sides: int) -> None:
    """In all states the chances add up to 1, and another point never lowers the chance of its side."""
    goal = 13
    values = solve(make_throw_steps(list_outcomes(load_sheet("boxed"), 3, (1, 2), FAIR), goal), goal, sides)
    assert values.sum(axis=1) == pytest.approx(np.ones(len(values)), abs=1e-5)
    shaped = values.reshape(*(goal,) * sides, sides)
    for side in range(sides):
        assert (np.diff(shaped[..., side], axis=side) > -1e-6).all()
        for other in set(range(sides)) - {side}:
            assert (np.diff(shaped[..., side], axis=other) < 1e-6).all()


def test_count_bytes() -> None:
    """The counted bytes are those of the solution."""
    throws = list_outcomes(load_sheet("boxed"), 3, (), FAIR)
    assert solve(make_throw_steps(throws, 5), 5, 3).nbytes == count_bytes(5, 3)


@pytest.mark.parametrize("finish", [False, True])
def test_bunco_that_ends_round_below_goal(*, finish: bool) -> None:
    """At 7 to 8, to 9 points, a bunco of 1 point only ties; the chance is computed by hand."""
    sheet = replace(
        load_sheet("casino"),
        bunco=1,
        mini_below=0,
        mini_above=0,
        bunco_ends=True,
        ending_table="finish" if finish else "stop",
    )
    values = ScoreRace(OddsTerms.of(sheet, 2, Options(), FAIR), 9, 2).solve()
    bunco, one, two, nothing = 1 / 216, 75 / 216, 15 / 216, 125 / 216
    second = nothing / (1 + nothing)  # the chance of the second thrower in a roll-off by hits
    tie = nothing * second + 1 - nothing if finish else second
    level = 1 / (1 + nothing)  # at 8 to 8 any hit wins
    wins = one * level + two + bunco * tie
    assert values[find_row((7, 8), 9), 0] == pytest.approx(wins / (1 - nothing**2), abs=1e-6)


def iterate(sheet: Sheet, target: int, goal: int) -> dict[tuple[int, int, int], float]:
    """Return the chance of the side with the dice by its score, the other's, and its turn's points.

    It follows the throws of two sides one by one, again and again, until nothing changes any more.
    """
    counts = Counter((score.points, score.kind) for score in make_score_table(sheet, target).values())
    states = [(own, other, turn) for own, other in product(range(goal), repeat=2) for turn in range(own + 1)]
    found = dict.fromkeys(states, 0.5)
    change = 1.0
    while change > 1e-12:
        after = {}
        for own, other, turn in states:
            wins = 0.0
            for (points, kind), times in counts.items():
                if own + points >= goal:
                    wins += times / 216
                elif points:
                    wins += times / 216 * found[own + points, other, turn + points]
                else:
                    left = {"wipe": 0, "snake_eyes": own - turn}.get(kind, own)
                    wins += times / 216 * (1 - found[other, left, 0])
            after[own, other, turn] = wins
        change = max(abs(after[state] - found[state]) for state in states)
        found = after
    return found


@pytest.mark.parametrize("snake_eyes", [False, True])
@pytest.mark.parametrize("target", [1, 2, 5])
def test_against_iteration_where_points_are_lost(target: int, *, snake_eyes: bool) -> None:
    """With three 1s that take the points each state equals what a simple program finds throw by throw."""
    sheet = replace(load_sheet("classic"), three_ones_wipe=True, snake_eyes=snake_eyes, slug=f"h{snake_eyes}")
    race = ScoreRace(OddsTerms.of(sheet, target, Options(), FAIR), 8, 2)
    values, exact = race.solve(), iterate(sheet, target, 8)
    for (own, other, turn), expected in exact.items():
        if turn in (0, 1, own):
            found = race.look_up(values, (own, other), turn)
            assert found == pytest.approx([expected, 1 - expected], abs=1e-5)


def test_a_race_that_almost_never_ends_has_no_solution() -> None:
    """With dice that mostly show 1 few sides ever reach 21, so nothing is claimed about it."""
    sheet = replace(load_sheet("classic"), three_ones_wipe=True, slug="wipes")
    race = ScoreRace(OddsTerms.of(sheet, 4, Options(), (0.9, 0.02, 0.02, 0.02, 0.02, 0.02)), 21, 2)
    assert len(race.solve()) == 0
    cache = RaceCache()
    cache.prepare(race)
    assert cache.find_chances(race, (0, 0), 0) is None

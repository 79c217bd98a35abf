"""The results of a throw, and the points of a turn."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from pi_bunco.chance.dice import FAIR
from pi_bunco.chance.odds.terms import (
    Floats,
    OddsTerms,
    ThrowOutcome,
    follow_turn,
    list_outcomes,
)
from pi_bunco.rules import SHEETS, Options, load_sheet


def test_known_chances_of_a_throw() -> None:
    """With fair dice: bunco 1/216, mini 5/216, two targets 15/216, one 75/216, nothing 120/216."""
    found = [
        (outcome.points, outcome.chance, outcome.keeps)
        for outcome in list_outcomes(load_sheet("classic"), 3, (), FAIR)
    ]
    expected = [(0, 120, False), (1, 75, True), (2, 15, True), (5, 5, True), (21, 1, True)]
    assert [(points, round(216 * chance, 9), keeps) for points, chance, keeps in found] == expected


def test_low_and_high_buncos_and_the_cup() -> None:
    """In round 4 of boxed three minis score 7 and two score 5, with 5 more for a number on the cup."""
    found = {
        outcome.points: outcome.chance * 216
        for outcome in list_outcomes(load_sheet("boxed"), 4, (1, 4, 6), FAIR)
    }
    assert found == pytest.approx({0: 120, 1: 75, 2: 15, 7: 2, 12: 1, 5: 1, 10: 1, 26: 1})


@pytest.mark.parametrize("slug", SHEETS)
def test_throws_that_end_round(slug: str) -> None:
    """Only a bunco ends the round at any score, and only on sheets that say so."""
    ends = [outcome.points for outcome in list_outcomes(load_sheet(slug), 2, (), FAIR) if outcome.ends]
    assert ends == ([21] if load_sheet(slug).bunco_ends else [])


def test_house_rules_of_a_turn() -> None:
    """A mini that ends the turn passes the dice on with its points; snake eyes lose the turn's points."""
    house = replace(load_sheet("classic"), mini_ends_turn=True, snake_eyes=True)
    found = list_outcomes(house, 2, (), FAIR)
    assert [
        round(216 * outcome.chance, 9)
        for outcome in found
        if outcome == ThrowOutcome(outcome.chance, 0, keeps=False, loses=True)
    ] == [15]
    assert [outcome.keeps for outcome in found if outcome.points == 5] == [False]
    assert not any(outcome.loses for outcome in list_outcomes(house, 1, (), FAIR))


def test_throws_of_rolloff() -> None:
    """In a roll-off a mini scores nothing, and the cup has no effect."""
    found = {
        outcome.points: outcome.chance * 216
        for outcome in OddsTerms.of(load_sheet("boxed"), 4, Options(), FAIR).rolloff_throws
    }
    assert found == pytest.approx({0: 125, 1: 75, 2: 15, 21: 1})


def test_loaded_dice() -> None:
    """The faces have the given chances, and impossible results are left out."""
    found = {
        outcome.points: outcome.chance
        for outcome in list_outcomes(load_sheet("classic"), 6, (), (0.5, 0, 0, 0, 0, 0.5))
    }
    assert found == {1: 3 / 8, 2: 3 / 8, 5: 1 / 8, 21: 1 / 8}


@pytest.mark.parametrize(("slug", "mean"), [("classic", Fraction(151, 120)), ("boxed", Fraction(161, 120))])
def test_points_of_turn(slug: str, mean: Fraction) -> None:
    """A turn brings 151/120 points on average; in round 6 of boxed five minis bring 10/120 more."""
    brings, loses, wipes = follow_turn(list_outcomes(load_sheet(slug), 6, (), FAIR))
    assert loses == wipes == 0
    assert brings.sum() == pytest.approx(1, abs=1e-11)
    assert brings @ np.arange(len(brings)) == pytest.approx(float(mean), abs=1e-8)
    assert brings[:2] == pytest.approx([120 / 216, 75 / 216 * 120 / 216])


def test_points_of_turn_with_house_rules() -> None:
    """Snake eyes end as many turns as their share of the throws that end a turn; a mini ends one too."""
    house = replace(load_sheet("classic"), mini_ends_turn=True, snake_eyes=True)
    brings, loses, _ = follow_turn(list_outcomes(house, 6, (), FAIR))
    nothing, eyes, mini = 120 - 12, 15, 5  # 12 of the 15 would be nothing, 3 have one target
    assert loses == pytest.approx(eyes / (nothing + eyes + mini))
    assert brings.sum() == pytest.approx(1 - loses)
    assert brings[0] == pytest.approx(nothing / 216)
    assert brings[5] - compute_five_without_mini(brings) == pytest.approx(mini / 216)


def compute_five_without_mini(brings: Floats) -> float:
    """Return the chance of 5 points by single and double targets, and then nothing."""
    one, two = 72 / 216, 15 / 216
    chain = [brings[0]]
    for points in range(1, 6):
        chain.append(one * chain[points - 1] + (two * chain[points - 2] if points > 1 else 0))
    return float(chain[5])

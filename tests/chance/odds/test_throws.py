"""What a throw can come to, and what a turn brings."""

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
    """Fair dice: bunco 1/216, mini 5/216, two targets 15/216, one 75/216, nothing 120/216."""
    found = [
        (outcome.points, outcome.chance, outcome.keeps)
        for outcome in list_outcomes(load_sheet("classic"), 3, (), FAIR)
    ]
    wanted = [(0, 120, False), (1, 75, True), (2, 15, True), (5, 5, True), (21, 1, True)]
    assert [(points, round(216 * chance, 9), keeps) for points, chance, keeps in found] == wanted


def test_low_and_high_buncos_and_the_cup() -> None:
    """Boxed, round 4: three minis below at 7, two above at 5, each 5 more where its number is on the cup."""
    found = {
        outcome.points: outcome.chance * 216
        for outcome in list_outcomes(load_sheet("boxed"), 4, (1, 4, 6), FAIR)
    }
    assert found == pytest.approx({0: 120, 1: 75, 2: 15, 7: 2, 12: 1, 5: 1, 10: 1, 26: 1})


@pytest.mark.parametrize("slug", SHEETS)
def test_which_throws_end_the_round(slug: str) -> None:
    """A bunco ends it whatever the score on the sheets that say so, and nothing else does."""
    ends = [outcome.points for outcome in list_outcomes(load_sheet(slug), 2, (), FAIR) if outcome.ends]
    assert ends == ([21] if load_sheet(slug).bunco_ends else [])


def test_house_rules_of_a_turn() -> None:
    """A mini that ends the turn passes the dice with its points; snake eyes lose those of the turn."""
    house = replace(load_sheet("classic"), mini_ends_turn=True, snake_eyes=True)
    found = list_outcomes(house, 2, (), FAIR)
    assert [
        round(216 * outcome.chance, 9)
        for outcome in found
        if outcome == ThrowOutcome(outcome.chance, 0, keeps=False, loses=True)
    ] == [15]
    assert [outcome.keeps for outcome in found if outcome.points == 5] == [False]
    assert not any(outcome.loses for outcome in list_outcomes(house, 1, (), FAIR))


def test_a_rolloff_counts_targets_alone() -> None:
    """In a roll-off a mini is nothing and the cup gives nothing."""
    found = {
        outcome.points: outcome.chance * 216
        for outcome in OddsTerms.of(load_sheet("boxed"), 4, Options(), FAIR).rolloff_throws
    }
    assert found == pytest.approx({0: 125, 1: 75, 2: 15, 21: 1})


def test_loaded_dice() -> None:
    """The chances of the faces are those given; what cannot come is left out."""
    found = {
        outcome.points: outcome.chance
        for outcome in list_outcomes(load_sheet("classic"), 6, (), (0.5, 0, 0, 0, 0, 0.5))
    }
    assert found == {1: 3 / 8, 2: 3 / 8, 5: 1 / 8, 21: 1 / 8}


@pytest.mark.parametrize(("slug", "mean"), [("classic", Fraction(151, 120)), ("boxed", Fraction(161, 120))])
def test_what_a_turn_brings(slug: str, mean: Fraction) -> None:
    """A turn brings 151/120 points on average; in boxed's last round five minis at 7 bring 10/120 more."""
    brings, loses = follow_turn(list_outcomes(load_sheet(slug), 6, (), FAIR))
    assert loses == 0
    assert brings.sum() == pytest.approx(1, abs=1e-11)
    assert brings @ np.arange(len(brings)) == pytest.approx(float(mean), abs=1e-8)
    assert brings[:2] == pytest.approx([120 / 216, 75 / 216 * 120 / 216])


def test_what_a_turn_brings_with_house_rules() -> None:
    """Snake eyes end so much of all turns as they are of the throws that end one; a mini ends one too."""
    house = replace(load_sheet("classic"), mini_ends_turn=True, snake_eyes=True)
    brings, loses = follow_turn(list_outcomes(house, 6, (), FAIR))
    nothing, eyes, mini = 120 - 12, 15, 5  # 12 of the 15 were nothing, 3 had one target
    assert loses == pytest.approx(eyes / (nothing + eyes + mini))
    assert brings.sum() == pytest.approx(1 - loses)
    assert brings[0] == pytest.approx(nothing / 216)
    assert brings[5] - _without_mini(brings) == pytest.approx(mini / 216)


def _without_mini(brings: Floats) -> float:
    """Chain single and double targets to 5 points, then nothing."""
    one, two = 72 / 216, 15 / 216
    chain = [brings[0]]
    for points in range(1, 6):
        chain.append(one * chain[points - 1] + (two * chain[points - 2] if points > 1 else 0))
    return float(chain[5])

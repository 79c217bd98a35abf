"""Races by throws and by whole turns."""

from dataclasses import replace

import numpy as np
import pytest

from pi_bunco.chance.dice import FAIR
from pi_bunco.chance.odds.solve import (
    LostAtEnd,
    compute_midway,
    compute_turn_steps,
    find_row,
    make_throw_steps,
    make_turn_steps,
    solve,
)
from pi_bunco.chance.odds.terms import list_outcomes
from pi_bunco.rules import load_sheet

EYES = replace(load_sheet("classic"), snake_eyes=True, mini_ends_turn=True)


@pytest.mark.parametrize("goal", [1, 6, 11])
def test_turns_and_throws_agree(goal: int) -> None:
    """If no points can be lost, steps by turns and by throws give the same chances, also in mid-turn."""
    throws = list_outcomes(replace(EYES, snake_eyes=False), 3, (), FAIR)
    plain = solve(make_throw_steps(throws, goal), goal, 2)
    turn = compute_turn_steps(throws, goal)
    assert solve(make_turn_steps(turn), goal, 2) == pytest.approx(plain, abs=1e-6)
    for own, other in np.ndindex(goal, goal):
        state = (int(own), int(other))
        assert compute_midway(plain, turn, state, turn_points=min(own, 2)) == pytest.approx(
            plain[find_row(state, goal)], abs=1e-6
        )


def test_race_to_one_point() -> None:
    """Any score wins, so snake eyes lose nothing, and the first side has p / (1 - q²)."""
    throws = list_outcomes(EYES, 3, (), FAIR)
    miss = sum(outcome.chance for outcome in throws if not outcome.points)
    assert solve(make_turn_steps(compute_turn_steps(throws, 1)), 1, 2)[0, 0] == pytest.approx(1 / (1 + miss))


def test_race_to_two_points() -> None:
    """The chances to 2 points with snake eyes, computed by hand."""
    throws = list_outcomes(EYES, 3, (), FAIR)
    eyes, nothing, one = 15 / 216, 108 / 216, 72 / 216
    turn = compute_turn_steps(throws, 2)
    assert turn.passes == pytest.approx([nothing, one * nothing])
    assert turn.eyes == pytest.approx([0, eyes, eyes + one * eyes])
    won = 1 - nothing - one * nothing - eyes - one * eyes  # from 0 to 2 in one turn
    scores = 1 - nothing - eyes  # any points in one turn
    last = scores / (1 - (1 - scores) ** 2)  # at 1 to 1
    # At 0 to 1, with the dice: the side wins now, or ties and the other side throws, or scores nothing.
    behind = (won + one * nothing * (1 - last)) / (1 - (nothing + eyes * (1 + one)) * (1 - scores))
    values = solve(make_turn_steps(turn), 2, 2)
    assert values[find_row((1, 1), 2), 0] == pytest.approx(last)
    assert values[find_row((0, 1), 2), 0] == pytest.approx(behind, abs=1e-6)


def test_points_lost_after_the_goal() -> None:
    """In a finishing turn beyond the goal, a share of the points is lost by snake eyes."""
    throws = list_outcomes(EYES, 3, (), FAIR)
    turn = compute_turn_steps(throws, 2, after_goal=LostAtEnd(0.25, 0.0))
    mini = 5 / 216  # ends the turn, so nothing of it is lost
    one, two_or_more = 72 / 216, 216 / 216 - (108 + 15 + 72 + 5) / 216
    assert turn.undone[1] == pytest.approx(0.25 * (one + two_or_more))
    assert turn.undone[2] == pytest.approx(0.25 * (two_or_more + one * (one + two_or_more)))
    assert mini + turn.undone[1] / 0.25 + turn.passes[0] + turn.eyes[1] == pytest.approx(1)

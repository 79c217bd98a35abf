"""Throws and turns agree with the 216 throws, and turns that the bell cuts do not distort the figures."""

from collections.abc import Callable
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from pi_bunco.chance.dice import compute_probabilities
from pi_bunco.chance.party import Party, Plan
from pi_bunco.chance.simulate.figures import Figure
from pi_bunco.chance.simulate.throws import KnownAverages, ThrowsWatcher
from tests.chance.conftest import MakePlan


def make_figures(plan: Plan, parties: int) -> dict[str, Figure]:
    throws = ThrowsWatcher(plan, Random(0))
    for number in range(parties):
        party = Party(plan, f"{number}")
        for played in party.play_rounds():
            throws.watch_round(played)
        throws.close(party)
    return {figure.key: figure for figure in throws.make_section().figures}


@pytest.mark.parametrize("slug", ["classic", "casino", "houseparty", "tournament"])
@pytest.mark.parametrize("target", range(1, 7))
def test_known_figures(plan: MakePlan, slug: str, target: int) -> None:
    """With fair dice and minis at 5 the known figures are those of the specification's last section."""
    known = KnownAverages.of(plan(slug, 12), target)
    assert known.kinds["bunco"] == pytest.approx(1 / 216)
    assert known.kinds["mini"] == pytest.approx(5 / 216)
    assert known.kinds["two"] == pytest.approx(15 / 216)
    assert known.kinds["one"] == pytest.approx(75 / 216)
    assert known.kinds["nothing"] == pytest.approx(120 / 216)
    assert known.points == pytest.approx(151 / 216)
    assert known.turn_throws == pytest.approx(9 / 5)
    assert known.turn_points == pytest.approx(151 / 120)


@pytest.mark.parametrize(("target", "points"), [(1, 151), (3, 151 + 2 * 2), (6, 151 + 5 * 2)])
def test_known_points_of_boxed(plan: MakePlan, target: int, points: int) -> None:
    """A low bunco of boxed brings two points more than a high one, so later rounds bring more."""
    assert KnownAverages.of(plan("boxed", 4), target).points == pytest.approx(points / 216)


def test_known_points_with_cup(plan: MakePlan) -> None:
    """A cup of 1s and 2s brings five more points for three 1s or 2s."""
    known = KnownAverages.of(plan("boxed", 4, options={"cup": [1, 2]}), 4)
    assert known.points == pytest.approx((151 + 3 * 2 + 2 * 5) / 216)


def test_known_figures_with_loaded_dice(plan: MakePlan) -> None:
    """With loaded dice each throw counts with its chance."""
    chances = compute_probabilities({6: 0.25})
    known = KnownAverages.of(plan("classic", 12, chances=chances), 6)
    assert known.kinds["bunco"] == pytest.approx(0.25**3)
    assert known.kinds["mini"] == pytest.approx(5 * 0.15**3)
    assert known.kinds["nothing"] == pytest.approx(0.75**3 - 5 * 0.15**3)
    assert known.turn_throws == pytest.approx(1 / (0.75**3 - 5 * 0.15**3))


def test_known_figures_with_calls(plan: MakePlan) -> None:
    """A bunco that nobody calls is worth nothing, but the turn goes on."""
    known = KnownAverages.of(plan("classic", 12, options={"calls": True}, called=0.5), 1)
    assert known.kinds["bunco"] == pytest.approx(0.5 / 216)
    assert known.kinds["nothing"] == pytest.approx(120.5 / 216)
    assert known.turn_throws == pytest.approx(9 / 5)
    assert known.turn_points == pytest.approx((151 - 10.5) / 120)


def follow_turn(
    ends: Callable[[tuple[int, ...]], bool], target: int, *, wipes: bool = False
) -> tuple[float, float]:
    """Return the mean throws and points of a turn, followed throw by throw, with minis at 5."""
    throws = list(product(range(1, 7), repeat=3))
    unfinished = {0: 1.0}  # the chance of each number of points so far
    length = points = 0.0
    for _ in range(60):
        longer: dict[int, float] = {}
        for so_far, chance in unfinished.items():
            length += chance
            for dice in throws:
                share = chance / 216
                alike = len(set(dice)) == 1
                worth = (21 if dice[0] == target else 5) if alike else dice.count(target)
                if not alike and dice.count(1) == 2 and target != 1:
                    continue  # snake eyes
                if wipes and dice == (1, 1, 1) and target != 1:
                    continue
                if worth == 0 or ends(dice):
                    points += share * (so_far + worth)
                elif share > 1e-12:
                    longer[so_far + worth] = longer.get(so_far + worth, 0) + share
        unfinished = longer
    return length, points


def test_known_figures_with_house_rules(plan: MakePlan) -> None:
    """With snake eyes and minis that end the turn, a turn is as followed throw by throw."""
    known = KnownAverages.of(plan("classic", 12, {"snake_eyes": True, "mini_ends_turn": True}), 3)
    throws, points = follow_turn(lambda dice: len(set(dice)) == 1 and dice[0] != 3, 3)
    assert known.kinds["snake_eyes"] == pytest.approx(15 / 216)
    assert known.turn_throws == pytest.approx(throws, abs=1e-6)
    assert known.turn_points == pytest.approx(points, abs=1e-6)


@pytest.mark.parametrize("target", [1, 3])
def test_known_figures_with_a_wipe(plan: MakePlan, target: int) -> None:
    """Three 1s that take the points end a turn without points, but in round 1, where they are a bunco."""
    known = KnownAverages.of(plan("classic", 12, {"snake_eyes": True, "three_ones_wipe": True}), target)
    throws, points = follow_turn(lambda _: False, target, wipes=True)
    assert known.kinds["wipe"] == pytest.approx((target > 1) / 216)
    assert known.kinds["mini"] == pytest.approx((5 - (target > 1)) / 216)
    assert known.turn_throws == pytest.approx(throws, abs=1e-6)
    assert known.turn_points == pytest.approx(points, abs=1e-6)


@pytest.mark.parametrize(
    ("slug", "players", "differs", "keys"),
    [
        ("classic", 12, None, {}),
        ("casino", 12, None, {"options": {"calls": True}, "called": 0.7}),
        ("houseparty", 12, None, {}),
        ("boxed", 9, None, {"options": {"cup": [1, 2]}}),
        ("tournament", 12, None, {"chances": compute_probabilities({6: 0.25})}),
        ("classic", 12, {"snake_eyes": True}, {}),
        ("classic", 12, {"mini_ends_turn": True, "mini_below": 0}, {}),
        ("boxed", 9, {"three_ones_wipe": True}, {"chances": compute_probabilities({1: 0.25})}),
    ],
)
def test_play_agrees_with_known_figures(
    plan: MakePlan, slug: str, players: int, differs: dict[str, Any] | None, keys: dict[str, Any]
) -> None:
    """Over ten thousand turns each figure is within four standard errors of the known one."""
    for figure in make_figures(plan(slug, players, differs, **keys), 30 if slug == "boxed" else 8).values():
        assert figure.interval is not None
        assert figure.known is not None
        half = (figure.interval[1] - figure.interval[0]) / 2
        assert abs(figure.value - figure.known) <= 2.1 * half, figure


def test_turns_cut_by_bell(plan: MakePlan) -> None:
    """Complete turns alone are too short on average; the figures correct for turns that the bell cut."""
    party_plan = plan("classic", 12, {"goal": 3}, sets=40)
    lengths = []
    for number in range(10):
        for played in Party(party_plan, f"{number}").play_rounds():
            for table in played.tables:
                length = 0
                for thrown in table.throws:
                    length += 1
                    if thrown.ends_turn:
                        lengths.append(length)
                        length = 0
    assert sum(lengths) / len(lengths) < 1.7
    turn = make_figures(party_plan, 10)["turn_throws"]
    assert turn.interval is not None
    assert turn.interval[1] - turn.interval[0] < 0.05
    assert abs(turn.value - 1.8) < 0.025


def test_cut_turn_is_continued(plan: MakePlan) -> None:
    """A cut turn goes on with at least its throws and points, without snake eyes."""
    party_plan = plan("classic", 4)
    throws = ThrowsWatcher(party_plan, Random(1))
    cut = next(Party(party_plan, "3").play_rounds()).tables[0].throws[-1:]
    for _ in range(200):
        length, points = throws._continue(1, cut, (0,) * 2)
        assert length >= 2
        assert points >= cut[0].totals[cut[0].side]


def test_throws_of_rolloff_do_not_count(plan: MakePlan) -> None:
    """Only throws of rounds are counted, not those of roll-offs."""
    party_plan = plan("casino", 12, sets=20)
    throws = ThrowsWatcher(party_plan, Random(0))
    expected = rolled_off = 0
    for played in Party(party_plan, "1").play_rounds():
        throws.watch_round(played)
        for table in played.tables:
            expected += sum(not thrown.rolloff for thrown in table.throws)
            rolled_off += sum(thrown.rolloff for thrown in table.throws)
    assert rolled_off > 0
    assert throws.count == expected


def test_chances_of_all_throws_add_up(plan: MakePlan) -> None:
    """The chances of all kinds of throws add up to 1 with any dice."""
    chances = compute_probabilities({1: 0.4, 5: 0.05})
    for target in range(1, 7):
        known = KnownAverages.of(plan("classic", 12, {"snake_eyes": True}, chances=chances), target)
        assert sum(known.kinds.values()) == pytest.approx(1)
        assert known.kinds["bunco"] == pytest.approx(prod([chances[target - 1]] * 3))

"""The step from beliefs to a reading: each kind of doubt, and readings without doubt."""

from dataclasses import replace

import numpy as np
import pytest

from pi_bunco.readings import Doubt, Status
from pi_bunco.vision.double.belief import Belief, LogisticSum
from pi_bunco.vision.double.candidates import NAMES, Candidates
from pi_bunco.vision.double.decide import decide
from pi_bunco.vision.learnt.find import Spot

SHAPE = (480, 640, 3)
FIRST, SECOND = np.eye(2, len(NAMES)).astype(np.float32)
BELIEF = Belief(there=LogisticSum(SECOND, 0.0), shows=LogisticSum(FIRST, 0.0), sure=0.9, extra=0.5, alone=100)
"""The first feature alone decides whether the value is right; the second, whether there is a die."""


def make_table(*rows: dict[str, float]) -> Candidates:
    """Make candidates; each row has the fields that differ from those of a sure three.

    ``odds`` are those of the value, as a logarithm; ``die`` is the probability of any die.
    """
    plain = {
        "x": 100,
        "y": 100,
        "edge": 40,
        "value": 3,
        "lead": 50,
        "odds": 6,
        "die": 1,
        "leans": 0,
        "hidden": 0,
        "both": 0.9,
    }
    full = [plain | {"other": row.get("value", 3)} | row for row in rows]
    features = np.zeros((len(full), len(NAMES)), np.float32)
    features[:, 0] = [row["odds"] for row in full]
    features[:, NAMES.index("both")] = [row["both"] for row in full]
    features[:, 1] = [np.log(row["die"] / (1.0001 - row["die"])) for row in full]
    lead, leans, hidden = (
        np.array([row[name] for row in full], np.float32) for name in ("lead", "leans", "hidden")
    )
    return Candidates(
        [Spot(row["x"], row["y"], row["edge"], 1.0) for row in full],
        [int(row["value"]) for row in full],
        [int(row["other"]) for row in full],
        lead,
        leans,
        hidden,
        features,
    )


THREE: tuple[dict[str, float], ...] = ({"x": 300, "value": 2}, {"x": 100, "value": 6}, {"x": 200, "value": 1})


def test_sure_dice_are_read_from_left_to_right() -> None:
    """Three sure dice are read from left to right, not in the order of the candidates."""
    reading = decide(make_table(*THREE), BELIEF, 3, SHAPE)
    assert (reading.status, reading.values, reading.doubt) == (Status.READ, (6, 1, 2), None)
    assert reading.dice[0].centre == (100, 100)
    assert 0.99 < reading.dice[0].confidence < 1


def test_object_that_is_no_die_is_left_out() -> None:
    """A coin that the network classifies as no die is not reported and raises no doubt."""
    reading = decide(make_table(*THREE, {"x": 500, "die": 0.05, "odds": -6}), BELIEF, 3, SHAPE)
    assert (reading.status, len(reading.dice)) == (Status.READ, 3)


@pytest.mark.parametrize(
    ("fourth", "dice", "doubt", "reason"),
    [
        ({"leans": 0.9}, 4, Doubt.COCKED, "fourth die from the left leans: throw"),
        ({"x": 345, "leans": 0.9}, 4, Doubt.COCKED, "leans on another"),
        ({"x": 330, "hidden": 0.9}, 4, Doubt.STACKED, "lies on another"),
        ({"hidden": 0.9}, 4, Doubt.COVERED, "A hand"),
        ({"x": 628, "hidden": 0.9}, 4, Doubt.CUT, "not wholly in the picture"),
        ({"x": 628}, 4, Doubt.CUT, "not wholly in the picture"),
        ({}, 3, Doubt.MORE, "four dice, not three"),
        ({}, 5, Doubt.FEWER, "four dice, not five"),
        ({"odds": 1}, 4, Doubt.UNSURE, "is it a three?"),
        ({"odds": 1, "other": 5}, 4, Doubt.UNSURE, "a three or a five?"),
        ({"lead": 1.1}, 4, Doubt.UNSURE, "is it a three?"),
        ({"both": 0.01}, 4, Doubt.UNSURE, "is it a three?"),
        ({"both": 0.01, "other": 5}, 4, Doubt.UNSURE, "a three or a five?"),
    ],
)
def test_doubtful_die_has_its_kind_of_doubt(
    fourth: dict[str, float], dice: int, doubt: Doubt, reason: str
) -> None:
    """A fourth die raises the doubt and the sentence that fit it."""
    reading = decide(make_table(*THREE, {"x": 500} | fourth), BELIEF, dice, SHAPE)
    assert (reading.status, reading.doubt) == (Status.DOUBTFUL, doubt)
    assert reason in reading.reason


def test_network_alone_is_enough_if_it_is_very_sure() -> None:
    """A value that no pips confirm is read if the network finds it 100 times as likely as any other value."""
    assert decide(make_table({"both": 0.01, "lead": 101}), BELIEF, 1, SHAPE).status is Status.READ


def test_pips_need_not_confirm_values_without_that_limit() -> None:
    """With a limit of 0, as for photos, a value that no pips confirm is read like any other."""
    belief = replace(BELIEF, alone=0)
    assert decide(make_table({"both": 0.01, "lead": 4}), belief, 1, SHAPE).status is Status.READ
    assert decide(make_table({"both": 0.01, "lead": 2}), belief, 1, SHAPE).doubt is Doubt.UNSURE


def test_leaning_die_counts_before_a_wrong_number() -> None:
    """If one die leans and one is missing, the doubt is about the leaning die."""
    assert decide(make_table(*THREE[:1], {"x": 500, "leans": 1}), BELIEF, 3, SHAPE).doubt is Doubt.COCKED


def test_table_is_empty_only_if_no_value_is_likely() -> None:
    """The table is empty if no value is likely anywhere; the reader asks about a value that is possible."""
    assert decide(make_table({"odds": -4}), BELIEF, 1, SHAPE).status is Status.EMPTY
    hint = decide(make_table({"odds": -1}), BELIEF, 1, SHAPE)
    assert (hint.status, hint.doubt) == (Status.DOUBTFUL, Doubt.UNSURE)


def test_unreadable_die_beside_three_raises_doubt() -> None:
    """A fourth die without a value raises doubt if it is likely, even if the number of dice is not known."""
    possible, likely = ({"x": 500, "odds": -3, "die": die} for die in (0.7, 0.9))
    for dice in (3, None):
        assert decide(make_table(*THREE, possible), BELIEF, dice, SHAPE).status is Status.READ
        assert decide(make_table(*THREE, likely), BELIEF, dice, SHAPE).doubt is Doubt.UNCLEAR


def test_side_face_is_no_further_die() -> None:
    """A place that is nearer than an edge to a die that was read belongs to this die."""
    side = {"x": 335, "value": 2, "odds": -3, "die": 0.95}
    assert decide(make_table(*THREE, side), BELIEF, 3, SHAPE).status is Status.READ


def test_any_number_of_dice_is_read_if_none_is_required() -> None:
    """If no number of dice is given, all sure dice are read."""
    assert decide(make_table(*THREE[:2]), BELIEF, None, SHAPE).values == (6, 2)


@pytest.mark.parametrize(
    ("rival", "status"),
    [
        ({"x": 335, "value": 5, "odds": -0.5}, Status.DOUBTFUL),
        ({"x": 335, "value": 2, "odds": -0.5}, Status.READ),
        ({"x": 335, "value": 5, "odds": -2}, Status.READ),
        ({"x": 400, "value": 5, "odds": -0.5, "die": 0.7}, Status.READ),
    ],
)
def test_second_face_of_a_die_raises_doubt(rival: dict[str, float], status: Status) -> None:
    """The reader asks if a side face could be the upper one, but not if its value is the same or unlikely."""
    reading = decide(make_table(*THREE, rival), BELIEF, 3, SHAPE)
    assert reading.status is status
    if status is Status.DOUBTFUL:
        assert reading.reason == "I am not sure which face of the third die from the left lies up."


def test_much_smaller_die_raises_doubt() -> None:
    """A die of less than half the size of the others may be a part of something else, so the reader asks."""
    large: tuple[dict[str, float], ...] = ({"x": 300, "edge": 90}, {"x": 100, "edge": 90})
    small: dict[str, float]
    near: dict[str, float]
    small, near = ({"x": 200, "edge": 40}, {"x": 200, "edge": 50})
    assert decide(make_table(*large, small), BELIEF, 3, SHAPE).doubt is Doubt.UNCLEAR
    assert decide(make_table(*large, near), BELIEF, 3, SHAPE).status is Status.READ

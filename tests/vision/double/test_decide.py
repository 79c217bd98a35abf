"""From beliefs to a reading: every kind of doubt, and none where none is due."""

import numpy as np
import pytest

from pi_bunco.frames import Doubt, Status
from pi_bunco.vision.double.belief import Belief, LogisticSum
from pi_bunco.vision.double.candidates import NAMES, Candidates
from pi_bunco.vision.double.decide import decide
from pi_bunco.vision.learnt.find import Spot

SHAPE = (480, 640, 3)
FIRST, SECOND = np.eye(2, len(NAMES)).astype(np.float32)
BELIEF = Belief(there=LogisticSum(SECOND, 0.0), shows=LogisticSum(FIRST, 0.0), sure=0.9, extra=0.5)
"""Believes the first number alone that a value is right, and the second that a die lies there."""


def make_table(*rows: dict[str, float]) -> Candidates:
    """Make candidates from rows of x, y, edge, value, other, lead, odds, die, leans, hidden."""
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
    }
    full = [plain | {"other": row.get("value", 3)} | row for row in rows]
    features = np.zeros((len(full), len(NAMES)), np.float32)
    features[:, 0] = [one["odds"] for one in full]
    features[:, 1] = [np.log(one["die"] / (1.0001 - one["die"])) for one in full]
    lead, leans, hidden = (
        np.array([one[name] for one in full], np.float32) for name in ("lead", "leans", "hidden")
    )
    return Candidates(
        [Spot(one["x"], one["y"], one["edge"], 1.0) for one in full],
        [int(one["value"]) for one in full],
        [int(one["other"]) for one in full],
        lead,
        leans,
        hidden,
        features,
    )


THREE: tuple[dict[str, float], ...] = ({"x": 300, "value": 2}, {"x": 100, "value": 6}, {"x": 200, "value": 1})


def test_sure_dice_are_read_from_left_to_right() -> None:
    """Three dice that are believed are read in the order in which they lie."""
    reading = decide(make_table(*THREE), BELIEF, 3, SHAPE)
    assert (reading.status, reading.values, reading.doubt) == (Status.READ, (6, 1, 2), None)
    assert reading.dice[0].centre == (100, 100)
    assert 0.99 < reading.dice[0].confidence < 1


def test_what_is_no_die_is_left_out() -> None:
    """A coin that the network calls nothing is not reported, and raises no doubt."""
    reading = decide(make_table(*THREE, {"x": 500, "die": 0.05, "odds": -6}), BELIEF, 3, SHAPE)
    assert (reading.status, len(reading.dice)) == (Status.READ, 3)


@pytest.mark.parametrize(
    ("bad", "dice", "doubt", "says"),
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
    ],
)
def test_each_doubt_has_its_kind(bad: dict[str, float], dice: int, doubt: Doubt, says: str) -> None:
    """A fourth die that is not as it should be is reported for what it is."""
    reading = decide(make_table(*THREE, {"x": 500} | bad), BELIEF, dice, SHAPE)
    assert (reading.status, reading.doubt) == (Status.DOUBTFUL, doubt)
    assert says in reading.reason


def test_a_leaning_die_is_reported_before_the_number() -> None:
    """With a die too few and one that leans, the guest hears of the leaning one."""
    assert decide(make_table(*THREE[:1], {"x": 500, "leans": 1}), BELIEF, 3, SHAPE).doubt is Doubt.COCKED


def test_nothing_is_empty_and_a_hint_is_not() -> None:
    """Only where no value is likely anywhere the table is empty; a die that may be one is asked about."""
    assert decide(make_table({"odds": -4}), BELIEF, 1, SHAPE).status is Status.EMPTY
    hint = decide(make_table({"odds": -1}), BELIEF, 1, SHAPE)
    assert (hint.status, hint.doubt) == (Status.DOUBTFUL, Doubt.UNSURE)


def test_what_cannot_be_read_may_be_one_more() -> None:
    """A blank die beside three sure ones is asked about, whether their number is known or not."""
    perhaps, surely = ({"x": 500, "odds": -3, "die": die} for die in (0.7, 0.9))
    for dice in (3, None):
        assert decide(make_table(*THREE, perhaps), BELIEF, dice, SHAPE).status is Status.READ
        assert decide(make_table(*THREE, surely), BELIEF, dice, SHAPE).doubt is Doubt.UNCLEAR


def test_a_side_face_is_not_one_more_die() -> None:
    """A place nearer than an edge to a die that is read is that die's own."""
    side = {"x": 335, "value": 2, "odds": -3, "die": 0.95}
    assert decide(make_table(*THREE, side), BELIEF, 3, SHAPE).status is Status.READ


def test_any_number_is_read_where_none_is_reported() -> None:
    """Told no number, all dice that are sure are read."""
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
def test_another_face_of_the_same_die_raises_doubt(rival: dict[str, float], status: Status) -> None:
    """A side face that could be the upper one is asked about; one that is alike, faint or far is not."""
    reading = decide(make_table(*THREE, rival), BELIEF, 3, SHAPE)
    assert reading.status is status
    if status is Status.DOUBTFUL:
        assert reading.reason == "I am not sure which face of the third die from the left lies up."


def test_a_pip_beside_large_dice_is_no_die() -> None:
    """A die of less than half the size of the others is a part of something: somebody is asked."""
    large: tuple[dict[str, float], ...] = ({"x": 300, "edge": 90}, {"x": 100, "edge": 90})
    small: dict[str, float]
    near: dict[str, float]
    small, near = ({"x": 200, "edge": 40}, {"x": 200, "edge": 50})
    assert decide(make_table(*large, small), BELIEF, 3, SHAPE).doubt is Doubt.UNCLEAR
    assert decide(make_table(*large, near), BELIEF, 3, SHAPE).status is Status.READ

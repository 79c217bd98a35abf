"""One reading made of those of a few still frames."""

from dataclasses import replace

import numpy as np
import pytest

from pi_bunco.frames import Die, Doubt, Frame, Reading, Status
from pi_bunco.vision.settle.vote import Ballot, elect, is_decided


def make_ballots(*words: str) -> list[Ballot]:
    """Make ballots of words such as ``read:99:341``: status, least confidence in per cent, values."""
    picture = np.zeros((8, 8, 3), np.uint8)
    made = []
    for index, word in enumerate(words):
        status, _, rest = word.partition(":")
        sure, _, values = rest.partition(":")
        dice = tuple(
            Die(int(value), int(sure) / 100, (9 * k, 0, 9 * k + 8, 8)) for k, value in enumerate(values)
        )
        doubt = Doubt(status) if status in set(Doubt) else None
        reason = f"{(doubt or 'glare').capitalize()}." if doubt or status == "doubtful" else ""
        state = Status.DOUBTFUL if doubt else Status(status)
        made.append(Ballot(Frame(picture, index, 0), picture[..., 0], 1, Reading(state, dice, reason, doubt)))
    return made


@pytest.mark.parametrize(
    ("words", "is_enough"),
    [
        (["read:99:341"], False),
        (["read:85:341", "read:85:341"], True),
        (["read:85:341", "read:85:413"], False),
        (["doubtful:40:341"], False),
        (["doubtful:40:341", "read:99:341"], False),
        (["doubtful:40:341", "read:99:341", "read:90:341"], True),
        (["empty"], False),
        (["empty", "empty"], True),
        (["read:85:341", "read:99:342"], False),
    ],
)
def test_two_readings_that_agree_are_enough(words: list[str], *, is_enough: bool) -> None:
    """Reading goes on until two frames agree die by die; one alone never decides, however sure."""
    assert is_decided(make_ballots(*words)) is is_enough


@pytest.mark.parametrize(
    ("words", "status", "values", "reason"),
    [
        (["read:99:341"], "read", (3, 4, 1), ""),
        (["read:85:341", "doubtful:40:311", "read:90:341"], "read", (3, 4, 1), ""),
        (["doubtful:40:311", "doubtful:40:311", "read:90:341"], "doubtful", (3, 4, 1), "Glare."),
        (["doubtful:40:311", "read:90:341"], "doubtful", (3, 4, 1), "Glare."),
        (
            ["read:85:341", "read:90:342"],
            "doubtful",
            (3, 4, 2),
            "Is the third die from the left a one or a two?",
        ),
        (
            ["read:90:341", "read:85:241"],
            "doubtful",
            (3, 4, 1),
            "Is the first die from the left a two or a three?",
        ),
        (
            ["read:90:341", "read:90:341", "read:90:361"],
            "doubtful",
            (3, 4, 1),
            "Is the second die from the left",
        ),
        (["read:90:341", "read:90:341", "doubtful:85:361"], "doubtful", (3, 4, 1), "Is the second die"),
        (["read:90:341", "read:90:34"], "doubtful", (3, 4, 1), "I read these dice differently"),
        (["cocked:90:341", "read:90:341"], "doubtful", (3, 4, 1), "Cocked."),
        (["read:99:341", "read:99:341", "cocked:90:341"], "read", (3, 4, 1), ""),
        (["read:99:341", "stacked:90:341", "stacked:90:34"], "doubtful", (3, 4, 1), "Stacked."),
        (["read:99:341", "stacked:40:341", "cocked:90:341"], "doubtful", (3, 4, 1), "Stacked."),
        (["covered:40:34", "covered:40:34", "covered:40:3"], "doubtful", (3, 4), "Covered."),
        (["unsure:40:341", "unsure:40:341", "fewer:90:3415"], "doubtful", (3, 4, 1), "Unsure."),
        (["empty", "empty", "doubtful:50:3"], "doubtful", (3,), "Glare."),
        (["empty", "empty"], "empty", (), ""),
        (["doubtful:30:34", "doubtful:30:341", "doubtful:30:3"], "doubtful", (3, 4, 1), "Glare."),
    ],
)
def test_result_is_what_most_pictures_show(
    words: list[str], status: str, values: tuple[int, ...], reason: str
) -> None:
    """A throw counts only if most of its pictures were read, and read alike."""
    _, reading = elect(make_ballots(*words))
    assert (reading.status.value, reading.values) == (status, values)
    assert reading.reason.startswith(reason)
    assert bool(reading.reason) == bool(reason)


def test_frames_that_agree_are_no_surer_than_each() -> None:
    """A die's confidence is the mean of the frames that see its value; those that do not are left out."""
    _, reading = elect(make_ballots("read:90:341", "read:80:341", "doubtful:40:361"))
    assert [round(die.confidence, 9) for die in reading.dice] == [0.7, 0.85, 0.7]


def test_die_that_frames_dispute_is_the_least_sure() -> None:
    """What is asked about first is the die that two frames show differently."""
    _, reading = elect(make_ballots("read:90:341", "read:80:361"))
    assert [round(die.confidence, 9) for die in reading.dice] == [0.85, 0.45, 0.85]


def test_dice_are_matched_by_place_not_by_order() -> None:
    """A die that one frame adds at the left does not shift the others: they are the same dice."""
    one, two = make_ballots("read:90:341", "doubtful:90:341")
    shifted = tuple(Die(v, 0.9, (x, 0, x + 8, 8)) for v, x in ((6, -30), (3, 1), (4, 8), (1, 19)))
    two = replace(two, reading=replace(two.reading, dice=shifted))
    three = make_ballots("read:90:341")[0]
    assert elect([one, two, three])[1].status is Status.READ

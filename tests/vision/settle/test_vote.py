"""The readings of a few still frames become one reading."""

from dataclasses import replace

import numpy as np
import pytest

from pi_bunco.frames import Frame
from pi_bunco.readings import Die, Doubt, Reading, Status
from pi_bunco.vision.settle.vote import Ballot, average_pictures, elect, is_decided


def make_ballots(*words: str) -> list[Ballot]:
    """Make ballots from words such as ``read:99:341``: status or doubt, confidence in percent, values."""
    picture = np.zeros((8, 8, 3), np.uint8)
    ballots = []
    for index, word in enumerate(words):
        status, _, rest = word.partition(":")
        sure, _, values = rest.partition(":")
        dice = tuple(
            Die(int(value), int(sure) / 100, (9 * k, 0, 9 * k + 8, 8)) for k, value in enumerate(values)
        )
        doubt = Doubt(status) if status in set(Doubt) else None
        reason = f"{(doubt or 'glare').capitalize()}." if doubt or status == "doubtful" else ""
        state = Status.DOUBTFUL if doubt else Status(status)
        ballots.append(
            Ballot(Frame(picture, index, 0), picture[..., 0], 1, Reading(state, dice, reason, doubt))
        )
    return ballots


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
    """Frames are read until two agree about each die; a single frame never decides, however sure it is."""
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
def test_result_is_what_most_frames_show(
    words: list[str], status: str, values: tuple[int, ...], reason: str
) -> None:
    """A throw is read only if most of its frames were read and agree; otherwise the reason is given."""
    _, reading = elect(make_ballots(*words))
    assert (reading.status.value, reading.values) == (status, values)
    assert reading.reason.startswith(reason)
    assert bool(reading.reason) == bool(reason)


def test_confidence_is_the_mean_of_frames_that_agree() -> None:
    """The confidence is the mean over the frames with this value; an unsure other value is left out."""
    _, reading = elect(make_ballots("read:90:341", "read:80:341", "doubtful:40:361"))
    assert [round(die.confidence, 9) for die in reading.dice] == [0.7, 0.85, 0.7]


def test_disputed_die_has_the_least_confidence() -> None:
    """A die that two frames read differently has less confidence than the other dice."""
    _, reading = elect(make_ballots("read:90:341", "read:80:361"))
    assert [round(die.confidence, 9) for die in reading.dice] == [0.85, 0.45, 0.85]


def test_dice_are_matched_by_place_not_by_order() -> None:
    """If one frame has a further die at the left, the other dice are still matched."""
    first, second = make_ballots("read:90:341", "doubtful:90:341")
    shifted = tuple(Die(v, 0.9, (x, 0, x + 8, 8)) for v, x in ((6, -30), (3, 1), (4, 8), (1, 19)))
    second = replace(second, reading=replace(second.reading, dice=shifted))
    third = make_ballots("read:90:341")[0]
    assert elect([first, second, third])[1].status is Status.READ


def test_mean_of_pictures_has_less_noise() -> None:
    """The mean of four noisy pictures is twice as near to the true picture as each of them."""
    rng = np.random.default_rng(3)
    true = rng.integers(60, 190, (40, 50, 3))
    pictures = [np.clip(true + rng.normal(0, 8, true.shape), 0, 255).astype(np.uint8) for _ in range(4)]
    ballots = [
        Ballot(Frame(picture, index, 0), picture[..., 0], 1, Reading(Status.EMPTY))
        for index, picture in enumerate(pictures)
    ]
    mean = average_pictures(ballots)
    assert mean.shape == true.shape
    assert mean.dtype == np.uint8
    assert np.std(mean - true) < 0.6 * np.std(pictures[0] - true)

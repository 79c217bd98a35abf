"""One reading made of those of a few still frames."""

import numpy as np
import pytest

from pi_bunco.frames import Die, Frame, Reading, Status
from pi_bunco.vision.settle.vote import Ballot, decided, elect


def ballots(*words: str) -> list[Ballot]:
    """Make ballots of words such as ``read:99:341``: status, least confidence in per cent, values."""
    picture = np.zeros((8, 8, 3), np.uint8)
    made = []
    for index, word in enumerate(words):
        status, _, rest = word.partition(":")
        sure, _, values = rest.partition(":")
        dice = tuple(
            Die(int(value), int(sure) / 100, (9 * k, 0, 9 * k + 8, 8)) for k, value in enumerate(values)
        )
        reason = "Glare." if status == "doubtful" else ""
        made.append(
            Ballot(Frame(picture, index, 0), picture[..., 0], 1, Reading(Status(status), dice, reason))
        )
    return made


@pytest.mark.parametrize(
    ("words", "is_enough"),
    [
        (["read:99:341"], True),
        (["read:85:341"], False),
        (["read:85:341", "read:85:413"], True),
        (["doubtful:40:341"], False),
        (["doubtful:40:341", "read:99:341"], False),
        (["doubtful:40:341", "read:99:341", "read:90:341"], True),
        (["empty"], False),
        (["empty", "empty"], True),
        (["read:85:341", "read:99:342"], False),
    ],
)
def test_one_sure_reading_or_two_that_agree_are_enough(words: list[str], *, is_enough: bool) -> None:
    """Reading goes on until one sure picture came first, or two agree."""
    assert decided(ballots(*words)) is is_enough


@pytest.mark.parametrize(
    ("words", "status", "values", "reason"),
    [
        (["read:99:341"], "read", (3, 4, 1), ""),
        (["read:85:341", "doubtful:40:311", "read:90:341"], "read", (3, 4, 1), ""),
        (["doubtful:40:311", "doubtful:40:311", "read:90:341"], "doubtful", (3, 4, 1), "Glare."),
        (["doubtful:40:311", "read:90:341"], "doubtful", (3, 4, 1), "Glare."),
        (["read:85:341", "read:90:342"], "doubtful", (3, 4, 2), "I read these dice differently"),
        (["empty", "empty", "doubtful:50:3"], "doubtful", (3,), "Glare."),
        (["empty", "empty"], "empty", (), ""),
        (["doubtful:30:34", "doubtful:30:341", "doubtful:30:3"], "doubtful", (3, 4, 1), "Glare."),
    ],
)
def test_result_is_what_most_pictures_show(
    words: list[str], status: str, values: tuple[int, ...], reason: str
) -> None:
    """A throw counts only if most of its pictures were read, and read alike."""
    _, reading = elect(ballots(*words))
    assert (reading.status.value, reading.values) == (status, values)
    assert reading.reason.startswith(reason)
    assert bool(reading.reason) == bool(reason)

"""The dice of the mock table, read by the real reader."""

import pytest

from pi_bunco.devices.camera.mock import MockCamera, ThrowKind
from pi_bunco.frames import Image
from pi_bunco.readings import Status
from pi_bunco.vision.best import best_reader


def show(mock: MockCamera, kind: ThrowKind) -> tuple[Image, tuple[int, ...]]:
    """Throw without the film: return a picture of the dice at rest, and their values."""
    number = mock.throw(kind=kind)
    for frame in mock.frames():
        first_still = mock.get_throw(number).first_still
        if first_still is not None and frame.index >= first_still:
            break
    return frame.image, mock.get_throw(number).values


@pytest.mark.parametrize("seed", [1, 2])
def test_plain_throws_are_read(seed: int) -> None:
    """Three dice at rest are read with their values."""
    image, values = show(MockCamera(seed, pace=False), ThrowKind.PLAIN)
    reading = best_reader().read(image)
    assert reading.status is Status.READ
    assert sorted(reading.values) == sorted(values)


@pytest.mark.parametrize("kind", [ThrowKind.STACKED, ThrowKind.OUT, ThrowKind.MISCOUNT])
def test_throws_that_nobody_can_score_are_not_read(kind: ThrowKind) -> None:
    """A stacked die, one at the picture's border and a wrong number of dice are doubted."""
    image, _ = show(MockCamera(4, pace=False), kind)
    assert best_reader().read(image).status is not Status.READ

"""Packed pictures are decoded at the first use, once for all users."""

from collections.abc import Callable
from threading import Barrier, Thread

import numpy as np
import pytest

from pi_bunco.frames import BrokenPicture, Frame, Image
from pi_bunco.pictures import Damaged
from pi_bunco.pictures.packed_picture import PackedPicture

SHAPE = (4, 6, 3)


class CountingDecoder:
    """Counts how often it decodes."""

    def __init__(
        self, fault: Exception | None = None, meanwhile: Callable[[], object] = lambda: None
    ) -> None:
        self.times = 0
        self._fault, self._meanwhile = fault, meanwhile

    def __call__(self) -> Image:
        self.times += 1
        self._meanwhile()
        if self._fault:
            raise self._fault
        return np.zeros(SHAPE, np.uint8)


def test_picture_is_decoded_at_first_use() -> None:
    """The shape is known before the picture is decoded."""
    unpack = CountingDecoder()
    frame = Frame(PackedPicture(unpack, SHAPE), 0, 0.0)
    assert frame.shape == SHAPE
    assert unpack.times == 0
    assert frame.image.shape == SHAPE


def test_two_threads_share_one_picture() -> None:
    """A thread that asks during the decoding waits for the same picture."""
    second = Thread(target=lambda: images.append(frame.image))
    unpack = CountingDecoder(meanwhile=second.start)
    frame = Frame(PackedPicture(unpack, SHAPE), 0, 0.0)
    images: list[Image] = []
    first = frame.image
    second.join(30)
    assert images[0] is first
    assert unpack.times == 1


def test_broken_picture_is_counted_once() -> None:
    """All threads are refused a broken picture, but it is decoded and counted only once."""
    unpack, calls, start = CountingDecoder(Damaged("it breaks off")), [], Barrier(4)
    picture = PackedPicture(unpack, SHAPE)
    picture.when_broken = lambda: calls.append("broken")
    frame, refused = Frame(picture, 0, 0.0), []

    def look() -> None:
        start.wait(30)
        refused.append(not frame.intact)

    threads = [Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert refused == [True] * 4
    assert (unpack.times, calls) == (1, ["broken"])
    with pytest.raises(BrokenPicture, match="arrived broken"):
        _ = frame.image


def test_picture_without_memory_is_broken() -> None:
    """If the memory does not suffice, the picture counts as broken, and no error is raised."""
    assert not Frame(PackedPicture(CountingDecoder(MemoryError()), SHAPE), 0, 0.0).intact

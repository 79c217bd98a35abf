"""Pictures that are unpacked when somebody looks at them: once, and for all who look."""

from collections.abc import Callable
from threading import Barrier, Thread

import numpy as np
import pytest

from pi_bunco.frames import BrokenPicture, Frame, Image
from pi_bunco.pictures import Damaged
from pi_bunco.pictures.packed_picture import PackedPicture

SHAPE = (4, 6, 3)


class Unpacking:
    """Counts how often it is asked to unpack."""

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


def test_nothing_is_unpacked_before_it_is_looked_at() -> None:
    """Its shape is known without."""
    unpack = Unpacking()
    frame = Frame(PackedPicture(unpack, SHAPE), 0, 0.0)
    assert frame.shape == SHAPE
    assert unpack.times == 0
    assert frame.image.shape == SHAPE


def test_two_threads_see_one_picture() -> None:
    """Who asks while it is being unpacked waits for the same picture."""
    second = Thread(target=lambda: seen.append(frame.image))
    unpack = Unpacking(meanwhile=second.start)
    frame = Frame(PackedPicture(unpack, SHAPE), 0, 0.0)
    seen: list[Image] = []
    first = frame.image
    second.join(30)
    assert seen[0] is first
    assert unpack.times == 1


def test_a_picture_that_is_broken_after_all_is_told_of_once() -> None:
    """Every look at it is refused, from any thread; it is tried and counted once."""
    unpack, told, all_at_once = Unpacking(Damaged("it breaks off")), [], Barrier(4)
    picture = PackedPicture(unpack, SHAPE)
    picture.when_broken = lambda: told.append("broken")
    frame, refused = Frame(picture, 0, 0.0), []

    def look() -> None:
        all_at_once.wait(30)
        refused.append(not frame.intact)

    threads = [Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert refused == [True] * 4
    assert (unpack.times, told) == (1, ["broken"])
    with pytest.raises(BrokenPicture, match="arrived broken"):
        _ = frame.image


def test_where_there_is_no_memory_for_it_it_is_broken() -> None:
    """A board that is short of memory leaves it out, and goes on."""
    assert not Frame(PackedPicture(Unpacking(MemoryError()), SHAPE), 0, 0.0).intact

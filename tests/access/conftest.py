"""A door of a room with three tables, and clocks that a test puts on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile


class Clock:
    """A clock that a test puts on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened(tmp_path: Path, clock: Clock) -> Callable[[], Door]:
    """Return what opens the room's door, each time as after a restart."""

    def door() -> Door:
        return Door(
            DoorConfig(file=AccessFile(tmp_path), count_tables=lambda: 3, clock=clock, steady_clock=clock)
        )

    return door


@pytest.fixture
def door(opened: Callable[[], Door]) -> Door:
    return opened()

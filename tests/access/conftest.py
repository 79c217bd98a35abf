"""The door of a room with three tables, and a clock that tests set."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_door(tmp_path: Path, clock: Clock) -> Callable[[], Door]:
    """Return a function that opens the room's door from its file. A second call is like a restart."""

    def open_door_() -> Door:
        return Door(
            DoorConfig(file=AccessFile(tmp_path), count_tables=lambda: 3, clock=clock, steady_clock=clock)
        )

    return open_door_


@pytest.fixture
def door(open_door: Callable[[], Door]) -> Door:
    return open_door()

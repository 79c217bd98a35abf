"""A far Pi that has become the head keeps its cameras at its tables."""

from pathlib import Path

import pytest

from pi_bunco.app.pis.leading import take_cameras
from pi_bunco.errors import Trouble
from pi_bunco.link.state import FOLDER, HEAD_FILE, HeadState, save_state
from pi_bunco.settings.config import NO_CAMERA, Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return the settings of a Pi with two cameras."""
    (tmp_path / FOLDER).mkdir()
    return Settings(state_dir=tmp_path, camera="usb", stations={2: "/dev/video2"})


def lead(settings: Settings, *own_tables: int) -> dict[int, str]:
    """Return the camera of each table that has one."""
    save_state(HeadState(8883, name="hall", own_tables=own_tables), settings.state_dir / FOLDER / HEAD_FILE)
    taken = take_cameras(settings)
    cameras = {1: taken.camera, **taken.stations}
    return {table: camera for table, camera in cameras.items() if camera != NO_CAMERA}


def test_each_camera_stays_at_its_table(settings: Settings) -> None:
    """Until then the first camera looked at the first of its tables, and so on."""
    assert lead(settings, 3, 7) == {3: "usb", 7: "/dev/video2"}


def test_a_camera_without_a_table_sees_nobody(settings: Settings) -> None:
    """It must not look at the table 1 of another Pi."""
    assert lead(settings, 5) == {5: "usb"}
    assert lead(settings) == {}


def test_devices_are_let_in_by_the_host(settings: Settings) -> None:
    """A room with several Pis always has roles, also if this Pi's own games had none."""
    lead(settings, 2)
    assert take_cameras(settings.model_copy(update={"roles": "off"})).roles == "on"


def test_the_game_goes_on(settings: Settings) -> None:
    """A Pi that was started with a wish for a new game of its own does not end the room's game."""
    lead(settings, 2)
    assert not take_cameras(settings.model_copy(update={"new": True})).new


def test_a_damaged_file_is_named(settings: Settings) -> None:
    """Nobody knows then at which table a camera looks."""
    (settings.state_dir / FOLDER / HEAD_FILE).write_text("rubbish")
    with pytest.raises(Trouble, match=HEAD_FILE):
        take_cameras(settings)

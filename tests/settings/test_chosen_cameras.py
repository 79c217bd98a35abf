"""The cameras that people have chosen on pages."""

import stat
from pathlib import Path

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.settings.chosen_cameras import (
    ASIDE,
    FILE,
    MAX_ADDED,
    ChosenCameras,
    TooManyCameras,
    load_chosen,
    save_chosen,
)
from pi_bunco.settings.config import NO_CAMERA, Settings

PHONE = "http://ann:s3cret@10.0.0.7:8080/video"


def test_choice_survives_and_only_its_user_may_read_it(tmp_path: Path) -> None:
    """What was chosen is read again as it was; the file is private, since an address may have a password."""
    chosen = ChosenCameras().give(1, "picamera2:0").give(3, NO_CAMERA).add(PHONE)
    save_chosen(chosen, tmp_path)
    assert load_chosen(tmp_path) == chosen
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_without_a_choice_the_settings_count(tmp_path: Path) -> None:
    """Nothing was chosen at first, and the settings stay the same object's values."""
    settings = Settings(camera="usb", stations={2: "picamera2"}, calibration=tmp_path / "own.zip")
    assert load_chosen(tmp_path) == ChosenCameras()
    assert ChosenCameras().apply(settings) == settings


def test_choice_changes_only_its_tables() -> None:
    """A table about which nobody has decided keeps its camera; table 1 keeps its own calibration."""
    settings = Settings(camera="usb", stations={2: "picamera2", 3: "0"}, calibration=Path("own.zip"))
    chosen = ChosenCameras().give(2, NO_CAMERA).give(4, PHONE).apply(settings)
    assert (chosen.camera, dict(chosen.stations)) == ("usb", {2: NO_CAMERA, 3: "0", 4: PHONE})
    assert chosen.calibration == Path("own.zip")


def test_another_camera_at_table_1_loses_the_calibration_of_the_settings() -> None:
    """A calibration that the settings name is for the camera that they name."""
    settings = Settings(camera="usb", calibration=Path("own.zip"))
    assert ChosenCameras().give(1, "picamera2").apply(settings).calibration is None


def test_no_added_camera_is_pushed_out() -> None:
    """An added camera is kept once, as the newest; one too many is refused, also if guests add phones."""
    chosen = ChosenCameras()
    for number in range(MAX_ADDED):
        chosen = chosen.add(f"http://10.0.0.{number}/video")
    with pytest.raises(TooManyCameras, match="50 cameras are kept"):
        chosen.add("http://[fe80::1]:8080/video")
    chosen = chosen.add("http://10.0.0.5/video")
    assert len(chosen.added) == MAX_ADDED
    assert chosen.added[-1] == "http://10.0.0.5/video"
    assert chosen.remove("http://10.0.0.5/video").added == chosen.added[:-1]


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b'{"cameras":{"26":"usb"}}', b'{"cameras":{"1":""}}', b'{"cameras":{"x":"usb"}}', b"\xff"],
)
def test_damaged_file_is_set_aside(tmp_path: Path, data: bytes) -> None:
    """A file that cannot be understood does not keep the table from starting, and is kept beside it."""
    (tmp_path / FILE).write_bytes(data)
    assert load_chosen(tmp_path) == ChosenCameras()
    assert (tmp_path / ASIDE).read_bytes() == data
    assert not (tmp_path / FILE).exists()


def test_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """What the disk does not give is named, with the remedy."""
    (tmp_path / FILE).mkdir()
    with pytest.raises(Trouble, match=FILE) as raised:
        load_chosen(tmp_path)
    assert "Delete that file" in raised.value.remedy

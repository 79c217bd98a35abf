"""``pi-bunco calibrate``."""

import re
from pathlib import Path

import cv2
import pytest

from pi_bunco.station.table_reader import find_calibration
from pi_bunco.vision.calibrate.file import load
from tests.cli.conftest import Call
from tests.vision.calibrate.mats import CORNERS, SIZE, draw_felt, draw_mat, photograph


def write_film(folder: Path, *, markers: bool = True, pictures: int = 40) -> Path:
    """Write pictures of an empty mat into a folder, which serves as a camera."""
    folder.mkdir()
    for number in range(pictures):
        cv2.imwrite(str(folder / f"{number}.png"), photograph(draw_felt(markers=markers), number=number))
    return folder


def test_calibrate_writes_a_file(call: Call, tmp_path: Path) -> None:
    """With four markers and an empty mat a file is written, and each result is printed in a line."""
    target = tmp_path / "table.zip"
    camera = write_film(tmp_path / "film")
    status, out, err = call(
        "calibrate", "--camera", camera, "--marker", "30", "--throws", "0", "--to", target
    )
    assert (status, err) == (0, "")
    camera_line, mat_line, *rest = out.splitlines()
    assert camera_line == "Camera      film"
    # The drawn mat is 450 x 300 mm; corners are found to a pixel or so.
    assert re.fullmatch(r"Mat         4[45]\d x (29|30)\d mm, by four markers", mat_line)
    assert rest == [
        "Locked      nothing: this camera has no exposure to lock",
        "Empty mat   learnt from 9 pictures",
        "To fix      nothing",
        f"Wrote {target}.",
    ]
    calibration = load(target)
    assert calibration.picture == SIZE
    assert calibration.die is None
    assert calibration.size_mm == pytest.approx((450, 300), rel=0.01)


@pytest.mark.nightly
def test_calibrate_uses_the_camera_of_the_settings(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --camera the camera of the settings is used; if there is none, that is an error."""
    settings, target = tmp_path / "table.toml", tmp_path / "table.zip"
    monkeypatch.setenv("PI_BUNCO_CONFIG", str(settings))
    settings.write_text(f'camera = "{write_film(tmp_path / "film")}"\n', "utf-8")
    status, out, _ = call("calibrate", "--throws", "0", "--to", target)
    assert (status, out.splitlines()[0]) == (0, "Camera      film")
    settings.write_text('camera = "none"\n', "utf-8")
    status, _, err = call("calibrate", "--throws", "0", "--to", target)
    assert status == 2
    assert "The settings give table 1 no camera." in err
    assert "--camera" in err


@pytest.mark.nightly
def test_calibrate_table_2_uses_its_station_and_its_file(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --table 2 the camera of that table's station is used, and the table's own file is written."""
    settings, state = tmp_path / "table.toml", tmp_path / "state"
    state.mkdir()
    monkeypatch.setenv("PI_BUNCO_CONFIG", str(settings))
    settings.write_text(f'camera = "none"\nstations = {{ 2 = "{write_film(tmp_path / "film")}" }}\n', "utf-8")
    status, out, _ = call("calibrate", "--table", "2", "--throws", "0", "--state-dir", state)
    assert (status, out.splitlines()[0]) == (0, "Camera      film")
    assert out.splitlines()[-1] == f"Wrote {state / 'calibration-2.zip'}."
    assert [path.name for path in state.iterdir()] == ["calibration-2.zip"]
    calibration, trouble = find_calibration(state / "calibration-2.zip", required=True)
    assert (calibration is not None, trouble) == (True, None)


@pytest.mark.parametrize("camera", ["none", "guests", None])
def test_calibrate_a_table_without_a_camera_is_refused(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, camera: str | None
) -> None:
    """A table without a station, or with a station without a camera, cannot be calibrated."""
    settings = tmp_path / "table.toml"
    monkeypatch.setenv("PI_BUNCO_CONFIG", str(settings))
    settings.write_text(f'stations = {{ 3 = "{camera}" }}\n' if camera else "", "utf-8")
    status, _, err = call("calibrate", "--table", "3", "--throws", "0", "--state-dir", tmp_path)
    assert status == 2
    assert "The settings give table 3 no camera." in err


@pytest.mark.parametrize("number", ["0", "26", "x"])
def test_calibrate_refuses_a_wrong_number_of_a_table(call: Call, number: str) -> None:
    """A table's number must be from 1 to 25."""
    status, _, err = call("calibrate", "--table", number)
    assert status == 2
    assert number in err


@pytest.mark.nightly
def test_calibrate_accepts_corners(call: Call, tmp_path: Path) -> None:
    """Without markers, four given corners are used, in any order."""
    camera = write_film(tmp_path / "film", markers=False)
    corners = [f"{x:g},{y:g}" for x, y in (CORNERS[2], CORNERS[0], CORNERS[3], CORNERS[1])]
    target = tmp_path / "table.zip"
    status, _, _ = call(
        "calibrate", "--camera", camera, "--corners", *corners, "--throws", "0", "--to", target
    )
    assert status == 0
    assert load(target).corners == CORNERS


def test_calibrate_without_markers_is_refused(call: Call, tmp_path: Path) -> None:
    """Without markers and without corners there is an error, and no file is written."""
    camera = write_film(tmp_path / "film", markers=False, pictures=20)
    target = tmp_path / "table.zip"
    status, _, err = call("calibrate", "--camera", camera, "--to", target)
    assert status == 2
    assert "I see none of the four markers." in err
    assert "--corners or on the page /calibrate" in err
    assert not target.exists()


def test_calibrate_refuses_dice_on_the_empty_mat(call: Call, tmp_path: Path) -> None:
    """If there are dice on the mat that should be empty, the message names their values."""
    folder = tmp_path / "film"
    folder.mkdir()
    mat = draw_mat((300.0, 200.0, 10.0))
    for number in range(30):
        cv2.imwrite(str(folder / f"{number}.png"), photograph(mat, number=number))
    status, _, err = call("calibrate", "--camera", folder, "--throws", "0", "--to", tmp_path / "table.zip")
    sentence = (
        "I see dice on the mat that should be empty: 1. "
        "Take them away, and let the table learn the empty mat again."
    )
    assert (status, err) == (2, f"pi-bunco: {sentence}\n")


def test_calibrate_the_mock_table(call: Call, tmp_path: Path) -> None:
    """The mock camera throws for the test, and the calibration is in the state folder."""
    status, out, _ = call("calibrate", "--throws", "1", "--state-dir", tmp_path)
    assert status == 0
    assert "Mat         the line printed on the mock mat" in out
    assert "Throw 1 " in out
    assert load(tmp_path / "calibration.zip").picture == (960, 720)


def test_calibrate_refuses_a_wrong_corner(call: Call) -> None:
    """A corner that is not two numbers is refused."""
    status, _, err = call("calibrate", "--corners", "1,2", "3,4", "5,6", "seven")
    assert status == 2
    assert "seven is no place such as 90,60." in err

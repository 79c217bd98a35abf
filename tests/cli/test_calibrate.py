"""``pi-bunco calibrate`` as people call it."""

import re
from pathlib import Path

import cv2
import pytest

from pi_bunco.stations.table_reader import find_calibration
from pi_bunco.vision.calibrate.file import load
from tests.cli.conftest import Call
from tests.vision.calibrate.mats import CORNERS, SIZE, draw_felt, draw_mat, photograph


def filmed(folder: Path, *, markers: bool = True, pictures: int = 40) -> Path:
    """Write the pictures of an empty mat as a folder that can be used as a camera."""
    folder.mkdir()
    for number in range(pictures):
        cv2.imwrite(str(folder / f"{number}.png"), photograph(draw_felt(markers=markers), number=number))
    return folder


def test_markers_empty_mat_and_file(call: Call, tmp_path: Path) -> None:
    """From four markers and an empty mat comes a file, with what was found in a line each."""
    target = tmp_path / "table.zip"
    camera = filmed(tmp_path / "film")
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


def test_camera_of_the_settings(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --camera it is the table's own, not the mock; a table without one has none to calibrate."""
    settings, target = tmp_path / "table.toml", tmp_path / "table.zip"
    monkeypatch.setenv("PI_BUNCO_CONFIG", str(settings))
    settings.write_text(f'camera = "{filmed(tmp_path / "film")}"\n', "utf-8")
    status, out, _ = call("calibrate", "--throws", "0", "--to", target)
    assert (status, out.splitlines()[0]) == (0, "Camera      film")
    settings.write_text('camera = "none"\n', "utf-8")
    status, _, err = call("calibrate", "--throws", "0", "--to", target)
    assert status == 2
    assert "By the settings table 1 has no camera." in err
    assert "--camera" in err


def test_a_further_table_has_its_own_camera_and_file(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With --table 2 it is the camera of that table's station, and the file that its reader looks for."""
    settings, state = tmp_path / "table.toml", tmp_path / "state"
    state.mkdir()
    monkeypatch.setenv("PI_BUNCO_CONFIG", str(settings))
    settings.write_text(f'camera = "none"\nstations = {{ 2 = "{filmed(tmp_path / "film")}" }}\n', "utf-8")
    status, out, _ = call("calibrate", "--table", "2", "--throws", "0", "--state-dir", state)
    assert (status, out.splitlines()[0]) == (0, "Camera      film")
    assert out.splitlines()[-1] == f"Wrote {state / 'calibration-2.zip'}."
    assert [path.name for path in state.iterdir()] == ["calibration-2.zip"]
    calibration, trouble = find_calibration(None, state, 2)
    assert (calibration is not None, trouble) == (True, None)


@pytest.mark.parametrize("camera", ["none", "guests", None])
def test_a_further_table_without_a_camera(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, camera: str | None
) -> None:
    """A table without a station, or one where guests tap, has none to calibrate."""
    settings = tmp_path / "table.toml"
    monkeypatch.setenv("PI_BUNCO_CONFIG", str(settings))
    settings.write_text(f'stations = {{ 3 = "{camera}" }}\n' if camera else "", "utf-8")
    status, _, err = call("calibrate", "--table", "3", "--throws", "0", "--state-dir", tmp_path)
    assert status == 2
    assert "By the settings table 3 has no camera." in err


@pytest.mark.parametrize("number", ["0", "26", "x"])
def test_a_table_that_no_room_has(call: Call, number: str) -> None:
    """Tables have numbers from 1 to 25."""
    status, _, err = call("calibrate", "--table", number)
    assert status == 2
    assert number in err


def test_corners_by_hand(call: Call, tmp_path: Path) -> None:
    """Without markers four corners are used as given, in any order."""
    camera = filmed(tmp_path / "film", markers=False)
    corners = [f"{x:g},{y:g}" for x, y in (CORNERS[2], CORNERS[0], CORNERS[3], CORNERS[1])]
    target = tmp_path / "table.zip"
    status, _, _ = call(
        "calibrate", "--camera", camera, "--corners", *corners, "--throws", "0", "--to", target
    )
    assert status == 0
    assert load(target).corners == CORNERS


def test_no_markers_are_told(call: Call, tmp_path: Path) -> None:
    """A mat without markers and without corners is an error, and nothing is written."""
    camera = filmed(tmp_path / "film", markers=False, pictures=20)
    target = tmp_path / "table.zip"
    status, _, err = call("calibrate", "--camera", camera, "--to", target)
    assert status == 2
    assert "I see none of the four markers." in err
    assert "--corners or on the page /calibrate" in err
    assert not target.exists()


def test_dice_on_the_empty_mat_are_told(call: Call, tmp_path: Path) -> None:
    """Whoever forgets to clear the mat hears it, and nothing is learnt."""
    folder = tmp_path / "film"
    folder.mkdir()
    mat = draw_mat((300.0, 200.0, 10.0))
    for number in range(30):
        cv2.imwrite(str(folder / f"{number}.png"), photograph(mat, number=number))
    status, _, err = call("calibrate", "--camera", folder, "--throws", "0", "--to", tmp_path / "table.zip")
    says = "I see dice on the mat that should be empty: 1. Take them away, and learn the empty mat again."
    assert (status, err) == (2, f"pi-bunco: {says}\n")


def test_the_mock_table_calibrates_itself(call: Call, tmp_path: Path) -> None:
    """The mock throws for its own test, and what it learnt is found in the state folder."""
    status, out, _ = call("calibrate", "--throws", "1", "--state-dir", tmp_path)
    assert status == 0
    assert "Mat         the line printed on the mock mat" in out
    assert "Throw 1 " in out
    assert load(tmp_path / "calibration.zip").picture == (960, 720)


def test_a_corner_that_is_none(call: Call) -> None:
    """A corner that is no two numbers is refused as every wrong option is."""
    status, _, err = call("calibrate", "--corners", "1,2", "3,4", "5,6", "seven")
    assert status == 2
    assert "seven is no place such as 90,60." in err

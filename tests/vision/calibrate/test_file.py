"""The file of a calibration."""

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.file import CalibrationTrouble, load, pack, save, unpack
from pi_bunco.vision.stand import Stand
from tests.pictures.files import HUGE
from tests.vision.calibrate.mats import make_calibration

WHOLE = pack(make_calibration())
FACTS = {"format", "version", "picture", "corners", "ratio", "noise", "die", "size_mm", "locked"}
"""The facts that pi-bunco 1.0.0 knows."""


def are_same(one: Calibration, other: Calibration) -> bool:
    """Return whether two calibrations have the same facts and the same picture."""
    facts = [
        (c.picture, c.corners, c.ratio, c.noise, c.die, c.size_mm, c.stand, dict(c.locked))
        for c in (one, other)
    ]
    return facts[0] == facts[1] and np.array_equal(one.empty, other.empty)


@pytest.mark.parametrize(
    "calibration",
    [
        make_calibration(),
        replace(make_calibration(), die=None),
        replace(
            make_calibration(),
            size_mm=(450.0, 300.5),
            stand=Stand(480.5, 300.0, 1200.0),
            locked={"ExposureTime": 8000.0, "gain": 1.25},
        ),
    ],
    ids=["plain", "no die yet", "all"],
)
def test_saved_calibration_is_loaded(calibration: Calibration, tmp_path: Path) -> None:
    """A file that replaced an older one is loaded with every fact and every pixel."""
    path = tmp_path / "new" / "table.zip"
    save(replace(calibration, ratio=1.0), path)
    save(calibration, path)
    assert are_same(load(path), calibration)
    assert [file.name for file in path.parent.iterdir()] == ["table.zip"]


def test_file_is_readable_for_people(tmp_path: Path) -> None:
    """The file is a ZIP archive with facts as JSON and the empty mat as a picture."""
    save(make_calibration(), tmp_path / "c.zip")
    with zipfile.ZipFile(tmp_path / "c.zip") as archive:
        assert archive.namelist() == ["calibration.json", "empty.png"]
        facts = json.loads(archive.read("calibration.json"))
    assert facts["picture"] == [960, 720]
    assert facts["corners"][0] == [110.0, 90.0]


def test_pi_bunco_1_0_0_can_read_the_file() -> None:
    """The facts have only names that pi-bunco 1.0.0 knows; the camera's position is in another member."""
    with zipfile.ZipFile(
        io.BytesIO(pack(replace(make_calibration(), stand=Stand(1.0, 2.0, 3.0))))
    ) as archive:
        facts = json.loads(archive.read("calibration.json"))
        stand = json.loads(archive.read("stand.json"))
    assert set(facts) == FACTS
    assert stand == {"x": 1.0, "y": 2.0, "height": 3.0}


def test_missing_file_is_reported(tmp_path: Path) -> None:
    """The error names the missing file and the command that makes one."""
    with pytest.raises(CalibrationTrouble) as caught:
        load(tmp_path / "none.zip")
    path = tmp_path / "none.zip"
    assert str(caught.value) == (
        f"There is no calibration at {path}. Make one with: pi-bunco calibrate --to {path}"
    )


def change_facts(**facts: object) -> bytes:
    """Return the file of a calibration with some facts changed or added."""
    with zipfile.ZipFile(io.BytesIO(pack(make_calibration()))) as archive:
        old_facts, picture = json.loads(archive.read("calibration.json")), archive.read("empty.png")
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("calibration.json", json.dumps(old_facts | facts))
        archive.writestr("empty.png", picture)
    return data.getvalue()


def replace_picture(picture: bytes) -> bytes:
    """Return the file of a calibration with another picture of the empty mat."""
    data = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(pack(make_calibration()))) as archive,
        zipfile.ZipFile(data, "w") as other,
    ):
        other.writestr("calibration.json", archive.read("calibration.json"))
        other.writestr("empty.png", picture)
    return data.getvalue()


def remove_member(name: str) -> bytes:
    """Return the file of a calibration without one of its members."""
    data = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(pack(make_calibration()))) as archive,
        zipfile.ZipFile(data, "w") as smaller,
    ):
        for member in archive.namelist():
            if member != name:
                smaller.writestr(member, archive.read(member))
    return data.getvalue()


def make_bomb(name: str, size: int, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive with both members, of which one unpacks to this many zero bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for member in ("calibration.json", "empty.png"):
            archive.writestr(member, bytes(size if member == name else 1))
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", "It is damaged, or is not a calibration"),
        (b"\xff\xd8\xff\xe0 a photo", "It is damaged, or is not a calibration"),
        (pack(make_calibration())[:-400], "It is damaged, or is not a calibration"),
        (remove_member("empty.png"), "It is not a calibration: it holds no empty.png."),
        (remove_member("calibration.json"), "It is not a calibration: it holds no calibration.json."),
        (change_facts(version=2), "In calibration.json version does not fit: input should be 1."),
        (change_facts(format="holiday"), "In calibration.json format does not fit"),
        (change_facts(corners=[[1, 2]]), "In calibration.json corners.1 does not fit: field required."),
        (change_facts(corners=[[1, 1], [2, 2], [3, 3], [4, 4]]), "The four corners do not enclose a mat"),
        (change_facts(die=-3), "In calibration.json die does not fit"),
        (change_facts(noise=float("nan")), "In calibration.json"),
        (
            change_facts(colour="green"),
            "In calibration.json colour does not fit: extra inputs are not permitted.",
        ),
        (change_facts(ratio=0.7), "empty.png is not a picture of 688 x 960 pixels."),
        (make_bomb("calibration.json", 2_000_000), "It is too large for a calibration."),
        (make_bomb("empty.png", 33_000_000), "It is too large for a calibration."),
        (make_bomb("calibration.json", 100, zipfile.ZIP_LZMA), "packed in an unusual way"),
        (replace_picture(HUGE["png"]), "empty.png has 20,000 x 20,000 pixels"),
        (replace_picture(HUGE["jpeg"]), "empty.png has 20,000 x 20,000 pixels"),
    ],
    ids=[
        *(
            "nothing",
            "a photo",
            "cut short",
            "no picture",
            "no facts",
            "newer",
            "another's",
            "two corners",
            "a line",
        ),
        *("no size", "no number", "unknown", "other shape"),
        *("large facts", "large picture", "odd packing", "many pixels", "many more"),
    ],
)
def test_damaged_or_foreign_file_is_reported(data: bytes, error: str, tmp_path: Path) -> None:
    """The error has the path, a sentence about the fault, and the way to a good file."""
    path = tmp_path / "bad.zip"
    path.write_bytes(data)
    with pytest.raises(CalibrationTrouble) as caught:
        load(path)
    assert caught.value.text.startswith(f"{path}: ")
    assert error in caught.value.text
    assert caught.value.remedy == "Copy it again, or calibrate anew with: pi-bunco calibrate"


@settings(max_examples=40, deadline=None)
@given(at=st.integers(0, 10**9), to=st.integers(0, 255))
def test_one_wrong_byte_is_noticed_or_harmless(at: int, to: int) -> None:
    """A file with one changed byte has the same calibration or is refused."""
    data = bytearray(WHOLE)
    data[at % len(data)] = to
    try:
        calibration = unpack(bytes(data))
    except CalibrationTrouble:
        return
    assert are_same(calibration, make_calibration())


def test_unwritable_path_is_reported(tmp_path: Path) -> None:
    """A path that goes through a file cannot be written to, which is reported."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CalibrationTrouble, match="cannot be written to"):
        save(make_calibration(), tmp_path / "file" / "c.zip")

"""``pi-bunco read`` on good and bad pictures that the tests draw."""

import json
import random
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Picture

from tests.cli.conftest import Call
from tests.vision.geometry.cubes import Cube, Scene, draw

THREE = (Cube(-2.5, 0.3, 15, 5), Cube(0, -0.8, 50, 2), Cube(2.4, 0.6, 80, 6))


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Return a picture of a five, a two and a six."""
    path = tmp_path / "throw.jpg"
    cv2.imwrite(str(path), draw(Scene(THREE)))
    return path


def test_json_has_one_object_for_each_image(call: Call, photo: Path) -> None:
    """The object has the image, status, dice with boxes, reason and time."""
    status, out, err = call("read", "--json", photo, photo)
    first, second = map(json.loads, out.splitlines())
    assert (status, err) == (0, "")
    assert list(first) == ["image", "status", "dice", "reason", "ms"]
    assert [die["value"] for die in first["dice"]] == [5, 2, 6]
    assert first["image"] == str(photo)
    assert (first["status"], first["reason"]) == ("read", "")
    assert all(0 <= die["confidence"] <= 1 and len(die["box"]) == 4 for die in first["dice"])
    assert first["ms"] > 0
    assert second["dice"] == first["dice"]


def test_a_line_for_people_shows_values_or_the_doubt(call: Call, photo: Path) -> None:
    """Without --json each image is one line, and a doubtful one says why."""
    status, out, _ = call("read", photo)
    assert status == 0
    assert f"{photo}: 5 2 6" in out
    _, out, _ = call("read", "--dice", 2, photo)
    assert "doubtful: I see three dice, not two." in out


def test_dice_any_reads_any_number_of_dice(call: Call, photo: Path) -> None:
    """``--dice any`` reads any number of dice; another word is refused."""
    _, out, _ = call("read", "--dice", "any", "--json", photo)
    assert json.loads(out)["status"] == "read"
    status, _, err = call("read", "--dice", "many", photo)
    assert status == 2
    assert '"many" is no number of dice' in err


def test_bad_images_are_named_and_the_others_read(call: Call, photo: Path, tmp_path: Path) -> None:
    """Each image that cannot be read has a message; the others are read, and the exit status is 2."""
    cut = tmp_path / "cut.jpg"
    cut.write_bytes(photo.read_bytes()[:-2000])
    words = tmp_path / "words.jpg"
    words.write_text("no picture")
    status, out, err = call("read", "--json", tmp_path / "none.jpg", cut, words, tmp_path, photo)
    assert status == 2
    assert [json.loads(line)["image"] for line in out.splitlines()] == [str(photo)]
    lines = err.splitlines()
    assert len(lines) == 4
    for line, name in zip(lines, ("none.jpg", "cut.jpg", "words.jpg", str(tmp_path)), strict=True):
        assert line.startswith("pi-bunco: ")
        assert name in line
        assert line.count(". ") >= 1  # the sentence, and the remedy
    assert "it breaks off" in lines[1]


def test_pictures_of_any_kind_are_read(call: Call, tmp_path: Path) -> None:
    """16-bit, grey and transparent PNGs, and a JPEG that its EXIF data turns, are read."""
    image = draw(Scene(THREE))
    cv2.imwrite(str(tmp_path / "deep.png"), image.astype(np.uint16) * 257)
    cv2.imwrite(str(tmp_path / "grey.png"), cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    cv2.imwrite(str(tmp_path / "clear.png"), cv2.cvtColor(image, cv2.COLOR_BGR2BGRA))
    turned = Picture.fromarray(np.rot90(image[:, :, ::-1]).copy())
    exif = Picture.Exif()
    exif[0x0112] = 6  # stored turned a quarter to the left
    turned.save(tmp_path / "turned.jpg", exif=exif, quality=95)
    names = ("deep.png", "grey.png", "clear.png", "turned.jpg")
    status, out, _ = call("read", "--json", *(tmp_path / name for name in names))
    assert status == 0
    for line in out.splitlines():
        result = json.loads(line)
        assert [die["value"] for die in result["dice"]] == [5, 2, 6], result["image"]
        assert all(die["box"][2] <= 640 and die["box"][3] <= 480 for die in result["dice"])


def test_overlay_writes_a_picture_with_what_was_read(call: Call, photo: Path, tmp_path: Path) -> None:
    """The folder is made, two images with the same name both get a picture, and the image is not changed."""
    before = photo.read_bytes()
    folder = tmp_path / "drawn" / "here"
    status, _, _ = call("read", "--overlay", folder, photo, photo)
    assert status == 0
    assert sorted(path.name for path in folder.iterdir()) == ["throw-2.png", "throw.png"]
    drawn = cv2.imread(str(folder / "throw.png"))
    assert drawn is not None
    assert drawn.shape == (480, 640, 3)
    original = cv2.imread(str(photo))
    assert original is not None
    assert 0.01 < (drawn != original).any(2).mean() < 0.3
    assert photo.read_bytes() == before


def test_an_overlay_folder_that_cannot_be_made_is_named(call: Call, photo: Path) -> None:
    """If a file is in the place of the folder, the message names it, and nothing is read."""
    status, out, err = call("read", "--overlay", photo, photo)
    assert (status, out) == (2, "")
    assert str(photo) in err
    assert "Choose a folder" in err


def test_a_damaged_photo_is_never_read_as_empty(call: Call, photo: Path, tmp_path: Path) -> None:
    """Photos with changed bytes are errors, or are read, but are never read as empty."""
    rng = random.Random(3)
    whole, damaged = photo.read_bytes(), []
    for number in range(25):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 5)):
            data[rng.randrange(700, len(data) - 2)] = rng.randrange(256)
        damaged.append(tmp_path / f"{number}.jpg")
        damaged[-1].write_bytes(data)
    status, out, err = call("read", "--json", *damaged)
    result = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert len(result) + len(err.splitlines()) == len(damaged)
    assert all(line.startswith("pi-bunco: ") and " is damaged" in line for line in err.splitlines())
    assert "empty" not in {reading["status"] for reading in result}

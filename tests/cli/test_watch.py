"""``pi-bunco watch`` on a video that the tests draw, and on wrong input."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from tests.cli.conftest import Call
from tests.vision.geometry.cubes import Cube, Scene, draw

THREE = (Cube(-2.5, 0.3, 15, 5), Cube(0, -0.8, 50, 2), Cube(2.4, 0.6, 80, 6))


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a video of an empty table on which a five, a two and a six come to rest."""
    pictures = [draw(Scene(()))] * 8
    for away in (3.0, 1.6, 0.7, 0.2):
        rolling = tuple(replace(die, y=die.y - away, turn=die.turn + 60 * away) for die in THREE)
        pictures.append(draw(Scene(rolling)))
    pictures += [draw(Scene(THREE))] * 10
    path = tmp_path_factory.mktemp("video") / "party.mp4"
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 30, (width, height))
    for picture in pictures:
        writer.write(picture)
    writer.release()
    return path


def test_json_has_one_object_for_each_throw(call: Call, video: Path) -> None:
    """The object has both frames, status, dice with boxes, and reason."""
    status, out, err = call("watch", video, "--json")
    assert (status, err) == (0, "")
    (throw,) = map(json.loads, out.splitlines())
    assert list(throw) == ["start_frame", "end_frame", "status", "dice", "reason"]
    assert (throw["status"], throw["reason"]) == ("read", "")
    assert 11 <= throw["start_frame"] <= throw["end_frame"] <= 16
    assert [die["value"] for die in throw["dice"]] == [5, 2, 6]
    assert all(list(die) == ["value", "confidence", "box"] and len(die["box"]) == 4 for die in throw["dice"])


def test_a_line_for_people_shows_values_or_the_doubt(call: Call, video: Path) -> None:
    """Without --json each throw is one line, and a doubtful one says why."""
    _, out, _ = call("watch", video)
    assert out.startswith("frames 1")
    assert out.endswith(": 5 2 6\n")
    _, out, _ = call("watch", video, "--dice", "2")
    assert "doubtful: I see three dice, not two." in out
    _, out, _ = call("watch", video, "--dice", "any")
    assert out.endswith(": 5 2 6\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gone.mp4"], 'There is no camera, video or folder called "gone.mp4".'),
        (["{here}/words.mp4"], "words.mp4 is not a video"),
        (["{here}/empty"], "empty holds no pictures"),
        (["{here}/cut.jpg"], "cut.jpg is damaged, or of a rare kind (it breaks off)"),
        (["{video}", "--dice", "many"], '"many" is no number of dice'),
        (["{video}", "--dice", "0"], '"0" is no number of dice'),
    ],
)
def test_wrong_input_is_refused(
    call: Call, video: Path, tmp_path: Path, words: list[str], message: str
) -> None:
    """Each wrong input gives a message on standard error and exit status 2, and no output."""
    (tmp_path / "words.mp4").write_text("three dice")
    (tmp_path / "empty").mkdir()
    cv2.imwrite(str(tmp_path / "cut.jpg"), draw(Scene(THREE)))
    whole = (tmp_path / "cut.jpg").read_bytes()
    (tmp_path / "cut.jpg").write_bytes(whole[: len(whole) // 2])
    status, out, err = call("watch", *(word.format(here=tmp_path, video=video) for word in words))
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err

"""``pi-bunco evaluate`` on small labelled folders that the tests draw."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from pi_bunco.vision import open_reader
from pi_bunco.vision.geometry import GeometryReader
from tests.cli.conftest import Call
from tests.vision.geometry.cubes import Cube, Scene, draw


def write_folder(path: Path, *labels: tuple[str, tuple[int, ...], tuple[int, ...]]) -> Path:
    """Draw pictures with the values of ``drawn``, labelled with those of ``labelled``."""
    path.mkdir(parents=True)
    rows = []
    for name, drawn, labelled in labels:
        cubes = (Cube(3 * (k - len(drawn) / 2 + 0.5), 0.4 * k, 15 + 40 * k, v) for k, v in enumerate(drawn))
        cv2.imwrite(str(path / name), draw(Scene(tuple(cubes), edge=60)))
        rows.append({"image": name, "dice": [{"box": None, "value": value} for value in labelled]})
    (path / "labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_sources_and_all_are_counted(call: Call, tmp_path: Path) -> None:
    """Right, wrong and doubtful pictures of two folders are counted apart and together."""
    write_folder(tmp_path / "one", ("a.png", (5, 2), (2, 5)), ("b.png", (6, 4), (6, 5)))
    write_folder(tmp_path / "two", ("c.png", (), ()), ("d.png", (3,), (3, 1)))
    status, out, _ = call("evaluate", tmp_path, "--json")
    one, two, every = map(json.loads, out.splitlines())
    assert status == 0
    assert (one["source"], one["pictures"], one["accepted"], one["right"], one["wrong"]) == (
        "one",
        2,
        2,
        1,
        1,
    )
    assert (two["source"], two["accepted"], two["right"], two["wrong"]) == ("two", 1, 1, 0)
    assert (every["source"], every["pictures"], every["coverage"], every["misread"]) == (
        "all",
        4,
        0.75,
        0.3333,
    )
    low, high = every["misread_interval"]
    assert 0 < low < 1 / 3 < high < 1


def test_unreadable_pictures_must_be_doubted(call: Call, tmp_path: Path) -> None:
    """An unreadable picture does not count for the coverage; if it is accepted, it counts as let through."""
    labelled_folder = write_folder(tmp_path / "one", ("a.png", (5, 2), (2, 5)), ("b.png", (6, 4), (6, 4)))
    first, second = (json.loads(line) for line in (labelled_folder / "labels.jsonl").read_text().splitlines())
    second["dice"][0]["why"] = "cocked"
    (labelled_folder / "labels.jsonl").write_text(json.dumps(first) + "\n" + json.dumps(second) + "\n")
    result = json.loads(call("evaluate", labelled_folder, "--json")[1])
    assert (result["pictures"], result["unreadable"], result["coverage"], result["right"]) == (2, 1, 1.0, 1)
    assert (result["wrong"], result["let_through"]) == (1, 1)
    (failure,) = result["failures"]
    assert (failure["outcome"], failure["must_be_doubted"], failure["label"]) == ("wrong", "cocked", [4, 6])


def test_json_has_all_figures(call: Call, tmp_path: Path) -> None:
    """The JSON object has reliability, confusion, doubts, times and memory."""
    labelled_folder = write_folder(tmp_path / "one", ("a.png", (5, 2), (2, 5)), ("d.png", (3,), (3, 1)))
    result = json.loads(call("evaluate", labelled_folder, "--json")[1])
    assert result["reliability_accepted"]["dice"] == 2
    assert sum(each["dice"] for each in result["reliability"]["bins"]) == result["reliability"]["dice"] == 2
    assert sum(map(sum, result["confusion"]["lies_then_read"])) == 2
    assert (result["unmatched"], result["doubts"]) == (1, {"fewer": 1})
    assert 0 < result["ms"]["median"] <= result["ms"]["nine_of_ten"]
    assert result["fixed_work_ms"] > 0
    assert result["memory_mb"] > 10
    assert result["coverage_interval"][0] < result["coverage"] < result["coverage_interval"][1]


def test_dice_any_hides_the_number_of_dice(call: Call, tmp_path: Path) -> None:
    """A picture labelled with one die too many is doubted if the reader knows the number, else misread."""
    labelled_folder = write_folder(tmp_path / "one", ("d.png", (3,), (3, 1)))
    assert json.loads(call("evaluate", labelled_folder, "--json")[1])["accepted"] == 0
    assert json.loads(call("evaluate", labelled_folder, "--json", "--dice", "any")[1])["wrong"] == 1


def test_pictures_are_selected_by_their_number_of_dice(call: Call, tmp_path: Path) -> None:
    """Only pictures with --min-dice to --max-dice dice are evaluated; if none is left, that is an error."""
    labelled_folder = write_folder(
        tmp_path / "one", ("a.png", (5, 2), (2, 5)), ("c.png", (), ()), ("d.png", (3,), (3,))
    )
    out = call("evaluate", labelled_folder, "--json", "--min-dice", 1, "--max-dice", 1)[1]
    assert json.loads(out)["pictures"] == 1
    status, _, err = call("evaluate", labelled_folder, "--min-dice", 5)
    assert status == 2
    assert "--min-dice" in err


def test_report_is_one_page_with_the_failures(call: Call, tmp_path: Path) -> None:
    """The page embeds the pictures of misreads and doubts, names them, and asks the network for nothing."""
    labelled_folder = write_folder(
        tmp_path / "o<n>e", ("a.png", (5, 2), (2, 5)), ("b.png", (6, 4), (6, 5)), ("d.png", (3,), (3, 1))
    )
    status, out, _ = call("evaluate", labelled_folder, "--report", tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text("utf-8")
    assert status == 0
    row = next(line.split() for line in out.splitlines() if "o<n>e  " in line)
    assert (row[:4], row[7:10]) == (["o<n>e", "3", "66.7", "%"], ["1", "50.0", "%"])
    assert max(map(len, out.splitlines())) <= 80
    assert text.count("data:image/jpeg;base64,") == 4  # and the two dice of the misread, each by itself
    assert "<svg class=diagram" in text
    assert text.index("b.png") < text.index("d.png")  # misreads first
    assert "a.png" not in text
    assert "o&lt;n&gt;e" in text
    assert "http" not in text


@pytest.mark.parametrize(
    "line",
    [
        "{",
        '{"image": "a.png"}',
        '{"image": "a.png", "dice": [{"value": 7}]}',
        '{"image": "a.png", "dice": [{"value": 5, "box": [1, 2, 3]}]}',
        '{"image": "a.png", "dice": [{"value": 5, "why": 3}]}',
        '{"image": "a.png", "dice": [5]}',
        "[]",
    ],
)
def test_a_broken_label_is_named(call: Call, tmp_path: Path, line: str) -> None:
    """A line that is no label is reported with its number and file."""
    (tmp_path / "labels.jsonl").write_text(line + "\n")
    status, _, err = call("evaluate", tmp_path)
    assert status == 2
    assert f"Line 1 of {tmp_path / 'labels.jsonl'}" in err


def test_missing_files_are_named(call: Call, tmp_path: Path) -> None:
    """A missing folder, missing labels, a missing picture and an unwritable report are errors."""
    assert "There is no folder" in call("evaluate", tmp_path / "none")[2]
    assert "holds no labelled pictures" in call("evaluate", tmp_path)[2]
    labelled_folder = write_folder(tmp_path / "one", ("a.png", (5, 2), (2, 5)), ("d.png", (3,), (3,)))
    (labelled_folder / "d.png").unlink()
    status, out, err = call("evaluate", labelled_folder, "--json")
    assert (status, json.loads(out)["pictures"]) == (2, 1)
    assert "d.png" in err.replace("\n", "")
    status, _, err = call("evaluate", labelled_folder, "--report", tmp_path / "no" / "page.html")
    assert status == 2
    assert "cannot be written" in err


def test_warning_of_the_reader_is_shown(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A note of the reader is on the page, in the JSON and on standard error, once each."""

    def open_with_warning(warn: Callable[[str], object]) -> GeometryReader:
        warn("The weights are <gone>.")
        return GeometryReader()

    monkeypatch.setattr(open_reader, "best_reader", open_with_warning)
    labelled_folder = write_folder(tmp_path / "one", ("d.png", (3,), (3,)))
    _, out, err = call("evaluate", labelled_folder, "--json", "--report", tmp_path / "page.html")
    assert json.loads(out)["notes"] == ["The weights are <gone>."]
    assert err.count("The weights are <gone>.") == 1
    assert "The weights are &lt;gone&gt;." in (tmp_path / "page.html").read_text("utf-8")

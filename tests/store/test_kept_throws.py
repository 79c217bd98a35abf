"""Throws that were put right are kept whole, with their labels, up to a limit, whatever happens."""

import contextlib
import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.store import KeptAmount, KeptThrows

LABEL: dict[str, Any] = {"w": 64, "h": 48, "dice": [{"value": 5, "box": [1, 2, 9, 10]}]}


def photo(folder: Path, name: str, size: int = 1000) -> Path:
    """Lay a photo of so many bytes beside the log."""
    path = folder / "photos" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(bytes(size))
    return path


def labels(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "kept/labels.jsonl").read_text("utf-8").splitlines()]


def images(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "kept/images").iterdir())


def test_kept_writes_nothing_before_there_is_something(tmp_path: Path) -> None:
    """An option that is on costs the card nothing while nobody corrects anything."""
    kept = KeptThrows(tmp_path, 200)
    assert list(tmp_path.iterdir()) == []
    assert kept.amount == KeptAmount(0, 0.0, 200)


def test_kept_picture_has_its_label(tmp_path: Path) -> None:
    """The picture is the photo's own file under another name, and its line has the folder's shape."""
    kept = KeptThrows(tmp_path, 200)
    path = photo(tmp_path, "1-4.jpg", 123_456)
    kept.keep(path, "1-4.jpg", LABEL)
    assert labels(tmp_path) == [{"image": "images/1-4.jpg"} | LABEL]
    assert (tmp_path / "kept/images/1-4.jpg").samefile(path)
    assert kept.amount == KeptAmount(1, 0.1, 200)
    path.unlink()  # as the photos' own limit does
    assert (tmp_path / "kept/images/1-4.jpg").stat().st_size == 123_456


def test_kept_picture_gets_another_label(tmp_path: Path) -> None:
    """A second correction replaces the first one's label, also when the photo is gone by then."""
    kept = KeptThrows(tmp_path, 200)
    kept.keep(photo(tmp_path, "1-4.jpg"), "1-4.jpg", LABEL)
    kept.keep(photo(tmp_path, "1-6.jpg"), "1-6.jpg", LABEL)
    kept.keep(None, "1-4.jpg", LABEL | {"dice": [{"value": 6, "box": None}]})
    assert [row["dice"][0]["value"] for row in labels(tmp_path)] == [6, 5]


def test_kept_picture_is_given_up(tmp_path: Path) -> None:
    """What is taken back is not kept; what never was is not missed."""
    kept = KeptThrows(tmp_path, 200)
    kept.keep(photo(tmp_path, "1-4.jpg"), "1-4.jpg", LABEL)
    kept.drop("1-4.jpg")
    kept.drop("1-9.jpg")
    assert (labels(tmp_path), images(tmp_path)) == ([], [])
    kept.keep(None, "1-4.jpg", LABEL)
    assert kept.amount.pictures == 0


def test_kept_oldest_go_beyond_the_limit(tmp_path: Path) -> None:
    """Beyond the limit the oldest go, down to nine tenths of it, also those from before a restart."""
    for number in range(1, 5):
        KeptThrows(tmp_path, 1).keep(photo(tmp_path, f"1-{number}.jpg", 300_000), f"1-{number}.jpg", LABEL)
    assert images(tmp_path) == ["1-2.jpg", "1-3.jpg", "1-4.jpg"]
    assert [row["image"] for row in labels(tmp_path)] == [f"images/1-{number}.jpg" for number in (2, 3, 4)]
    assert KeptThrows(tmp_path, 1).amount == KeptAmount(3, 0.9, 1)


@pytest.mark.parametrize("left", ['{"image": "images/1-', '{"dice": []}\n', "[]\n", "\xff\n"])
def test_kept_mends_what_a_power_cut_left(tmp_path: Path, left: str) -> None:
    """A line that is cut off, a picture without its line, a line without its picture: all are gone."""
    kept = KeptThrows(tmp_path, 200)
    kept.keep(photo(tmp_path, "1-4.jpg"), "1-4.jpg", LABEL)
    kept.keep(photo(tmp_path, "1-5.jpg"), "1-5.jpg", LABEL)
    (tmp_path / "kept/images/1-5.jpg").unlink()
    (tmp_path / "kept/images/1-7.jpg").write_bytes(b"no label yet")
    (tmp_path / "kept/images/mine.jpg").write_bytes(b"somebody's own")
    with (tmp_path / "kept/labels.jsonl").open("a", encoding="utf-8") as file:
        file.write(left)
    again = KeptThrows(tmp_path, 200)
    again.keep(photo(tmp_path, "1-8.jpg"), "1-8.jpg", LABEL)
    assert [row["image"] for row in labels(tmp_path)] == ["images/1-4.jpg", "images/1-8.jpg"]
    assert images(tmp_path) == ["1-4.jpg", "1-8.jpg", "mine.jpg"]


@pytest.mark.parametrize("step", ["fsync", "link", "replace"])
def test_kept_power_cut_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Whichever step of keeping is the last one before the power goes, each label has its picture."""

    class PowerCut(BaseException):
        pass

    for at in range(8):
        folder = tmp_path / f"{step}{at}"
        folder.mkdir()
        kept = KeptThrows(folder, 1)
        kept.keep(photo(folder, "1-1.jpg", 600_000), "1-1.jpg", LABEL)
        left = at
        real = getattr(os, step)

        def cut(*args: Any, real: Any = real) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise PowerCut
            return real(*args)

        with monkeypatch.context() as patched:
            patched.setattr(os, step, cut)
            with contextlib.suppress(PowerCut):
                kept.keep(photo(folder, "1-2.jpg", 600_000), "1-2.jpg", LABEL)  # the first one must go
        found = KeptThrows(folder, 1)
        rows = [row["image"].removeprefix("images/") for row in labels(folder)]
        assert rows == images(folder)
        assert found.amount.pictures == len(rows) >= 1


def test_kept_on_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no links the picture is copied."""
    monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(1, "not here")))
    path = photo(tmp_path, "1-4.jpg")
    KeptThrows(tmp_path, 200).keep(path, "1-4.jpg", LABEL)
    assert not (tmp_path / "kept/images/1-4.jpg").samefile(path)
    assert images(tmp_path) == ["1-4.jpg"]


def test_kept_on_a_disk_that_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk stops no game: what is wrong is told, and goes once the disk takes something again."""
    kept = KeptThrows(tmp_path, 200)
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        kept.keep(photo(tmp_path, "1-4.jpg"), "1-4.jpg", LABEL)
    assert kept.amount == KeptAmount(0, 0.0, 200, "No space left on device")
    kept.keep(photo(tmp_path, "1-5.jpg"), "1-5.jpg", LABEL)
    assert kept.amount == KeptAmount(1, 0.0, 200)


def test_kept_labels_that_a_damaged_card_does_not_give_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table starts, says why nothing is kept, and writes over nothing."""
    before = KeptThrows(tmp_path, 200)
    before.keep(photo(tmp_path, "1-4.jpg"), "1-4.jpg", LABEL)

    def damaged(*_: object, **__: object) -> str:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", damaged)
        kept = KeptThrows(tmp_path, 200)
    assert kept.amount.trouble == "Input/output error"
    kept.keep(photo(tmp_path, "1-6.jpg"), "1-6.jpg", LABEL)
    assert [row["image"] for row in labels(tmp_path)] == ["images/1-4.jpg"]

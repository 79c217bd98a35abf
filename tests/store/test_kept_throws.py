"""Corrected throws are kept with their pictures and labels, up to a limit."""

import contextlib
import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.store import KeptAmount, KeptThrows

LABEL: dict[str, Any] = {"w": 64, "h": 48, "dice": [{"value": 5, "box": [1, 2, 9, 10]}]}


def make_photo(folder: Path, name: str, size: int = 1000) -> Path:
    """Make a photo of this size beside the log."""
    path = folder / "photos" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(bytes(size))
    return path


def read_labels(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "kept/labels.jsonl").read_text("utf-8").splitlines()]


def list_images(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "kept/images").iterdir())


def test_nothing_is_written_before_first_throw(tmp_path: Path) -> None:
    """Before the first kept throw nothing is written to the card."""
    kept = KeptThrows(tmp_path, 200)
    assert list(tmp_path.iterdir()) == []
    assert kept.amount == KeptAmount(0, 0.0, 200)


def test_kept_picture_has_its_label(tmp_path: Path) -> None:
    """A kept picture is a link to the photo, and its label has the folder's format."""
    kept = KeptThrows(tmp_path, 200)
    path = make_photo(tmp_path, "1-4.jpg", 123_456)
    kept.keep(path, "1-4.jpg", LABEL)
    assert read_labels(tmp_path) == [{"image": "images/1-4.jpg"} | LABEL]
    assert (tmp_path / "kept/images/1-4.jpg").samefile(path)
    assert kept.amount == KeptAmount(1, 0.1, 200)
    path.unlink()  # as the photos' own limit does
    assert (tmp_path / "kept/images/1-4.jpg").stat().st_size == 123_456


def test_kept_picture_gets_another_label(tmp_path: Path) -> None:
    """A second correction replaces the label, even after the photo was removed."""
    kept = KeptThrows(tmp_path, 200)
    kept.keep(make_photo(tmp_path, "1-4.jpg"), "1-4.jpg", LABEL)
    kept.keep(make_photo(tmp_path, "1-6.jpg"), "1-6.jpg", LABEL)
    kept.keep(None, "1-4.jpg", LABEL | {"dice": [{"value": 6, "box": None}]})
    assert [row["dice"][0]["value"] for row in read_labels(tmp_path)] == [6, 5]


def test_kept_picture_is_dropped(tmp_path: Path) -> None:
    """A dropped picture is removed with its label; an unknown picture is no error."""
    kept = KeptThrows(tmp_path, 200)
    kept.keep(make_photo(tmp_path, "1-4.jpg"), "1-4.jpg", LABEL)
    kept.drop("1-4.jpg")
    kept.drop("1-9.jpg")
    assert (read_labels(tmp_path), list_images(tmp_path)) == ([], [])
    kept.keep(None, "1-4.jpg", LABEL)
    assert kept.amount.pictures == 0


def test_oldest_kept_pictures_are_removed(tmp_path: Path) -> None:
    """Above the limit the oldest pictures are removed, also those from before a restart."""
    for number in range(1, 5):
        KeptThrows(tmp_path, 1).keep(
            make_photo(tmp_path, f"1-{number}.jpg", 300_000), f"1-{number}.jpg", LABEL
        )
    assert list_images(tmp_path) == ["1-2.jpg", "1-3.jpg", "1-4.jpg"]
    assert [row["image"] for row in read_labels(tmp_path)] == [
        f"images/1-{number}.jpg" for number in (2, 3, 4)
    ]
    assert KeptThrows(tmp_path, 1).amount == KeptAmount(3, 0.9, 1)


@pytest.mark.parametrize("left", ['{"image": "images/1-', '{"dice": []}\n', "[]\n", "\xff\n"])
def test_kept_throws_after_power_cut(tmp_path: Path, left: str) -> None:
    """A cut line, a picture without a line and a line without a picture are removed."""
    kept = KeptThrows(tmp_path, 200)
    kept.keep(make_photo(tmp_path, "1-4.jpg"), "1-4.jpg", LABEL)
    kept.keep(make_photo(tmp_path, "1-5.jpg"), "1-5.jpg", LABEL)
    (tmp_path / "kept/images/1-5.jpg").unlink()
    (tmp_path / "kept/images/1-7.jpg").write_bytes(b"no label yet")
    (tmp_path / "kept/images/mine.jpg").write_bytes(b"somebody's own")
    with (tmp_path / "kept/labels.jsonl").open("a", encoding="utf-8") as file:
        file.write(left)
    reopened = KeptThrows(tmp_path, 200)
    reopened.keep(make_photo(tmp_path, "1-8.jpg"), "1-8.jpg", LABEL)
    assert [row["image"] for row in read_labels(tmp_path)] == ["images/1-4.jpg", "images/1-8.jpg"]
    assert list_images(tmp_path) == ["1-4.jpg", "1-8.jpg", "mine.jpg"]


@pytest.mark.parametrize("step", ["fsync", "link", "replace"])
def test_power_cut_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """After a power cut at any step each label has its picture."""

    class PowerCut(BaseException):
        pass

    for at in range(8):
        folder = tmp_path / f"{step}{at}"
        folder.mkdir()
        kept = KeptThrows(folder, 1)
        kept.keep(make_photo(folder, "1-1.jpg", 600_000), "1-1.jpg", LABEL)
        calls_left = at
        real = getattr(os, step)

        def cut_power(*args: Any, real: Any = real) -> Any:
            nonlocal calls_left
            calls_left -= 1
            if calls_left < 0:
                raise PowerCut
            return real(*args)

        with monkeypatch.context() as patched:
            patched.setattr(os, step, cut_power)
            with contextlib.suppress(PowerCut):
                kept.keep(make_photo(folder, "1-2.jpg", 600_000), "1-2.jpg", LABEL)  # the first one must go
        found = KeptThrows(folder, 1)
        rows = [row["image"].removeprefix("images/") for row in read_labels(folder)]
        assert rows == list_images(folder)
        assert found.amount.pictures == len(rows) >= 1


def test_kept_picture_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a file system without links the picture is copied."""
    monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(1, "not here")))
    path = make_photo(tmp_path, "1-4.jpg")
    KeptThrows(tmp_path, 200).keep(path, "1-4.jpg", LABEL)
    assert not (tmp_path / "kept/images/1-4.jpg").samefile(path)
    assert list_images(tmp_path) == ["1-4.jpg"]


def test_kept_throws_on_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk does not stop the game; the trouble is reported until a picture can be kept again."""
    kept = KeptThrows(tmp_path, 200)
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        kept.keep(make_photo(tmp_path, "1-4.jpg"), "1-4.jpg", LABEL)
    assert kept.amount == KeptAmount(0, 0.0, 200, "the disk is full")
    kept.keep(make_photo(tmp_path, "1-5.jpg"), "1-5.jpg", LABEL)
    assert kept.amount == KeptAmount(1, 0.0, 200)


def test_unreadable_labels_are_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the labels cannot be read, the table starts, reports the trouble, and overwrites nothing."""
    before = KeptThrows(tmp_path, 200)
    before.keep(make_photo(tmp_path, "1-4.jpg"), "1-4.jpg", LABEL)

    def raise_io_error(*_: object, **__: object) -> str:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", raise_io_error)
        kept = KeptThrows(tmp_path, 200)
    assert kept.amount.trouble == "Input/output error"
    kept.keep(make_photo(tmp_path, "1-6.jpg"), "1-6.jpg", LABEL)
    assert [row["image"] for row in read_labels(tmp_path)] == ["images/1-4.jpg"]

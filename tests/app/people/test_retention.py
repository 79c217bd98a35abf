"""Photos go when they are older than the host wants, and never those of a game that is being played."""

import os
from pathlib import Path

import pytest

from pi_bunco.app.people.retention import PhotoRetention
from pi_bunco.limits import PHOTOS_FOR_EVER
from pi_bunco.store import Photos

NOW = 1_800_000_000.0
DAY = 86_400.0


def save(folder: Path, name: str, days: float) -> None:
    """Save a photo that is so many days old."""
    path = folder / "photos" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    os.utime(path, (NOW - days * DAY, NOW - days * DAY))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, days in (("1-2.jpg", 400), ("2-2.jpg", 31), ("3-2.jpg", 8), ("4-2.jpg", 0.6), ("5-2.jpg", 0.4)):
        save(tmp_path, name, days)
    save(tmp_path / "replaced/0001", "1-9.jpg", 31)
    (tmp_path / "photos/mine.jpg").write_bytes(b"of a person")
    return tmp_path


def make_retention(folder: Path, days: int, running: int = 0) -> PhotoRetention:
    return PhotoRetention(folder, Photos(folder), days, lambda: running, lambda: NOW)


def list_left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*-*.jpg"))


@pytest.mark.parametrize(
    ("days", "left"),
    [
        (0, ["5-2.jpg"]),
        (7, ["4-2.jpg", "5-2.jpg"]),
        (30, ["3-2.jpg", "4-2.jpg", "5-2.jpg"]),
        (PHOTOS_FOR_EVER, ["1-2.jpg", "1-9.jpg", "2-2.jpg", "3-2.jpg", "4-2.jpg", "5-2.jpg"]),
    ],
)
def test_old_photos_go(folder: Path, days: int, left: list[str]) -> None:
    """Younger ones stay; 0 days keeps those of this evening; other files stay in any case."""
    removed = make_retention(folder, days).remove_old()
    assert (list_left(folder), removed) == (left, 6 - len(left))
    assert (folder / "photos/mine.jpg").exists()


def test_the_running_game_keeps_its_photos(folder: Path) -> None:
    """A game that was begun a year ago and is still played has all its photos."""
    make_retention(folder, 0, running=1).remove_old()
    assert list_left(folder) == ["1-2.jpg", "5-2.jpg"]


def test_the_page_wins_over_the_settings(folder: Path) -> None:
    """What the host chooses works at once and after a restart. A damaged choice is none."""
    retention = make_retention(folder, 30)
    retention.choose(7)
    assert list_left(folder) == ["4-2.jpg", "5-2.jpg"]
    assert make_retention(folder, 30).days == 7
    (folder / "photos.json").write_text('{"days": -1}')
    assert make_retention(folder, 30).days == 30


@pytest.mark.parametrize("place", ["link", "followed/link", "followed-1/link"])
def test_photos_without_a_line_go_too(tmp_path: Path, place: str) -> None:
    """They lie beside the outbox of a Pi that has followed, or does not play any more."""
    for name, days in (("7c1f09aa.1.jpg", 8), ("7c1f09aa.2.jpg", 0.4)):
        save(tmp_path / place, name, days)
    assert make_retention(tmp_path, 7).remove_old() == 1
    assert [path.name for path in tmp_path.rglob("7c1f09aa*")] == ["7c1f09aa.2.jpg"]
    assert make_retention(tmp_path, 7).remove_all() == 1
    assert not [*tmp_path.rglob("7c1f09aa*")]


def test_photos_that_are_gone_are_forgotten(folder: Path) -> None:
    """After a deletion further photos are saved as before, and the oldest are counted anew."""
    photos = Photos(folder, most=3)
    PhotoRetention(folder, photos, 7, lambda: 0, lambda: NOW).remove_old()
    for number in (3, 4, 5):
        photos.save(b"y", 5, number)
    assert list_left(folder) == ["5-3.jpg", "5-4.jpg", "5-5.jpg"]


@pytest.mark.parametrize("days", [30, None], ids=["old ones", "all"])
def test_photos_of_other_pis_go_too(tmp_path: Path, days: int | None) -> None:
    """The copies of Pis that this one has followed have photos, and so have logs set aside there."""
    for place in ("followed", "followed-1", "followed/replaced/0001", "imported/0123456789abcdef"):
        save(tmp_path / place, "1-2.jpg", 31)
    if days is None:
        assert make_retention(tmp_path, PHOTOS_FOR_EVER).remove_all() == 4
    else:
        assert make_retention(tmp_path, days).remove_old() == 4
    assert list_left(tmp_path) == []

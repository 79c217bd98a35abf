"""State directories with past evenings, and shelves over them."""

import io
from pathlib import Path

import pytest
from PIL import Image

from pi_bunco.app.evenings.shelf import EveningShelf
from pi_bunco.store import Log
from tests.app.people.evenings import play_evening


def stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read evenings in the process of the test: to start another one takes a second."""
    monkeypatch.setattr("pi_bunco.app.evenings.shelf.run_apart", lambda make, *values: make(*values))


def make_jpeg() -> bytes:
    """Return a small photo."""
    picture = io.BytesIO()
    Image.new("RGB", (8, 6), "green").save(picture, "JPEG")
    return picture.getvalue()


def make_pi(folder: Path, *evenings: int, guests: tuple[str, ...] = ("Ann", "Bob")) -> EveningShelf:
    """Make the state directory of a Pi that has played some evenings, each with a photo of each throw."""
    with Log(folder) as log:
        for number in evenings:
            log.copy(play_evening(number, guests))
    (folder / "photos").mkdir(exist_ok=True)
    jpeg = make_jpeg()
    for number in evenings:
        for at in range(1, 150):
            (folder / "photos" / f"{number}-{at}.jpg").write_bytes(jpeg)
    return EveningShelf(folder, lambda: 0)


def send(shelf: EveningShelf, data: bytes, upload: str = "a1b2c3d4") -> str:
    """Send a file in two pieces, and return the name under which it came."""
    middle = len(data) // 2
    shelf.add_piece(upload, 0, data[:middle])
    shelf.add_piece(upload, middle, data[middle:])
    return upload

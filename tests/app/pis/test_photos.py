"""A Pi fetches a photo that another one has when a page shows it, once."""

import http.server
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from pi_bunco.app.pis.photos import FetchedPhotos, fetch_from_head
from pi_bunco.pictures.encode import encode_jpeg

PHOTO = encode_jpeg(np.zeros((8, 8, 3), np.uint8))


class Head:
    """The pages of a head; it remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answer = PHOTO
        head = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                head.asked.append(self.path)
                self.send_response(200 if self.path == "/photos/1-2.jpg" else 404)
                self.end_headers()
                self.wfile.write(head.answer)

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def address(self) -> str:
        """The address of its pages."""
        return f"http://127.0.0.1:{self.server.server_address[1]}/"


@pytest.fixture
def head() -> Iterator[Head]:
    head = Head()
    yield head
    head.server.shutdown()
    head.server.server_close()


def test_photo_is_fetched_once(head: Head, tmp_path: Path) -> None:
    """The first page that shows it fetches it; later ones, also after a restart, have it."""
    photos = FetchedPhotos(tmp_path, partial(fetch_from_head, head.address))
    for _ in range(2):
        found = photos.fetch_path("1-2.jpg")
        assert found
        assert found.read_bytes() == PHOTO
    assert FetchedPhotos(tmp_path).fetch_path("1-2.jpg")
    assert head.asked == ["/photos/1-2.jpg"]


@pytest.mark.parametrize("name", ["9-9.jpg", "../access.json", "1-2.jpg/..", "a.jpg"])
def test_what_is_no_photo_is_not_there(head: Head, tmp_path: Path, name: str) -> None:
    """A photo that the head does not have, and what is no name of a photo, is not found."""
    assert FetchedPhotos(tmp_path, partial(fetch_from_head, head.address)).fetch_path(name) is None
    assert head.asked in ([], [f"/photos/{name}"])


@pytest.mark.parametrize("answer", [b"", b"<html>", PHOTO + bytes(5_000_000)])
def test_what_is_no_jpeg_is_not_kept(head: Head, tmp_path: Path, answer: bytes) -> None:
    """Something else than a JPEG file of usual size is dropped."""
    head.answer = answer
    assert FetchedPhotos(tmp_path, partial(fetch_from_head, head.address)).fetch_path("1-2.jpg") is None
    assert not list((tmp_path / "photos").iterdir())


def test_the_game_never_waits_for_another_pi(tmp_path: Path) -> None:
    """Only pages fetch a photo: the writer, which labels pictures, finds those of this disk alone."""

    def fetch(name: str) -> bytes:
        raise AssertionError(name)

    assert FetchedPhotos(tmp_path, fetch).find_path("1-2.jpg") is None

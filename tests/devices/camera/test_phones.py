"""Looking for the camera app of a phone."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pi_bunco.devices.camera.phones import App, find_stream
from pi_bunco.devices.ports import CameraTrouble


@contextmanager
def run_app(kind: str, status: int = 200) -> Iterator[App]:
    """Run an app that answers with a kind of content."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/video" else 404)
            self.send_header("Content-Type", kind)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield App("IP Webcam", server.server_port)
        server.shutdown()


def test_app_with_a_stream_is_found() -> None:
    """Of several apps the one that sends a stream is found."""
    with run_app("text/html") as page, run_app("multipart/x-mixed-replace; boundary=x") as camera:
        assert find_stream("127.0.0.1", (page, camera)) == f"http://127.0.0.1:{camera.port}/video"


def test_web_page_is_no_camera() -> None:
    """A phone that shows a web page instead of a stream is told to start the app."""
    with run_app("text/html") as page, pytest.raises(CameraTrouble, match="No camera app") as raised:
        find_stream("127.0.0.1", (page,))
    assert "Start the app" in raised.value.remedy


def test_password_is_named() -> None:
    """An app that wants a password is named, with what to do."""
    with run_app("text/html", 401) as locked, pytest.raises(CameraTrouble, match="IP Webcam on this phone"):
        find_stream("127.0.0.1", (locked,))


def test_nobody_answers() -> None:
    """Without any app the search ends with what to do."""
    with pytest.raises(CameraTrouble, match="No camera app"):
        find_stream("127.0.0.1", (App("IP Webcam", 9),))


def test_a_phone_that_never_ends_its_answer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letter by letter, each in time, an answer could hold a worker for hours."""
    monkeypatch.setattr("pi_bunco.devices.camera.phones._ALL_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connection, _ = server.accept()
            with suppress(OSError), connection:
                for letter in b"HTTP/1.1 200 OK\r\nX: " + b"a" * 600:
                    connection.sendall(bytes([letter]))
                    time.sleep(0.05)

        threading.Thread(target=drip, daemon=True).start()
        start = time.monotonic()
        with pytest.raises(CameraTrouble, match="No camera app"):
            find_stream("127.0.0.1", (App("IP Webcam", server.getsockname()[1]),))
        assert time.monotonic() - start < 10  # the whole answer takes 30 seconds

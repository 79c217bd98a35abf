"""MJPEG cameras, with a real HTTP server on this machine that behaves as each test needs."""

import io
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.devices.camera import mjpeg, open_camera
from pi_bunco.devices.camera.mjpeg import MjpegCamera, split_parts
from pi_bunco.devices.camera.supervise import supervise_camera
from pi_bunco.devices.ports import CameraTrouble

Serve = Callable[[Callable[[BaseHTTPRequestHandler], None]], str]


def jpeg(grey: int) -> bytes:
    return cv2.imencode(".jpg", np.full((48, 64, 3), grey, np.uint8))[1].tobytes()


def begin(camera: BaseHTTPRequestHandler, kind: str = "multipart/x-mixed-replace; boundary=frame") -> None:
    camera.send_response(200)
    camera.send_header("Content-Type", kind)
    camera.end_headers()


def part(data: bytes) -> bytes:
    return b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(data), data)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Return a function that starts a server; ``answer`` answers each of its requests."""
    servers: list[tuple[HTTPServer, threading.Thread]] = []

    def start(answer: Callable[[BaseHTTPRequestHandler], None]) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer(self)

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        servers.append((server, thread))
        return f"http://127.0.0.1:{server.server_port}/video"

    yield start
    for server, thread in servers:
        server.shutdown()
        server.server_close()
        thread.join()


def test_mjpeg_reports_the_end_of_its_stream(serve: Serve) -> None:
    """Pictures come as the camera sends them; if the stream ends inside a picture, an error follows."""
    fetched = threading.Event()

    def answer(camera: BaseHTTPRequestHandler) -> None:
        begin(camera)
        camera.wfile.write(part(jpeg(100)))
        fetched.wait(30)
        camera.wfile.write(part(jpeg(200))[:300])

    address = serve(answer)
    camera = open_camera(address)
    assert (camera.name, camera.live) == (address, True)
    frames = camera.frames()
    assert abs(int(next(frames).image.mean()) - 100) <= 1
    fetched.set()
    with pytest.raises(CameraTrouble, match=r"has ended\. Check that the camera is on"):
        next(frames)
    camera.close()


def test_mjpeg_skips_and_counts_broken_pictures(serve: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    """A cut-off picture, bytes that are no picture and a damaged picture are counted; stderr stays empty."""
    done = threading.Event()
    damaged = bytearray(jpeg(50))
    at = damaged.index(b"\xff\xda") + 14
    damaged[at : at + 2] = b"\xff\xd9"

    def answer(camera: BaseHTTPRequestHandler) -> None:
        begin(camera)
        broken = (jpeg(50)[:400], b"not a picture\xff\xd9", bytes(damaged))
        camera.wfile.write(b"".join(map(part, broken)) + part(jpeg(250)))
        done.wait(30)

    camera = MjpegCamera(serve(answer))
    frame = next(camera.frames())
    assert frame.image.min() > 240
    assert (camera.broken, frame.index) == (3, 3)
    assert capfd.readouterr().err == ""
    done.set()
    camera.close()


def test_mjpeg_reports_a_silent_camera(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that stays connected and sends nothing more is reported after a limited time."""
    monkeypatch.setattr(mjpeg, "_ANSWER_TIMEOUT", 0.05)
    done = threading.Event()

    def answer(camera: BaseHTTPRequestHandler) -> None:
        begin(camera)
        camera.wfile.write(part(jpeg(50)))
        done.wait(30)

    camera = MjpegCamera(serve(answer))
    with pytest.raises(CameraTrouble, match="broke off: nothing came for"):
        list(camera.frames())
    done.set()
    camera.close()


def test_mjpeg_close_ends_a_read_that_never_completes(serve: Serve) -> None:
    """A camera that sends single bytes keeps a read going; ``close`` ends it all the same."""
    done = threading.Event()

    def answer(camera: BaseHTTPRequestHandler) -> None:
        begin(camera)
        camera.wfile.write(part(jpeg(50)) + part(jpeg(90))[:200])
        with suppress(OSError):  # the client has closed the connection
            while not done.wait(0.01):
                camera.wfile.write(b"x")

    camera = MjpegCamera(serve(answer))
    next(camera.frames())
    camera.close()
    assert camera._fetching.wait_until_closed(30)
    done.set()


def switch_on(grey: int, port: int = 0) -> int:
    """Start a camera that answers once with one picture, then goes off; return its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.server.server_close()  # before the answer, so that no second request is accepted
            begin(self)
            self.wfile.write(part(jpeg(grey)))

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", port), Handler)
    threading.Thread(target=server.handle_request).start()
    return server.server_port


def test_mjpeg_reconnects_to_a_camera_that_comes_back() -> None:
    """A camera that is switched off, and on again later, is opened again at the same address."""
    port = switch_on(50)

    class Pauses(threading.Event):
        """Switches the camera on in the third pause, and is set in the fourth."""

        count = 0

        def wait(self, timeout: float | None = None) -> bool:  # noqa: ARG002 - the signature of Event
            self.count += 1
            if self.count == 3:
                switch_on(200, port)
            if self.count == 4:
                self.set()
            return self.is_set()

    troubles: list[CameraTrouble] = []
    pairs = supervise_camera(lambda: open_camera(f"http://127.0.0.1:{port}/"), troubles.append, Pauses())
    shades = [round(float(frame.image.mean()), -1) for _, frames in pairs for frame in frames]
    assert shades == [50, 200]
    assert ["has ended" in str(trouble) for trouble in troubles] == [True, False, False, True]


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(404, "answers 404 Not Found"), (401, "refuses the user or password"), (503, "answers 503")],
)
def test_mjpeg_refusals_have_different_messages(serve: Serve, status: int, sentence: str) -> None:
    """A wrong path, a wrong password and a busy camera get different messages."""
    with pytest.raises(CameraTrouble, match=sentence):
        MjpegCamera(serve(lambda camera: camera.send_error(status)))


def test_mjpeg_web_page_is_no_stream(serve: Serve) -> None:
    """The address of a camera's web page is refused, and so is a single picture: it is no MJPEG stream."""
    with pytest.raises(CameraTrouble, match="shows a web page, not the pictures of a camera"):
        MjpegCamera(serve(lambda camera: begin(camera, "text/html")))
    with pytest.raises(CameraTrouble, match="sends image/jpeg, not an MJPEG stream"):
        MjpegCamera(serve(lambda camera: begin(camera, "image/jpeg")))


@pytest.mark.parametrize(
    ("challenge", "right"),
    [
        ('Basic realm="camera"', "Basic " + b64encode(b"ann:s@crt").decode()),
        ('Digest realm="camera", nonce="n", qop="auth"', 'Digest username="ann"'),
    ],
)
def test_mjpeg_password_is_used_and_never_shown(serve: Serve, challenge: str, right: str) -> None:
    """User and password go to a camera that asks for them, and appear in no name and no message."""
    done = threading.Event()

    def answer(camera: BaseHTTPRequestHandler) -> None:
        if not (camera.headers["Authorization"] or "").startswith(right):
            camera.send_response(401)
            camera.send_header("WWW-Authenticate", challenge)
            camera.end_headers()
            return
        begin(camera)
        camera.wfile.write(part(jpeg(50)))
        done.wait(30)

    bare = serve(answer)
    camera = MjpegCamera(bare.replace("http://", "http://ann:s%40crt@"))
    assert camera.name == bare
    done.set()
    camera.close()
    with pytest.raises(CameraTrouble) as trouble:
        MjpegCamera(bare.replace("http://", "http://bob:wrong@"))
    assert "refuses" in str(trouble.value)
    assert "wrong" not in str(trouble.value)


def test_mjpeg_address_without_a_camera_is_reported() -> None:
    """An address where no camera answers gives a message with the cause."""
    with pytest.raises(CameraTrouble, match=r"No camera answers at http://127.0.0.1:9/: Connection refused"):
        open_camera("http://127.0.0.1:9/")


@pytest.mark.parametrize("address", ["http://", "http:///video", "http://[::1", "http://cam:port/"])
def test_mjpeg_refuses_invalid_addresses(address: str) -> None:
    """An invalid address raises a CameraTrouble."""
    with pytest.raises(CameraTrouble):
        open_camera(address)


# A sender chooses a boundary that does not appear in the content.
content = st.binary(max_size=200).filter(lambda data: b"--frame" not in data)


@given(st.lists(st.tuples(content, st.booleans())))
def test_mjpeg_splits_a_stream_into_its_parts(sent: list[tuple[bytes, bool]]) -> None:
    """Parts with any content, with or without their length, come out whole and in order."""
    stream = b"junk\r\n"
    for data, has_length in sent:
        length = b"Content-Length: %d\r\n" % len(data) if has_length else b""
        stream += b"--frame\r\n" + length + b"\r\n" + data + b"\r\n"
    stream += b"--frame--\r\n"
    assert list(split_parts(io.BytesIO(stream))) == [data for data, _ in sent]


@given(st.binary(max_size=300))
def test_mjpeg_garbage_causes_no_endless_loop(garbage: bytes) -> None:
    """Bytes that are no stream give parts or a ValueError, and never an endless loop."""
    try:
        for _ in split_parts(io.BytesIO(b"--x\r\n" + garbage)):
            pass
    except ValueError:
        pass


@pytest.mark.parametrize("length", [b"-1", b"+4", b"1_0", b"1e9", b"9" * 5000, "\u0664".encode()])
def test_mjpeg_refuses_lengths_that_are_no_number(length: bytes) -> None:
    """A length that is no whole number is refused before anything is read: -1 would mean all bytes."""
    stream = io.BytesIO(b"--x\r\nContent-Length: " + length + b"\r\n\r\n" + bytes(1000))
    with pytest.raises(ValueError, match="announces a picture of"):
        list(split_parts(stream))
    assert stream.tell() < 6000


def test_mjpeg_refuses_a_header_without_end() -> None:
    """A part with hundreds of header lines is refused."""
    with pytest.raises(ValueError, match="header has no end"):
        list(split_parts(io.BytesIO(b"--x\r\n" + b"X-Line: 1\r\n" * 500)))


def test_mjpeg_refuses_pictures_that_are_too_large(serve: Serve) -> None:
    """A picture of 8190 x 8190 pixels is refused by its header, with the remedy; it is not decoded."""
    head = bytearray(jpeg(9))
    size = head.index(b"\xff\xc0") + 5
    head[size : size + 4] = (8190).to_bytes(2, "big") * 2

    def answer(camera: BaseHTTPRequestHandler) -> None:
        begin(camera)
        camera.wfile.write(part(bytes(head)) * 3)

    with pytest.raises(CameraTrouble, match=r"has 8,190 x 8,190 pixels; .* Choose smaller pictures"):
        MjpegCamera(serve(answer))


@pytest.mark.parametrize("target", ["http://127.0.0.2:22/", "http://[::1]/", "https://example.org/video"])
def test_mjpeg_follows_a_camera_to_no_other_machine(serve: Serve, target: str) -> None:
    """A camera that sends us on to another machine is refused, and the message names that machine."""

    def answer(camera: BaseHTTPRequestHandler) -> None:
        camera.send_response(302)
        camera.send_header("Location", target)
        camera.end_headers()

    with pytest.raises(CameraTrouble, match="sends us on to another machine"):
        MjpegCamera(serve(answer))


def test_mjpeg_follows_a_camera_to_its_own_stream(serve: Serve) -> None:
    """A camera may send us on to another place of its own."""

    def answer(camera: BaseHTTPRequestHandler) -> None:
        if camera.path == "/video":
            camera.send_response(302)
            camera.send_header("Location", "/stream")
            camera.end_headers()
            return
        begin(camera)
        camera.wfile.write(part(jpeg(90)) * 3)

    camera = MjpegCamera(serve(answer))
    try:
        assert next(camera.frames()).image.shape == (48, 64, 3)
    finally:
        camera.close()


def test_mjpeg_refuses_parts_that_are_too_large() -> None:
    """A part that announces gigabytes, or that has no end, is refused."""
    with pytest.raises(ValueError, match="announces a picture of 9999999999 bytes"):
        list(split_parts(io.BytesIO(b"--x\r\nContent-Length: 9999999999\r\n\r\n")))
    with pytest.raises(ValueError, match="has no end"):
        list(split_parts(io.BytesIO(b"--x\r\n\r\n" + bytes(mjpeg._MAX_PICTURE + 2 * mjpeg._MAX_LINE))))

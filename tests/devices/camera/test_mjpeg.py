"""MJPEG cameras, against a real HTTP server on this machine that is as good or bad as the test wants."""

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
    """Start a camera at an address of its own; each request is answered by the function given."""
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


def test_mjpeg_shows_pictures_then_dies(serve: Serve) -> None:
    """Pictures come as the camera sends them; when it dies in the middle of one, that is said."""
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


def test_mjpeg_broken_pictures_are_left_out_and_counted(
    serve: Serve, capfd: pytest.CaptureFixture[str]
) -> None:
    """One that breaks off, one that is none, one that is damaged within: no word is said beside us."""
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


def test_mjpeg_falls_silent(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that stays connected and sends nothing more is told of, not waited for for ever."""
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


def test_mjpeg_that_drips_is_let_go_of(serve: Serve) -> None:
    """A camera that sends a byte now and then never ends a read; closed, it is given back all the same."""
    done = threading.Event()

    def answer(camera: BaseHTTPRequestHandler) -> None:
        begin(camera)
        camera.wfile.write(part(jpeg(50)) + part(jpeg(90))[:200])
        with suppress(OSError):  # somebody has hung up
            while not done.wait(0.01):
                camera.wfile.write(b"x")

    camera = MjpegCamera(serve(answer))
    next(camera.frames())
    camera.close()
    assert camera._fetching.wait_until_closed(30)
    done.set()


def switch_on(grey: int, port: int = 0) -> int:
    """Start a camera that answers once, with one picture, and is then switched off; give its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.server.server_close()  # before the answer, so that nobody else is let in
            begin(self)
            self.wfile.write(part(jpeg(grey)))

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", port), Handler)
    threading.Thread(target=server.handle_request).start()
    return server.server_port


def test_mjpeg_camera_that_comes_back_is_found_again() -> None:
    """A camera that is switched off, and on again later, goes on by itself at the same address."""
    port = switch_on(50)

    class Pauses(threading.Event):
        """In the third pause, somebody switches the camera on again; after the fourth it is enough."""

        count = 0

        def wait(self, timeout: float | None = None) -> bool:  # noqa: ARG002 - as Event has it
            self.count += 1
            if self.count == 3:
                switch_on(200, port)
            if self.count == 4:
                self.set()
            return self.is_set()

    told: list[CameraTrouble] = []
    pairs = supervise_camera(lambda: open_camera(f"http://127.0.0.1:{port}/"), told.append, Pauses())
    shades = [round(float(frame.image.mean()), -1) for _, frames in pairs for frame in frames]
    assert shades == [50, 200]
    assert ["has ended" in str(trouble) for trouble in told] == [True, False, False, True]


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(404, "answers 404 Not Found"), (401, "refuses the user or password"), (503, "answers 503")],
)
def test_mjpeg_refusals_have_their_own_words(serve: Serve, status: int, sentence: str) -> None:
    """A wrong path, a wrong password and a busy camera are told apart."""
    with pytest.raises(CameraTrouble, match=sentence):
        MjpegCamera(serve(lambda camera: camera.send_error(status)))


def test_mjpeg_web_page_is_no_stream(serve: Serve) -> None:
    """The address of the camera's web page is told from that of its stream."""
    with pytest.raises(CameraTrouble, match="sends text/html, not an MJPEG stream"):
        MjpegCamera(serve(lambda camera: begin(camera, "text/html")))


@pytest.mark.parametrize(
    ("challenge", "right"),
    [
        ('Basic realm="camera"', "Basic " + b64encode(b"ann:s@crt").decode()),
        ('Digest realm="camera", nonce="n", qop="auth"', 'Digest username="ann"'),
    ],
)
def test_mjpeg_password_is_used_and_never_shown(serve: Serve, challenge: str, right: str) -> None:
    """User and password go to a camera that asks for them, and stand in no name or message."""
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


def test_mjpeg_nobody_answers() -> None:
    """An address where nobody listens gives one sentence with the cause."""
    with pytest.raises(CameraTrouble, match=r"No camera answers at http://127.0.0.1:9/: Connection refused"):
        open_camera("http://127.0.0.1:9/")


@pytest.mark.parametrize("address", ["http://", "http:///video", "http://[::1", "http://cam:port/"])
def test_mjpeg_nonsense_addresses(address: str) -> None:
    """An address that is none is a trouble too, not a traceback."""
    with pytest.raises(CameraTrouble):
        open_camera(address)


# Lines of the content must not look like the boundary, which a sender chooses so.
content = st.binary(max_size=200).filter(lambda data: b"--frame" not in data)


@given(st.lists(st.tuples(content, st.booleans())))
def test_mjpeg_parts_come_out_as_they_went_in(sent: list[tuple[bytes, bool]]) -> None:
    """Whatever the parts hold, with or without their length, they come out whole and in order."""
    stream = b"junk\r\n"
    for data, told in sent:
        length = b"Content-Length: %d\r\n" % len(data) if told else b""
        stream += b"--frame\r\n" + length + b"\r\n" + data + b"\r\n"
    stream += b"--frame--\r\n"
    assert list(split_parts(io.BytesIO(stream))) == [data for data, _ in sent]


@given(st.binary(max_size=300))
def test_mjpeg_garbage_ends(garbage: bytes) -> None:
    """Bytes that are no stream give parts or a clear end, and never an endless loop."""
    try:
        for _ in split_parts(io.BytesIO(b"--x\r\n" + garbage)):
            pass
    except ValueError:
        pass


def test_mjpeg_no_part_fills_the_memory() -> None:
    """A part that announces gigabytes, or never ends, is refused."""
    with pytest.raises(ValueError, match="announces a picture of 9999999999 bytes"):
        list(split_parts(io.BytesIO(b"--x\r\nContent-Length: 9999999999\r\n\r\n")))
    with pytest.raises(ValueError, match="has no end"):
        list(split_parts(io.BytesIO(b"--x\r\n\r\n" + bytes(mjpeg._MAX_PICTURE + 2 * mjpeg._MAX_LINE))))

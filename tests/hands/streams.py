"""Network cameras over mock tables: real MJPEG streams that a test can throw at, and pull the plug of."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2

from pi_bunco.devices.camera.mock import MockCamera

RATE = 8.0
"""Pictures a second: enough for the watcher, and little work for a busy machine."""


class StreamCamera:
    """A network camera over a mock table.

    Parameters
    ----------
    seed
        Determines its throws.
    """

    def __init__(self, seed: int) -> None:
        self._camera = MockCamera(seed, fps=RATE, trouble=0)
        self._news = threading.Condition()
        self._picture = b""
        self._plugged = True
        self._streams: set[BaseHTTPRequestHandler] = set()
        self._server = self._make_server(0)
        self.address = f"http://127.0.0.1:{self._server.server_port}/video"
        threading.Thread(target=self._draw, daemon=True).start()

    def throw(self) -> list[int]:
        """Throw three dice, and return them in order."""
        number = self._camera.throw()
        return sorted(int(value) for value in self._camera.get_throw(number).values)

    def pull_plug(self) -> None:
        """Send nothing more, and refuse connections."""
        self._server.shutdown()
        self._server.server_close()
        self._plugged = False
        with self._news:
            self._news.notify_all()

    def plug_in(self) -> None:
        """Send again, at the same address."""
        self._plugged = True
        self._server = self._make_server(int(self.address.rpartition(":")[2].partition("/")[0]))

    def close(self) -> None:
        """End it."""
        self._camera.close()
        if self._plugged:
            self.pull_plug()

    def _make_server(self, port: int) -> ThreadingHTTPServer:
        camera = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                with suppress(OSError):
                    camera._send(self)

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return server

    def _send(self, handler: BaseHTTPRequestHandler) -> None:
        while self._plugged:
            with self._news:
                self._news.wait(2)
                picture = self._picture
            handler.wfile.write(b"--frame\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(picture), picture))

    def _draw(self) -> None:
        for frame in self._camera.frames():
            packed = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
            with self._news:
                self._picture = packed
                self._news.notify_all()


@contextmanager
def run_cameras(count: int) -> Iterator[list[StreamCamera]]:
    """Run network cameras."""
    cameras = [StreamCamera(seed) for seed in range(1, count + 1)]
    try:
        yield cameras
    finally:
        for camera in cameras:
            camera.close()

"""Measures the cost of tables with network cameras: processor time per picture, and memory.

One process sends the pictures: a throw by a rendered hand, then dice at rest, with new noise in each. Another
process watches them on two cores, as the stations of a room do.
"""

import argparse
import http.server
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain, cycle

import cv2

from pi_bunco.devices.camera import open_camera
from pi_bunco.devices.ports import Camera
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.dark import Darkness
from pi_bunco.vision.watch import Watcher
from tools.process import measure_memory

RATE = 15
"""Pictures a second."""
CORES = 2
QUALITY = 85
"""JPEG quality of the pictures, as of USB and network cameras."""
REST_PICTURES = 15
"""The number of different pictures of dice at rest."""
MAX_WAIT = 90.0
"""The most seconds to wait until the first throw is read."""


def render_film(size: tuple[int, int]) -> tuple[list[bytes], list[bytes]]:
    """Render a throw and the dice at rest after it, as JPEG pictures."""
    # Imported here, so that the process that watches does not hold the renderer in its memory.
    from pi_bunco.devices.camera.mock import MockCamera, MockLook, ViewLook  # noqa: PLC0415

    look = MockLook(view=ViewLook(edge=size[0] / 24))
    camera = MockCamera(5, size=size, look=look, pace=False, trouble=0.0)
    throw: list[bytes] = []
    rest: list[bytes] = []
    for frame in camera.frames():
        if frame.index == RATE:
            camera.throw()
        data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        (rest if frame.index > RATE and camera.at_rest else throw).append(data)
        if len(rest) == REST_PICTURES:
            break
    return throw, rest


def serve_film(size: tuple[int, int]) -> None:
    """Print the port, then send the film to every client until this process is ended."""
    throw, rest = render_film(size)

    class FilmSender(http.server.BaseHTTPRequestHandler):
        """Sends the film as an MJPEG stream, at the rate of a camera."""

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
            self.end_headers()
            due = time.monotonic()
            with suppress(ConnectionError):  # the client has closed the connection
                for data in chain(throw, cycle(rest)):
                    self.wfile.write(b"--picture\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(data), data))
                    due += 1 / RATE
                    time.sleep(max(due - time.monotonic(), 0))

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), FilmSender)
    sys.stdout.write(f"{server.server_port}\n")
    sys.stdout.flush()
    server.serve_forever()


class Station:
    """One camera, watched by its own thread with its own reader."""

    def __init__(self, address: str) -> None:
        self.pictures = 0
        self.throws = 0
        self.camera: Camera = open_camera(address)
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        watcher, darkness = Watcher(best_reader()), Darkness()
        for frame in self.camera.frames():
            if not darkness.see(frame):
                self.throws += len(watcher.see(frame))
            self.pictures += 1

    def close(self) -> None:
        """Stop watching."""
        self.camera.close()
        self._thread.join()


def watch_cameras(port: int, stations: int, seconds: float) -> dict[str, float]:
    """Watch this many cameras in this process; see :func:`measure`."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    units = [time_python() for _ in range(3)]
    began = time.process_time()
    watched = [Station(f"http://127.0.0.1:{port}/{number}") for number in range(stations)]
    end = time.monotonic() + MAX_WAIT
    while not all(station.throws for station in watched) and time.monotonic() < end:
        time.sleep(0.1)
    time.sleep(1)
    throwing = time.process_time() - began
    cpu, clock, before = time.process_time(), time.monotonic(), sum(station.pictures for station in watched)
    time.sleep(seconds)
    cpu, clock = time.process_time() - cpu, time.monotonic() - clock
    pictures = sum(station.pictures for station in watched) - before
    memory = measure_memory()
    for station in watched:
        station.close()
    units += [time_python() for _ in range(3)]
    return {
        "throws": sum(station.throws for station in watched),
        "rate": pictures / clock / stations,
        "picture": 1000 * cpu / max(pictures, 1),
        "share": cpu / clock,
        "throwing": throwing,
        "memory": memory,
        "unit": statistics.median(units),
    }


def time_python() -> float:
    """Return the processor time of a million loops of plain Python, in milliseconds."""
    start = time.process_time()
    for turn in range(1_000_000):
        _ = turn * turn % 7
    return 1000 * (time.process_time() - start)


def measure(stations: int, size: tuple[int, int] = (1280, 720), seconds: float = 10.0) -> Mapping[str, float]:
    """Watch cameras that send 15 pictures a second each, in a separate process on two cores.

    Parameters
    ----------
    stations
        How many cameras.
    size
        Width and height of their pictures, in pixels.
    seconds
        How long dice at rest are watched after the first throw.

    Returns
    -------
    Mapping
        ``throws``: the number that all stations found together. For dice at rest: ``rate``, pictures per
        second at each station; ``picture``, milliseconds of processor time per picture; ``share``, the share
        of one core for all. ``throwing``: seconds of processor time until all stations had read a throw,
        including the start. ``memory``: resident at the end, in MB. ``unit``: milliseconds of a million loops
        of Python in the same process.
    """
    sizes = f"{size[0]}x{size[1]}"
    program = [sys.executable, "-m", "tools.cameras", "--size", sizes]
    sender = subprocess.Popen([*program, "--serve"], stdout=subprocess.PIPE, text=True)
    assert sender.stdout is not None  # noqa: S101 - it is a pipe
    try:
        port = sender.stdout.readline().strip()
        options = [*program, "--port", port, "--stations", str(stations), "--seconds", str(seconds)]
        done = subprocess.run(options, stdout=subprocess.PIPE, text=True, check=True)
    finally:
        sender.terminate()
        sender.wait()
        sender.stdout.close()
    found: Mapping[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="1280x720", help="of the pictures, in pixels [1280x720]")
    parser.add_argument("--stations", type=int, default=4, help="how many cameras [4]")
    parser.add_argument("--seconds", type=float, default=10, help="how long dice at rest are watched [10]")
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    if options.serve:
        serve_film((width, height))
    elif options.port:
        sys.stdout.write(json.dumps(watch_cameras(options.port, options.stations, options.seconds)))
    else:
        for name, value in measure(options.stations, (width, height), options.seconds).items():
            sys.stdout.write(f"{name:10}{value:10.3g}\n")


if __name__ == "__main__":
    main()

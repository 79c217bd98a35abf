"""Measures the cost of tables with network cameras: processor time per picture, and memory.

One process sends the pictures: a throw by a rendered hand, then dice at rest, with new noise in each. A
station for each camera watches them, all on two cores.
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

from pi_bunco.equipment.station_process import StationProcess
from pi_bunco.messages.down import Begin, Open, Wanted
from pi_bunco.messages.up import Figures, Hello, Seen, UpMessage
from tools.process import measure_cpu, measure_share

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
    # Imported here: the process that watches must not hold the pictures of the mock table in its memory.
    from pi_bunco.devices.camera.mock import MockCamera  # noqa: PLC0415

    camera = MockCamera(5, size=size, pace=False, trouble=0.0)
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


class Camera:
    """One camera with its station, as a table's program runs it."""

    def __init__(self, address: str) -> None:
        self.rate = 0.0
        self.throws: list[float] = []
        self.opened = threading.Event()
        self.process = StationProcess(
            Open(camera=address, table=1, calibration=""), self._receive, lambda *_: None
        )

    def begin(self) -> None:
        """Let the station open its camera."""
        self.process.send(Begin())
        self.process.send(Wanted(3))

    def _receive(self, message: UpMessage) -> None:
        match message:
            case Hello():
                self.opened.set()
            case Seen():
                self.throws.append(time.monotonic())
            case Figures():
                self.rate = message.processed or 0.0


def watch_cameras(port: int, stations: int, seconds: float) -> dict[str, float]:
    """Watch this many cameras; see :func:`measure`."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    units = [time_python() for _ in range(3)]
    cameras = [Camera(f"http://127.0.0.1:{port}/{number}") for number in range(stations)]
    pids = [camera.process.pid for camera in cameras]
    for camera in cameras:
        camera.opened.wait(MAX_WAIT)
    began = time.monotonic()
    for camera in cameras:
        camera.begin()
    end = time.monotonic() + MAX_WAIT
    while not all(camera.throws for camera in cameras) and time.monotonic() < end:
        time.sleep(0.01)
    read = max((camera.throws[0] for camera in cameras if camera.throws), default=began) - began
    time.sleep(1)
    throwing = sum(map(measure_cpu, pids))
    clock = time.monotonic()
    time.sleep(seconds)
    clock = time.monotonic() - clock
    cpu = sum(map(measure_cpu, pids)) - throwing
    rate = sum(camera.rate for camera in cameras) / stations
    memory = sum(map(measure_share, pids))
    for camera in cameras:
        camera.process.close()
    units += [time_python() for _ in range(3)]
    return {
        "throws": sum(len(camera.throws) for camera in cameras),
        "read": read,
        "rate": rate,
        "picture": 1000 * cpu / max(rate * stations * clock, 1),
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
    """Watch cameras that send 15 pictures a second each, on two cores.

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
        ``throws``: the number that all stations found together. ``read``: seconds until all had read a throw
        that all cameras show at the same time. For dice at rest: ``rate``, pictures per second at each
        station; ``picture``, milliseconds of processor time per picture; ``share``, the share of one core for
        all. ``throwing``: seconds of processor time until all stations had read a throw, including the start.
        ``memory``: the proportional set size of all stations at the end, in MB. ``unit``: milliseconds of a
        million loops of Python.
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

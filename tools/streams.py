"""Measures how soon 200 open pages show a tap, and how much they cost the table; all on this machine."""

import argparse
import http.client
import json
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from tools.process import measure_cpu, measure_memory

REQUEST = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
MAX_WAIT = 10.0
"""The most seconds that a page waits for an event."""


class Pages:
    """Event streams of many pages, read by one thread.

    Parameters
    ----------
    host, port
        The address of the table.
    number
        The number of pages.
    """

    def __init__(self, host: str, port: int, number: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._open = [socket.create_connection((host, port), MAX_WAIT) for _ in range(number)]
        for page in self._open:
            page.sendall(REQUEST)
            self._selector.register(page, selectors.EVENT_READ)

    def wait_for_all(self, event: bytes) -> list[float]:
        """Read until each page has received an event, and return the times."""
        waiting, times = set(self._open), []
        end = time.perf_counter() + MAX_WAIT
        while waiting and time.perf_counter() < end:
            for key, _ in self._selector.select(1):
                page = key.fileobj
                if isinstance(page, socket.socket) and event in page.recv(1 << 16) and page in waiting:
                    waiting.remove(page)
                    times.append(time.perf_counter())
        return times

    def close(self) -> None:
        """Close all pages."""
        self._selector.close()
        for page in self._open:
            page.close()


def measure(pages: int = 200, taps: int = 100) -> dict[str, float]:
    """Tap, and measure when all pages get the event.

    Parameters
    ----------
    pages
        How many pages are open.
    taps
        How many taps there are, a tenth of a second apart.

    Returns
    -------
    dict
        Milliseconds from a tap to its event on a page: median, p99 of all pages and taps, and slowest; the
        table's memory in MB, and its share of a core in percent while nothing but heartbeats is sent.
    """
    program = Path(sys.executable).with_name("pi-bunco")
    with tempfile.TemporaryDirectory() as folder:
        table = subprocess.Popen(
            [
                *(program, "run", "--camera", "none", "--players", "Ann,Bob,Cy,Di", "--host", "127.0.0.1"),
                *("--port", "0", "--state-dir", folder),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert table.stdout is not None  # noqa: S101 - it is a pipe
        try:
            address = next(found[0] for line in table.stdout if (found := re.search(r"http://\S+", line)))
            host, port = urlsplit(address).hostname or "", urlsplit(address).port or 0
            opened = Pages(host, port, pages)
            opened.wait_for_all(b"event: beat")
            before, quiet = measure_cpu(table.pid), time.perf_counter()
            opened.wait_for_all(b"no such event")
            share = 100 * (measure_cpu(table.pid) - before) / (time.perf_counter() - quiet)
            waits = []
            connection = http.client.HTTPConnection(host, port, timeout=MAX_WAIT)
            for _ in range(taps):
                start = time.perf_counter()
                tap(connection)
                waits += [1000 * (received - start) for received in opened.wait_for_all(b"event: snapshot")]
                time.sleep(0.1)
            memory = measure_memory(table.pid)
            connection.close()
            opened.close()
        finally:
            table.terminate()
            table.wait(30)
            table.stdout.close()
    if len(waits) != pages * taps:
        sys.exit(f"{pages * taps - len(waits)} events did not come.")
    p99 = statistics.quantiles(waits, n=100)[98]
    return {
        "median": statistics.median(waits),
        "p99": p99,
        "slowest": max(waits),
        "memory": memory,
        "cpu": share,
    }


def tap(connection: http.client.HTTPConnection) -> None:
    """Enter a throw, or ring the bell if none can be entered."""
    for name, body in (("enter", {"dice": [2, 3, 4]}), ("ring", {})):
        connection.request(
            "POST", f"/api/table/1/{name}", json.dumps(body), {"Content-Type": "application/json"}
        )
        answer = connection.getresponse()
        answer.read()
        if answer.status == http.client.OK:
            return


def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=200, help="how many are open [200]")
    parser.add_argument("--taps", type=int, default=100, help="how many taps [100]")
    options = parser.parse_args()
    for name, value in measure(options.pages, options.taps).items():
        sys.stdout.write(f"{name}: {value:.1f}\n")


if __name__ == "__main__":
    main()

"""Measures how soon the pages of a full room show a tap: 25 tables, 200 open pages, two real browsers."""

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
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from evaluation.timing import time_fixed_work

from tools.chromium import CHROMIUM, FLAGS
from tools.process import measure_memory

TABLES = 25
THROW_PAUSE = 2.0
"""Seconds between two throws of a table."""
ROOM_SCREENS, FOLLOWERS = 5, 170
"""The number of room screens, and of guests' pages that follow the room, besides one page for each table."""
THROWS_A_ROUND = 6
"""The throws of each table before the round ends and the bell rings again."""
MAX_WAIT = 10.0
THROWS = ((1, 2, 3), (2, 4, 6), (1, 1, 5), (3, 5, 6))

WATCH_SCRIPT = """(selector) => {
  window.shown = [];
  const note = () => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => {
      after.port1.close();
      window.shown.push(performance.timeOrigin + performance.now());
    };
    after.port2.postMessage(null);
  });
  new MutationObserver(note).observe(document.querySelector(selector), {
    childList: true, subtree: true, characterData: true, attributes: true });
}"""


class LastTaps:
    """The times of each table's last throw and of the bell, by the clock of this process."""

    def __init__(self) -> None:
        self.thrown: dict[int, float] = {}
        self.rang = 0.0


class StreamReaders:
    """Reads the streams of all pages in one thread, and notes how long after its tap each event came."""

    def __init__(self, host: str, port: int, taps: LastTaps) -> None:
        self.table: list[float] = []
        self.room: list[float] = []
        self.bell: dict[float, list[float]] = {}
        self._taps = taps
        self._selector = selectors.DefaultSelector()
        self._noted: dict[tuple[object, int], float] = {}  # by stream and table: the last throw that came
        self._stopping = threading.Event()
        topics = [f"page=table&table={table}" for table in range(1, TABLES + 1)]
        topics += ["page=room"] * (ROOM_SCREENS + FOLLOWERS)
        for topic in topics:
            page = socket.create_connection((host, port), MAX_WAIT)
            page.sendall(f"GET /events?{topic} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            table_number = int(topic.rpartition("=")[2]) if "table&" in topic else 0
            self._selector.register(page, selectors.EVENT_READ, table_number)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stopping.is_set():
            for key, _ in self._selector.select(0.2):
                page = key.fileobj
                assert isinstance(page, socket.socket)  # noqa: S101 - nothing else is read
                with suppress(OSError):
                    self._note(page, key.data, page.recv(1 << 18), time.perf_counter())

    def _note(self, page: socket.socket, table: int, data: bytes, now: float) -> None:
        if b"event: blocks" not in data:
            return
        if self._taps.rang:
            self.bell.setdefault(self._taps.rang, []).append(1000 * (now - self._taps.rang))
            return
        changed = [table] if table else [int(found) for found in re.findall(rb"room_tables-(\d+)", data)]
        for changed_table in changed:
            thrown = self._taps.thrown.get(changed_table)
            # Only the first event after a throw counts.
            if thrown is not None and self._noted.get((page, changed_table)) != thrown:
                self._noted[page, changed_table] = thrown
                (self.table if table else self.room).append(1000 * (now - thrown))

    def count_missed(self) -> int:
        """Return how many last throws did not come to a page, over all pages and tables."""
        pages = [(key.fileobj, key.data) for key in self._selector.get_map().values()]
        return sum(
            self._noted.get((page, changed_table)) != thrown
            for page, table in pages
            for changed_table, thrown in self._taps.thrown.items()
            if table in (0, changed_table)
        )

    def close(self) -> None:
        """Close all streams."""
        self._stopping.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr] # sockets all of them


@contextmanager
def _open_room() -> Iterator[tuple[int, str, int]]:
    """Run a room of 25 tables without cameras; yield its process, host and port."""
    program = Path(sys.executable).with_name("pi-bunco")
    names = ",".join(f"P{number}" for number in range(4 * TABLES))
    with tempfile.TemporaryDirectory() as folder:
        words = ["run", "--camera", "none", "--players", names, "--host", "127.0.0.1", "--port", "0"]
        table = subprocess.Popen([program, *words, "--state-dir", folder], stdout=subprocess.PIPE, text=True)
        assert table.stdout is not None  # noqa: S101 - it is a pipe
        try:
            line = next(line for line in table.stdout if line.startswith("The room is at"))
            found = urlsplit(re.findall(r"http://\S+", line)[0])
            yield table.pid, found.hostname or "", found.port or 0
        finally:
            table.terminate()
            table.wait(30)
            table.stdout.close()


def measure(seconds: float) -> dict[str, float]:
    """Let a full room play this long, and return milliseconds from taps to pages; see :func:`main`."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where a browser is there

    units = [time_fixed_work() for _ in range(3)]
    with _open_room() as (pid, host, port), sync_playwright() as driver:
        taps = LastTaps()
        connection = http.client.HTTPConnection(host, port, timeout=MAX_WAIT)
        send_command(connection, 1, "ring")
        readers = StreamReaders(host, port, taps)
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        pages = {name: browser.new_page(bypass_csp=True) for name in ("table", "screen")}
        pages["table"].goto(f"http://{host}:{port}/t/1")
        pages["table"].evaluate(WATCH_SCRIPT, "#stage")
        pages["screen"].goto(f"http://{host}:{port}/room")
        pages["screen"].evaluate(WATCH_SCRIPT, "#room_tables-1")
        time.sleep(2)
        painted: dict[str, list[float]] = {"table": [], "screen": []}
        end = time.perf_counter() + seconds
        count, throws, missed = 0, 0, 0
        unpainted = dict.fromkeys(pages, 0)
        while time.perf_counter() < end:
            start = time.perf_counter()
            at = count % TABLES + 1
            head = at == 1
            if head:
                for page in pages.values():
                    page.evaluate("window.shown = []")
            taps.thrown[at], wall = time.perf_counter(), 1000 * time.time()
            answer = send_command(connection, at, "enter", THROWS[count // TABLES % len(THROWS)])
            throws += 1
            if head and answer == 200:  # noqa: PLR2004 - accepted
                _wait_until_painted(pages, painted, unpainted, wall)
            if answer != 200:  # noqa: PLR2004 - refused: no page shows it
                del taps.thrown[at]
            if head and count % (THROWS_A_ROUND * TABLES) == 0:
                time.sleep(1)
                missed += readers.count_missed()
                taps.thrown.clear()
                send_command(connection, 1, "end-round")
                time.sleep(1)
                taps.rang = time.perf_counter()
                send_command(connection, 1, "ring")
                time.sleep(1)
                taps.rang = 0.0
            count += 1
            time.sleep(max(0.0, THROW_PAUSE / TABLES - (time.perf_counter() - start)))
        memory = measure_memory(pid)
        readers.close()
        browser.close()
    units += [time_fixed_work() for _ in range(3)]
    slowest = [max(times) for times in readers.bell.values() if len(times) >= TABLES]
    return {
        "throws": throws,
        "missed": missed,
        "table unpainted": unpainted["table"],
        "room unpainted": unpainted["screen"],
        "table stream p99": _compute_p99(readers.table),
        "room stream p99": _compute_p99(readers.room),
        "table painted p99": _compute_p99(painted["table"]),
        "room painted p99": _compute_p99(painted["screen"]),
        "bell slowest": max(slowest, default=0.0),
        "memory": memory,
        "unit": statistics.median(units),
    }


def _wait_until_painted(
    pages: dict[str, Any], painted: dict[str, list[float]], unpainted: dict[str, int], wall: float
) -> None:
    """Note how long after its tap each page showed a throw; ``wall`` is the tap's time in milliseconds."""
    from playwright.sync_api import Error  # noqa: PLC0415 - only where a browser is there

    for name, page in pages.items():
        try:
            page.wait_for_function("window.shown.length > 0", timeout=5000)
        except Error:
            unpainted[name] += 1  # nothing on the page has changed, or the event did not come
        else:
            painted[name].append(page.evaluate("window.shown[0]") - wall)


def _compute_p99(times: list[float]) -> float:
    if len(times) < 2:  # noqa: PLR2004 - nothing to rank
        return max(times, default=0.0)
    return statistics.quantiles(times, n=100)[98]


def send_command(connection: http.client.HTTPConnection, table: int, command: str, dice: Any = None) -> int:
    """Send a command, and return the answer's status."""
    body = json.dumps({} if dice is None else {"dice": dice})
    connection.request("POST", f"/api/table/{table}/{command}", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    return answer.status


def main() -> None:
    """Measure and print: milliseconds from a tap to its pages, MB, and the fixed work's milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long the room plays [60]")
    for name, value in measure(parser.parse_args().seconds).items():
        sys.stdout.write(f"{name:20}{value:10.1f}\n")


if __name__ == "__main__":
    main()

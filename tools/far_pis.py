"""Measures a room in which each table has a Pi of its own: a head and its far Pis are processes here.

All of them share the cores of this machine. So a bell, which each far Pi works on at once, takes longer here
than with as many real Pis.
"""

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from evaluation.timing import time_fixed_work

from pi_bunco.limits import TABLES
from pi_bunco.link.broker import find_free_port
from pi_bunco.store.tail import LogTail
from tools.follow import ask, wait_for
from tools.process import measure_cpu, measure_share
from tools.stopwatch_bell import ENTRY_POINT, read_sounds

MAX_WAIT = 60.0
BELLS = 12
"""How often the first bell rings. An undo takes it back each time."""
REST = 1.0
"""Seconds of rest before each bell."""
LOOK_SECONDS = 0.05
"""Seconds between two looks at whether all far Pis have settled."""
STEADY_SECONDS = 5.0
"""Seconds for which all streams must last before anything is measured.

A far Pi opens its pages again some two seconds after it gets a table.
"""
DICE = ((2, 3, 4), (3, 5, 6), (2, 4, 6), (4, 5, 6))
"""Throws without points in round 1, whose target is one. So the round never ends."""
TIMES = (
    "throw",
    "throw p99",
    "own",
    "own p99",
    "sound",
    "sound p99",
    "sound last",
    "bell",
    "bell p99",
    "bell last",
    "settle",
    "cpu",
)
"""The figures in milliseconds, which are compared with the fixed piece of work."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A throw that was tapped at a far Pi.

    Attributes
    ----------
    token
        The name of the tap.
    sent, answered
        When it was sent and when the answer was there, in seconds.
    late
        Whether the answer came before the throw was in the game: the far Pi has not waited any longer.
    """

    token: str
    sent: float
    answered: float
    late: bool


@dataclass(frozen=True, slots=True)
class FarTable:
    """A table on a far Pi: its number, the process and the port of that Pi, and the file of its bell."""

    number: int
    process: int
    port: int
    bell: Path


class Processes:
    """The processes of all Pis. The first one is the head.

    Parameters
    ----------
    plugins
        A folder of plug-ins that they find.
    """

    def __init__(self, plugins: Path) -> None:
        self._started: list[subprocess.Popen[bytes]] = []
        self._environment = os.environ | {"PYTHONPATH": f"{plugins}:{os.environ.get('PYTHONPATH', '')}"}

    def start(self, *words: str) -> int:
        """Start a Pi, and return its process."""
        command = [sys.executable, "-m", "pi_bunco", *words]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self._environment)
        self._started.append(process)
        return self._started[-1].pid

    def close(self) -> None:
        """End all of them, the head last."""
        for group in (self._started[1:], self._started[:1]):
            for process in group:
                process.terminate()
            end = time.monotonic() + MAX_WAIT / 2
            for process in group:
                try:
                    process.wait(max(0.0, end - time.monotonic()))
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


class Stream:
    """Reads a stream of a Pi in a thread, also after the Pi has opened its pages again.

    Parameters
    ----------
    port, topic
        The port of the Pi, and the query of the stream.
    pattern
        What to find in each snapshot.
    closing
        Set when the stream is not needed any more.

    Attributes
    ----------
    seen
        When each snapshot came, and the first group of the pattern.
    opened
        When the stream was opened; 0: it is not open.
    """

    def __init__(self, port: int, topic: str, pattern: bytes, closing: threading.Event) -> None:
        self.seen: list[tuple[float, str]] = []
        self.opened = 0.0
        self._address = f"http://127.0.0.1:{port}/events?{topic}"
        self._pattern, self._closing = re.compile(pattern), closing
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while not self._closing.is_set():
            with suppress(OSError, HTTPException):
                self._read()
            self.opened = 0.0
            self._closing.wait(REST)

    def _read(self) -> None:
        with urllib.request.urlopen(self._address, timeout=MAX_WAIT) as stream:  # noqa: S310 - our own
            self.opened = time.monotonic()
            for line in stream:
                now = time.monotonic()
                if line.startswith(b"data: {") and (found := self._pattern.search(line)):
                    self.seen.append((now, found[1].decode()))
                if self._closing.is_set():
                    return

    def wait_for(self, text: str, since: float) -> float:
        """Wait until a snapshot since a time has this text, and return when it came."""
        end = time.monotonic() + MAX_WAIT
        while time.monotonic() < end:
            for at, found in reversed(self.seen):
                if at < since:
                    break
                if found == text:
                    return at
            time.sleep(0.01)
        raise TimeoutError(f"{self._address}: no snapshot has {text}")


class FarRoom:
    """A room with this many tables, each on a far Pi.

    Parameters
    ----------
    folder
        An empty folder.
    processes
        Ends the Pis.
    count
        How many far Pis there are.
    closing
        Set when the room is not needed any more.

    Attributes
    ----------
    head, process
        The port and the process of the head.
    folder
        Its state directory.
    tables
        The tables.
    shown
        The stream of the room on the head, with the number of events.
    phases
        The stream of each table on its far Pi, with the phase.
    """

    def __init__(self, folder: Path, processes: Processes, count: int, closing: threading.Event) -> None:
        names = ",".join(f"Guest{number}" for number in range(1, 4 * count + 1))
        self.head, self.folder = find_free_port(), folder / "head"
        options = ("--camera", "none", "--roles", "off", "--rules", "classic", "--players", names)
        self.process = processes.start("run", *options, *_place(self.head, self.folder))
        wait_for(self.head, "/api/table/1", "here")
        # They must ask one after the other: a new request replaces an older one of the same address.
        self.tables = [self._join(table, folder, processes) for table in range(1, count + 1)]
        for table in self.tables:
            wait_for(table.port, f"/api/table/{table.number}", "here")
        self.shown = Stream(self.head, "topic=room", rb'"revision":(\d+)', closing)
        self.phases = [
            Stream(table.port, f"table={table.number}", rb'"phase":"(\w+)"', closing) for table in self.tables
        ]
        self._wait_until_steady()

    def _join(self, table: int, folder: Path, processes: Processes) -> FarTable:
        port, bell = find_free_port(), folder / f"bell{table}"
        place = _place(port, folder / f"far{table}")
        options = ("--camera", "none", "--bell", f"stopwatch:{bell}")
        process = processes.start("follow", f"127.0.0.1:{self.head}", *options, *place)
        [request] = wait_for(self.head, "/api/link", "waiting")
        pis = _send(self.head, "/api/link/let-in", number=request["number"])["pis"]
        _send(self.head, "/api/link/tables", name=pis[-1]["name"], tables=[table])
        return FarTable(table, process, port, bell)

    def _wait_until_steady(self) -> None:
        end = time.monotonic() + MAX_WAIT + STEADY_SECONDS
        while time.monotonic() < end:
            newest = max(stream.opened or float("inf") for stream in (self.shown, *self.phases))
            are_there = all(pi["there"] for pi in _send(self.head, "/api/link")["pis"])
            if are_there and time.monotonic() - newest > STEADY_SECONDS:
                return
            time.sleep(REST)
        raise TimeoutError("The far Pis do not come to rest.")

    def find_broker(self) -> int:
        """Return the process of the broker, which the head has started."""
        for path in Path(f"/proc/{self.process}/task").glob("*/children"):
            for child in path.read_text().split():
                if Path(f"/proc/{child}/comm").read_text().strip() == "mosquitto":
                    return int(child)
        raise ProcessLookupError("The head has no broker.")

    def ring(self) -> tuple[list[float], list[float], int]:
        """Ring the bell at the head.

        Returns
        -------
        list of float, list of float, int
            The milliseconds until each far Pi's bell has sounded, and until each far Pi's stream had the
            round; and the number that takes it back.
        """
        began = time.monotonic()
        view = _send(self.head, "/api/table/1/ring", sure=True)
        waits = [1000 * (stream.wait_for("playing", began) - began) for stream in self.phases]
        heard = [1000 * (self._find_sound(table, began) - began) for table in self.tables]
        return heard, waits, view["can"]["undo"]["seq"]

    @staticmethod
    def _find_sound(table: FarTable, since: float) -> float:
        end = time.monotonic() + MAX_WAIT
        while time.monotonic() < end:
            if sounds := read_sounds(table.bell, since):
                return sounds[0][0]
            time.sleep(0.01)
        raise TimeoutError(f"The bell of table {table.number} has not sounded.")

    def take_back(self, bell: int) -> float:
        """Take a bell back, and return the milliseconds until the next one may ring: all Pis have settled."""
        began = time.monotonic()
        _send(self.head, "/api/table/1/undo", seq=bell)
        for stream in self.phases:
            stream.wait_for("ready", began)
        while _send(self.head, "/api/room")["moment"]["waiting"]:
            if time.monotonic() - began > MAX_WAIT:
                raise TimeoutError("The far Pis do not settle.")
            time.sleep(LOOK_SECONDS)
        return 1000 * (time.monotonic() - began)

    def play(self, seconds: float, pause: float) -> list[Tap]:
        """Tap throws at all tables for some seconds, at each table with a pause between two of them."""
        begin = time.monotonic() + REST
        with ThreadPoolExecutor(len(self.tables)) as threads:
            played = [
                threads.submit(
                    _play_table, table, begin + place * pause / len(self.tables), begin + seconds, pause
                )
                for place, table in enumerate(self.tables)
            ]
        return [tap for taps in played for tap in taps.result()]

    def read_throws(self) -> list[tuple[str, int]]:
        """Return the token and the number of each throw in the head's log that was tapped."""
        tail, place, found = LogTail(self.folder), (0, 0), []
        while lines := tail.read_after(*place, most=1000, most_bytes=1_000_000):
            place = lines[-1].game, lines[-1].seq
            bodies = [(json.loads(line.body), line.seq) for line in lines]
            found += [
                (body["token"], seq)
                for body, seq in bodies
                if body.get("event") == "throw" and "token" in body
            ]
        return found

    def wait_for_throws(self, number: int) -> list[tuple[str, int]]:
        """Wait until the head's log has so many different throws, but not for ever, and return all."""
        end = time.monotonic() + MAX_WAIT
        while len({token for token, _ in self.read_throws()}) < number and time.monotonic() < end:
            time.sleep(REST)
        time.sleep(REST)  # one of them may come twice
        return self.read_throws()


def _install_bell(folder: Path) -> None:
    """Install the bell that notes when it sounds, as pip would."""
    info = folder / "stopwatch_bell-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stopwatch-bell\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINT)


def _place(port: int, folder: Path) -> tuple[str, ...]:
    return "--port", str(port), "--host", "127.0.0.1", "--state-dir", str(folder)


def _play_table(table: FarTable, begin: float, end: float, pause: float) -> list[Tap]:
    """Tap throws at a table from ``begin`` until ``end``, as its page does."""
    path = f"/api/table/{table.number}"
    here = _send(table.port, path)["here"]
    taps: list[Tap] = []
    while (at := begin + len(taps) * pause) < end:
        time.sleep(max(0.0, at - time.monotonic()))
        token, dice = f"{table.number}.{len(taps) + 1}", DICE[len(taps) % len(DICE)]
        before, sent = here["newest"], time.monotonic()
        body = {"dice": dice, "moment": here["seen"], "after": before, "token": token}
        here = _send(table.port, f"{path}/enter", **body)["here"]
        taps.append(Tap(token, sent, time.monotonic(), late=here["newest"] == before))
    return taps


def _send(port: int, path: str, **body: object) -> Any:
    """Send a request to a Pi, and return the answer. The error of a refusal has its words."""
    try:
        return ask(port, path, **body)
    except HTTPError as error:
        error.add_note(f"{path}: {error.read().decode()}")
        raise


def find_delays(
    taps: Iterable[Tap], places: Mapping[str, int], shown: Sequence[tuple[float, str]]
) -> list[float]:
    """Return the milliseconds from each tap until the room showed it.

    Parameters
    ----------
    taps
        The taps.
    places
        The number in the log of each tap's throw.
    shown
        When the room showed how many events of the log, oldest first; the header of the log counts as one.

    Raises
    ------
    IndexError
        If the room has never shown one of them.
    """
    counts = [int(count) for _, count in shown]
    return [1000 * (shown[bisect_right(counts, places[tap.token])][0] - tap.sent) for tap in taps]


def list_faults(sent: Iterable[str], logged: Iterable[str]) -> list[str]:
    """Return a sentence about each tap that is not exactly once in the log, by their tokens."""
    tapped, counts = set(sent), Counter(logged)
    faults = [f"The throw {token} is lost." for token in sorted(tapped - counts.keys())]
    faults += [f"Nobody has tapped the throw {token}." for token in sorted(counts.keys() - tapped)]
    faults += [
        f"The throw {token} came {count} times." for token, count in sorted(counts.items()) if count > 1
    ]
    return faults


def compute_p99(times: Sequence[float]) -> float:
    """Return the time below which 99 of 100 times are."""
    return statistics.quantiles(times, n=100, method="inclusive")[98]


def explain_why_not() -> str:
    """Return why this cannot be measured here, ``""`` if it can."""
    return (
        "" if shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin") else "Mosquitto is missing"
    )


def measure(pis: int = TABLES, seconds: float = 60.0, pause: float = 5.0) -> dict[str, float]:
    """Measure a room with far Pis.

    Parameters
    ----------
    pis
        How many far Pis there are.
    seconds
        How long throws are tapped.
    pause
        The seconds between two throws of a table.

    Returns
    -------
    dict
        In milliseconds, each with the time below which 99 of 100 are (``p99``):

        - ``throw`` from a tap at a far Pi until the head's stream of the room has it;
        - ``own`` until the far Pi's own answer has come;
        - ``sound`` from the head's bell until a far Pi's bell sounds, and ``bell`` until a stream of that Pi
          has the round. ``sound last`` and ``bell last`` are the medians of the last Pi of each bell;
        - ``settle`` from the undo of a bell until all far Pis have settled, and the next one may ring.

        ``cpu``: the head's milliseconds of processor time for each throw. ``throws``: how many were tapped;
        ``late``: how many answers came before the throw was in the game. ``head``, ``broker``, ``far``: the
        proportional set sizes in MB of the head, of its broker, and of a far Pi (median). ``unit``:
        milliseconds of a fixed piece of work. ``load before``, ``load``: the load average of the last minute,
        before and after this.
    """
    load, units = os.getloadavg()[0], [time_fixed_work() for _ in range(9)]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        _install_bell(folder / "plugins")
        processes = stack.enter_context(closing(Processes(folder / "plugins")))
        over = threading.Event()
        stack.callback(over.set)
        room = FarRoom(folder, processes, pis, over)
        bells: list[list[float]] = []
        sounds: list[list[float]] = []
        settled: list[float] = []
        while True:
            time.sleep(REST)
            heard, waits, number = room.ring()
            sounds.append(heard)
            bells.append(waits)
            if len(bells) == BELLS:
                break
            settled.append(room.take_back(number))
        cpu = measure_cpu(room.process)
        taps = room.play(seconds, pause)
        cpu = 1000 * (measure_cpu(room.process) - cpu) / len(taps)
        throws = room.wait_for_throws(len(taps))
        if faults := list_faults((tap.token for tap in taps), (token for token, _ in throws)):
            sys.exit("\n".join(faults))
        delays = find_delays(taps, dict(throws), room.shown.seen)
        own = [1000 * (tap.answered - tap.sent) for tap in taps]
        pairs = [wait for waits in bells for wait in waits]
        heard = [sound for each in sounds for sound in each]
        return {
            "throw": statistics.median(delays),
            "throw p99": compute_p99(delays),
            "own": statistics.median(own),
            "own p99": compute_p99(own),
            "sound": statistics.median(heard),
            "sound p99": compute_p99(heard),
            "sound last": statistics.median(map(max, sounds)),
            "bell": statistics.median(pairs),
            "bell p99": compute_p99(pairs),
            "bell last": statistics.median(map(max, bells)),
            "settle": statistics.median(settled),
            "cpu": cpu,
            "throws": len(taps),
            "late": sum(tap.late for tap in taps),
            "head": measure_share(room.process),
            "broker": measure_share(room.find_broker()),
            "far": statistics.median(measure_share(table.process) for table in room.tables),
            "unit": min(*units, *(time_fixed_work() for _ in range(9))),
            "load before": load,
            "load": os.getloadavg()[0],
        }


def main() -> None:
    """Measure and print: each figure, and the ratio of each time to that of the fixed work."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pis", type=int, default=TABLES, help=f"how many far Pis, 1 to {TABLES} [{TABLES}]")
    parser.add_argument("--seconds", type=float, default=60, help="how long throws are tapped [60]")
    parser.add_argument("--pause", type=float, default=5, help="seconds between two throws of a table [5]")
    options = parser.parse_args()
    if why := explain_why_not():
        sys.exit(f"Not measured: {why}.")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # or the processes would stay
    figures = measure(options.pis, options.seconds, options.pause)
    for name, value in figures.items():
        ratio = f"{value / figures['unit']:10.2f}" if name in TIMES else ""
        sys.stdout.write(f"{name:12}{value:10.1f}{ratio}\n")


if __name__ == "__main__":
    main()

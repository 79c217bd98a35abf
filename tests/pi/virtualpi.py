"""A Raspberry Pi that is a process of this machine; tools/pi builds its kernel, card, pins and camera."""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, cast

LAB = Path(os.environ.get("PI_BUNCO_LAB", "~/.cache/pi-bunco-pi")).expanduser()
"""Where ``make test-pi`` has built it."""

PAGE = "http://127.0.0.1:8080"
STATE = "/var/lib/pi-bunco"
PATIENCE = float(os.environ.get("PI_BUNCO_PATIENCE", "600"))
"""Seconds that anything may take on a busy machine before a test calls it broken."""

_HABITS = {
    "TMPDIR": "/dev/shm",  # noqa: S108 - its memory is a file there, in this machine's memory
    # The C library would have the host write into each thread's memory, which its programs replace by theirs.
    "GLIBC_TUNABLES": "glibc.pthread.rseq=0",
}


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command in the Pi said, and its exit status."""

    rc: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Played:
    """What came of pulling a line: each change of others as ``(second, line, level)``, each pull's second."""

    edges: list[tuple[float, int, int]]
    pulled: list[float]


class VirtualPi:
    """A Pi with power on, until :meth:`cut` or the end of the ``with``.

    Parameters
    ----------
    folder
        For what it writes: its card's changes, and what it shows on its screen (``screen.txt``).
    card
        The card's picture it starts from, which is never written; what an earlier Pi in the same folder
        wrote stays, as on a card.
    memory
        In megabytes.
    disks
        Further disks, each a file: ``/dev/ubdb`` and so on.
    """

    def __init__(self, folder: Path, card: Path, *, memory: int = 1024, disks: tuple[Path, ...] = ()) -> None:
        self.screen = folder / "screen.txt"
        to_pi, self._to = os.pipe()
        self._from, from_pi = os.pipe()
        more = [f"ubd{'bcdefgh'[at]}={disk}" for at, disk in enumerate(disks)]
        with self.screen.open("ab") as screen:
            self._process = subprocess.Popen(
                [LAB / "linux", f"mem={memory}M", f"dtb={LAB / 'pi4.dtb'}", f"hostfs={LAB}",
                 f"ubda={folder / 'card.cow'},{card}", *more, "root=/dev/ubda", "rw",
                 f"ssl0=fd:{to_pi},fd:{from_pi}", "con=null", "con0=null,fd:1", "quiet", "loglevel=4"],
                stdin=subprocess.DEVNULL, stdout=screen, stderr=screen, pass_fds=(to_pi, from_pi),
                start_new_session=True, env={**os.environ, **_HABITS},
            )  # fmt: skip
        os.close(to_pi)
        os.close(from_pi)
        self._heard = b""
        try:
            self._answer(PATIENCE)
        except BaseException:
            self.cut()
            raise

    def __enter__(self) -> Self:
        """Return the Pi."""
        return self

    def __exit__(self, *_: object) -> None:
        """Pull the plug, if nobody has."""
        self.cut()

    def cut(self) -> None:
        """Cut the power: nothing is written any more, from one instruction to the next."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for end in (self._to, self._from):
            with suppress(OSError):  # closed by an earlier cut
                os.close(end)

    def run(self, command: str, *, seconds: float = PATIENCE, check: bool = True) -> Ran:
        """Run a shell command as root."""
        ran = Ran(**self._order("run", seconds + 30, command=command, seconds=seconds))
        assert ran.rc == 0 or not check, f"{command}: {ran}"
        return ran

    def get(self, path: str) -> tuple[int, str]:
        """Fetch a page of the table; status 0 if nobody answers."""
        told = self._order("ask", 60, address=PAGE + path)
        return told["status"], told["body"]

    def post(self, path: str, body: dict[str, Any]) -> tuple[int, str]:
        """Tap on the table's page."""
        told = self._order("ask", 60, address=PAGE + path, body=body)
        return told["status"], told["body"]

    def table(self) -> dict[str, Any]:
        """Return what the page shows, ``{}`` while nobody answers."""
        status, body = self.get("/api/table/1")
        return cast("dict[str, Any]", json.loads(body)) if status == 200 else {}

    def record(self) -> list[dict[str, Any]]:
        """Return the log as it stands on the card."""
        command = f"pi-bunco record --state-dir {STATE}"
        return [json.loads(line) for line in self.run(command).out.splitlines()]

    def pull(self, line: int, level: int) -> None:
        """Pull a line of ``/dev/gpiochip0`` to a level, as a wire would."""
        self._order("pull", 30, line=line, level=level)

    def play(self, steps: list[tuple[float, int]], line: int, watch: list[int], seconds: float) -> Played:
        """Pull a line by ``(second, level)``, watch others."""
        told = self._order("play", seconds + 120, steps=steps, line=line, watched=watch, seconds=seconds)
        return Played([(at, which, level) for at, which, level in told["edges"]], told["pulled"])

    def put(self, file: Path, path: str) -> None:
        """Copy a file of this machine into the Pi."""
        given = LAB / "given" / file.name
        given.parent.mkdir(exist_ok=True)
        shutil.copy(file, given)
        self.run(f"install -D -m 644 /lab/given/{file.name} {path}")

    def fetch(self, path: str) -> bytes:
        """Return a file."""
        return base64.b64decode(self._order("fetch", 120, path=path)["data"])

    def until(self, what: str, holds: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Wait until something holds, and give what it gave."""
        end = time.monotonic() + seconds
        while not (it := holds()):
            assert time.monotonic() < end, f"{what}: not within {seconds:g} seconds; {self.journal()}"
            time.sleep(1.0)  # it has one processor, which looking takes time of
        return it

    def until_table(self, what: str, shows: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait until the page shows something, and give the page."""
        return cast("dict[str, Any]", self.until(what, lambda: (now := self.table()) and shows(now) and now))

    def pid(self) -> int:
        """Return the table's process, 0 if there is none."""
        return int(self.run("systemctl show -P MainPID pi-bunco").out)

    def journal(self) -> str:
        """Return the last that the table said to systemd."""
        return self.run("journalctl -u pi-bunco -n 40 --no-pager -o cat", check=False).out

    def _order(self, what: str, patience: float, /, **details: Any) -> dict[str, Any]:
        os.write(self._to, json.dumps({"do": what, "with": details}).encode() + b"\n")
        told = self._answer(patience)
        assert "is" in told, f"{what} {details}: {told}"
        return cast("dict[str, Any]", told["is"] or {})

    def _answer(self, seconds: float) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while b"\n" not in self._heard:
            ready, _, _ = select.select([self._from], [], [], max(end - time.monotonic(), 0))
            more = os.read(self._from, 1 << 20) if ready else b""
            assert more, f"the virtual Pi {'stopped' if ready else 'is silent'}; see {self.screen}"
            self._heard += more
        line, self._heard = self._heard.split(b"\n", 1)
        return cast("dict[str, Any]", json.loads(line))

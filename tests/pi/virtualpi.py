"""The virtual Pi: a Raspberry Pi as a process; tools/pi builds its kernel, card, pins and camera."""

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
"""The folder in which ``make test-pi`` builds the virtual Pi."""

PAGE = "http://127.0.0.1:8080"
STATE = "/var/lib/pi-bunco"
PATIENCE = float(os.environ.get("PI_BUNCO_PATIENCE", "600"))
"""Seconds after which a test fails if it still waits for something."""

_ENVIRONMENT = {
    "TMPDIR": "/dev/shm",  # noqa: S108 - its memory is a file there, in this machine's memory
    # With rseq the host's kernel would write into each thread's memory, which belongs to the Pi's programs.
    "GLIBC_TUNABLES": "glibc.pthread.rseq=0",
}


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The exit status, the output and the errors of a command in the Pi."""

    rc: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Played:
    """The result of pulling a line.

    Attributes
    ----------
    edges
        Other lines' changes, as ``(second, line, level)``.
    pulled
        The seconds before and after each pull.
    """

    edges: list[tuple[float, int, int]]
    pulled: list[tuple[float, float]]


class VirtualPi:
    """A running Pi, until :meth:`cut` or the end of the ``with``.

    Parameters
    ----------
    folder
        The folder for the changes of its card, and for the text on its screen (``screen.txt``).
    card
        The image of the card from which it starts, which is never written to. Changes by an earlier Pi in
        the same folder are kept.
    memory
        Its memory in megabytes.
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
                start_new_session=True, env={**os.environ, **_ENVIRONMENT},
            )  # fmt: skip
        os.close(to_pi)
        os.close(from_pi)
        self._received = b""
        try:
            self._answer(PATIENCE)
        except BaseException:
            self.cut()
            raise

    def __enter__(self) -> Self:
        """Return the Pi."""
        return self

    def __exit__(self, *_: object) -> None:
        """Cut the power, if it is on."""
        self.cut()

    def cut(self) -> None:
        """Cut the power at once, so that nothing more is written."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        for end in (self._to, self._from):
            with suppress(OSError):  # closed by an earlier cut
                os.close(end)

    def run(self, command: str, *, seconds: float = PATIENCE, check: bool = True) -> CommandResult:
        """Run a shell command as root; with ``check``, assert that it succeeds."""
        result = CommandResult(**self._order("run", seconds + 30, command=command, seconds=seconds))
        assert result.rc == 0 or not check, f"{command}: {result}"
        return result

    def get(self, path: str, page: str = PAGE) -> tuple[int, str]:
        """Return status and body of a page of the table; the status is 0 if there is no answer."""
        answer = self._order("ask", 60, address=page + path)
        return answer["status"], answer["body"]

    def post(self, path: str, body: dict[str, Any], page: str = PAGE) -> tuple[int, str]:
        """Send a command to the table's page, as a tap does; return status and body of the answer."""
        answer = self._order("ask", 60, address=page + path, body=body)
        return answer["status"], answer["body"]

    def table(self) -> dict[str, Any]:
        """Return the view of the table, ``{}`` if the page does not answer."""
        status, body = self.get("/api/table/1")
        return cast("dict[str, Any]", json.loads(body)) if status == 200 else {}

    def record(self) -> list[dict[str, Any]]:
        """Return the lines of the log on the card."""
        command = f"pi-bunco record --state-dir {STATE}"
        return [json.loads(line) for line in self.run(command).out.splitlines()]

    def pull(self, line: int, level: int) -> None:
        """Pull a line of ``/dev/gpiochip0`` to a level, as a wire would."""
        self._order("pull", 30, line=line, level=level)

    def play(self, steps: list[tuple[float, int]], line: int, watch: list[int], seconds: float) -> Played:
        """Pull a line to each ``level`` at its ``second``, and watch other lines for so many seconds."""
        answer = self._order("play", seconds + 120, steps=steps, line=line, watched=watch, seconds=seconds)
        edges = [(at, which, level) for at, which, level in answer["edges"]]
        return Played(edges, [(before, after) for before, after in answer["pulled"]])

    def put(self, file: Path, path: str) -> None:
        """Copy a file of this machine into the Pi."""
        given = LAB / "given" / file.name
        given.parent.mkdir(exist_ok=True)
        shutil.copy(file, given)
        self.run(f"install -D -m 644 /lab/given/{file.name} {path}")

    def fetch(self, path: str) -> bytes:
        """Return the contents of a file."""
        return base64.b64decode(self._order("fetch", 120, path=path)["data"])

    def wait_until(self, what: str, check: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Wait until ``check`` returns something true, and return that."""
        end = time.monotonic() + seconds
        while not (result := check()):
            assert time.monotonic() < end, f"{what}: not within {seconds:g} seconds; {self.journal()}"
            time.sleep(1.0)  # the Pi has one processor, and each check uses it
        return result

    def wait_for_table(self, what: str, check: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait until ``check`` accepts the view of the table, and return the view."""
        view = self.wait_until(what, lambda: (now := self.table()) and check(now) and now)
        return cast("dict[str, Any]", view)

    def pid(self) -> int:
        """Return the number of the table's process, 0 if there is none."""
        return int(self.run("systemctl show -P MainPID pi-bunco").out)

    def stop_and_remove_camera(self) -> None:
        """Stop the table, and let it play without a camera when it is started again.

        When the virtual camera is opened, libcamera decodes all its pictures, for seconds in which nothing
        else runs (``virtual_picamera2.py``).
        """
        self.run("systemctl stop pi-bunco")
        self.run("sed -i 's/^camera = .*/camera = \"none\"/' /etc/pi-bunco/table.toml")

    def wait_for_welcome(self) -> None:
        """Wait until the pages ask for the first game, because nobody has named players."""

        def is_asking() -> bool:
            status, body = self.get("/healthz")
            return status == 200 and "welcome" in json.loads(body)

        self.wait_until("the welcome answers", is_asking)

    def name_players(self) -> None:
        """Name players in the settings, so that the table begins a game by itself, and start it again."""
        self.run("sed -i 's/^# players = \\[/players = [/' /etc/pi-bunco/table.toml")
        self.run("systemctl restart pi-bunco")

    def count_restarts(self) -> int:
        """Return how often systemd has started the table again by itself since this Pi's start."""
        return int(self.run("systemctl show -P NRestarts pi-bunco").out)

    def journal(self) -> str:
        """Return the last lines of the table in systemd's journal."""
        return self.run("journalctl -u pi-bunco -n 40 --no-pager -o cat", check=False).out

    def _order(self, what: str, patience: float, /, **details: Any) -> dict[str, Any]:
        os.write(self._to, json.dumps({"do": what, "with": details}).encode() + b"\n")
        answer = self._answer(patience)
        assert "is" in answer, f"{what} {details}: {answer}"
        return cast("dict[str, Any]", answer["is"] or {})

    def _answer(self, seconds: float) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while b"\n" not in self._received:
            ready, _, _ = select.select([self._from], [], [], max(end - time.monotonic(), 0))
            more = os.read(self._from, 1 << 20) if ready else b""
            assert more, f"the virtual Pi {'stopped' if ready else 'is silent'}; see {self.screen}"
            self._received += more
        line, self._received = self._received.split(b"\n", 1)
        return cast("dict[str, Any]", json.loads(line))

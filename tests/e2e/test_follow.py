"""A second Pi joins by a code, shows the game of the head, and keeps a copy: both as real processes."""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.link.broker import find_free_port
from pi_bunco.link.state import FOLDER, HEAD_FILE, HeadState, save_state
from pi_bunco.store import Log, read_record
from pi_bunco.store.tail import LogTail

pytestmark = pytest.mark.skipif(
    not shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin"),
    reason="Mosquitto is not installed",
)
PATIENCE = 60.0
NAMES = "Ann,Bob,Cy,Di,Eve,Fay,Gil,Hal"


class Pi:
    """A process of pi-bunco, and its pages."""

    def __init__(self, folder: Path, *words: str, port: int) -> None:
        self.folder, self.port, self._words = folder, port, words
        self.start()

    def start(self) -> None:
        """Start it, as after a power cut."""
        words = [
            *self._words,
            "--port",
            str(self.port),
            "--host",
            "127.0.0.1",
            "--state-dir",
            str(self.folder),
        ]
        self.process = subprocess.Popen([sys.executable, "-m", "pi_bunco", *words], stdout=subprocess.DEVNULL)

    def ask(self, path: str, **body: object) -> Any:
        """Send a request and return the answer."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body).encode() if body else None,
            {"Content-Type": "application/json", "Accept": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def read(self, path: str) -> str:
        """Return a page."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
            return str(answer.read().decode())

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(30)


def wait_for(what: Callable[[], object]) -> Any:
    """Wait until something is there, and return it. A Pi that starts may not answer yet."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if found := what():
                return found
        except (OSError, sqlite3.Error, KeyError, ValueError):
            pass
        time.sleep(0.05)
    raise AssertionError("it did not come")


def start_head(folder: Path) -> Pi:
    """Start a head whose broker has a port of its own: other tests may run beside this one."""
    (folder / FOLDER).mkdir(parents=True)
    save_state(HeadState(find_free_port()), folder / FOLDER / HEAD_FILE)
    return Pi(folder, "run", "--camera", "none", "--players", NAMES, "--roles", "off", port=find_free_port())


@pytest.fixture
def head(tmp_path: Path) -> Iterator[Pi]:
    pi = start_head(tmp_path / "head")
    yield pi
    pi.stop()


@pytest.fixture
def far(head: Pi, tmp_path: Path) -> Iterator[Pi]:
    wait_for(lambda: head.ask("/api/table/1"))
    pi = Pi(tmp_path / "far", "follow", f"127.0.0.1:{head.port}", port=find_free_port())
    yield pi
    pi.process.send_signal(signal.SIGCONT)
    pi.stop()


def let_in(head: Pi, far: Pi) -> None:
    """Let the far Pi in, after both screens have shown the same code."""
    [asks] = wait_for(lambda: head.ask("/api/link")["waiting"])
    wait_for(lambda: asks["code"] in far.read("/"))
    assert asks["code"] in head.read("/host/pis")
    head.ask("/api/link/let-in", number=asks["number"])


def have_same_log(head: Pi, far: Pi) -> bool:
    """Return whether both have the same newest line, with the same seal over all before it."""
    return LogTail(head.folder).find_last() == LogTail(far.folder).find_last()


@pytest.mark.nightly
def test_far_pi_follows(head: Pi, far: Pi) -> None:
    """It shows what is tapped at the head, through cuts and restarts of both, and ends with the same log."""
    let_in(head, far)
    assert wait_for(lambda: far.ask("/api/table/2"))["sides"] == head.ask("/api/table/2")["sides"]
    head.ask("/api/table/1/ring", sure=True)
    for dice in ([1, 1, 2], [1, 2, 3], [2, 3, 4]):
        head.ask("/api/table/1/enter", dice=dice)
    wait_for(lambda: far.ask("/api/table/1")["sides"] == head.ask("/api/table/1")["sides"])
    with pytest.raises(urllib.error.HTTPError) as refused:
        far.ask("/api/table/1/enter", dice=[1, 1, 1])
    assert f"127.0.0.1:{head.port}" in refused.value.read().decode()

    far.process.send_signal(signal.SIGSTOP)  # it hears nothing for a while
    for dice in ([1, 1, 2], [2, 3, 4]):
        head.ask("/api/table/2/enter", dice=dice)
    far.process.send_signal(signal.SIGCONT)
    wait_for(lambda: have_same_log(head, far))

    head.stop()  # then nobody may take the pages of the far Pi for the present
    wait_for(lambda: 'id="stale" role="alert">' in far.read("/room"))
    far.process.kill()
    far.process.wait()
    far.start()
    wait_for(lambda: far.ask("/api/table/1"))
    head.start()
    wait_for(lambda: head.ask("/api/table/1/enter", dice=[1, 1, 3]))
    wait_for(lambda: have_same_log(head, far))
    wait_for(lambda: 'id="stale" role="alert" hidden' in far.read("/room"))
    [pi] = wait_for(lambda: head.ask("/api/link")["pis"])
    wait_for(lambda: "up to date" in head.ask("/api/link")["pis"][0]["says"])
    assert read_record(head.folder) == read_record(far.folder)

    head.ask("/api/link/put-out", name=pi["name"])
    wait_for(lambda: 'id="stale" role="alert">' in far.read("/room"))  # it hears nothing any more
    head.ask("/api/table/1/enter", dice=[1, 2, 3])
    assert not head.ask("/api/link")["pis"]
    assert not have_same_log(head, far)


@pytest.mark.nightly
def test_damaged_copy_is_fetched_again(head: Pi, far: Pi) -> None:
    """A copy whose card has failed is set aside with what it has, and the far Pi fetches everything again."""
    let_in(head, far)
    wait_for(lambda: have_same_log(head, far))
    far.process.kill()
    far.process.wait()
    for name in ("log.sqlite3", "log.sqlite3-wal"):
        (far.folder / name).write_bytes(bytes(5000))
    far.start()
    wait_for(lambda: have_same_log(head, far))
    assert list((far.folder / "replaced").iterdir())
    head.ask("/api/table/1/ring", sure=True)
    wait_for(lambda: far.ask("/api/table/1")["sides"] == head.ask("/api/table/1")["sides"])


def test_a_copy_is_no_table_and_a_table_no_copy(head: Pi, tmp_path: Path) -> None:
    """Nobody plays in the folder of a copy, and a folder with games of its own becomes none."""
    (tmp_path / "copy" / "link").mkdir(parents=True)
    (tmp_path / "copy" / "link" / "far.json").write_text('{"head":"http://10.0.0.7:8080/","port":8883}')
    with Log(tmp_path / "own"):
        pass
    wait_for(lambda: head.ask("/api/table/1"))
    for words, folder, said in (
        (["run", "--camera", "none"], "copy", "is the copy of another Pi’s log"),
        (["follow", f"127.0.0.1:{head.port}"], "own", "has games of its own"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "pi_bunco", *words, "--port", "0", "--state-dir", str(tmp_path / folder)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 2
        assert said in done.stderr


def test_host_may_refuse(head: Pi, far: Pi) -> None:
    """A far Pi that the host refuses ends with a sentence, and nothing was sent to it."""
    [asks] = wait_for(lambda: head.ask("/api/link")["waiting"])
    head.ask("/api/link/refuse", number=asks["number"])
    assert far.process.wait(PATIENCE) == 2
    assert not (far.folder / "log.sqlite3").exists()

"""The table under a systemd that this test plays: ready, fed, killed, started again in the same game."""

import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Start = Callable[..., Any]
PROGRAM = Path(sys.executable).with_name("pi-bunco")


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Listen as systemd does to whatever is started from now on."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield ear


def test_table_says_that_it_is_ready_lives_and_stops(start: Start, systemd: socket.socket) -> None:
    """Ready comes once the page answers; food comes with no camera too; the end is told."""
    table = start("--camera", "none", "--host", "127.0.0.1")
    fed = 0
    while not (said := systemd.recv(1000).decode()).startswith("READY=1"):
        fed += said == "WATCHDOG=1"
    assert f"STATUS=The table is at {table.address}" in said
    for _ in range(3):
        assert systemd.recv(1000) == b"WATCHDOG=1"
    table.stop()
    while (said := systemd.recv(1000).decode()) == "WATCHDOG=1":
        pass
    assert said.startswith("STOPPING=1")


def test_table_whose_camera_is_missing_is_fed(start: Start, systemd: socket.socket) -> None:
    """A camera that is not there is no reason to be started anew: the game goes on by taps."""
    table = start("--camera", "/dev/video97", "--host", "127.0.0.1")
    while not systemd.recv(1000).startswith(b"READY=1"):
        pass
    table.until(lambda now: now["camera"]["status"] == "trouble")
    for _ in range(3):
        assert systemd.recv(1000) == b"WATCHDOG=1"


def test_killed_table_shows_the_same_game_when_it_is_started_again(start: Start) -> None:
    """What systemd does after a crash: the same command, and the tally stands."""
    options = ("--camera", "none", "--host", "127.0.0.1")
    table = start(*options)
    table.post("api/table/1/ring")
    before = table.post("api/table/1/enter", {"dice": [1, 1, 4]})[1]
    table.kill()
    again = start(*options).table
    assert [side["score"] for side in again["sides"]] == [side["score"] for side in before["sides"]]
    assert again["revision"] == before["revision"]


@pytest.mark.usefixtures("systemd")
def test_the_page_lets_it_start_again(start: Start) -> None:
    """The program ends well, so that systemd starts it anew; nothing is lost."""
    options = ("--camera", "none", "--host", "127.0.0.1")
    table = start(*options)
    table.post("api/table/1/ring")
    before = table.post("api/table/1/enter", {"dice": [1, 1, 4]})[1]
    urllib.request.urlopen(urllib.request.Request(table.address + "doctor/restart", b""), timeout=60).close()
    assert table.process.wait(60) == 0
    table.kill()  # closes what was read of it
    again = start(*options).table
    assert again["revision"] == before["revision"]


def test_trouble_stands_in_the_status(systemd: socket.socket, tmp_path: Path) -> None:
    """A wrong setting is told to systemd; stopped meanwhile, it does not wait the whole pause."""
    command = [str(PROGRAM), "run", "--config", "no.toml", "--state-dir", str(tmp_path / "state")]
    table = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=dict(os.environ))
    assert "no.toml cannot be read" in systemd.recv(1000).decode()
    table.terminate()
    assert "no.toml cannot be read" in table.communicate(timeout=60)[1]
    assert table.returncode == 2

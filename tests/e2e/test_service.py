"""The table under systemd, played by the test: the table reports its state, and survives a restart."""

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
    """Receive what programs that start from now on report to systemd."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(tmp_path / "notify"))
        receiver.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield receiver


def test_table_reports_that_it_is_ready_alive_and_stopping(start: Start, systemd: socket.socket) -> None:
    """The table is ready when the page answers. Then it reports that it is alive, even without a camera."""
    table = start("--camera", "none", "--players", "Ann,Bob,Cy,Di", "--host", "127.0.0.1")
    while not (message := systemd.recv(1000).decode()).startswith("READY=1"):
        pass
    assert f"STATUS=The table is at {table.address}" in message
    for _ in range(3):
        assert systemd.recv(1000) == b"WATCHDOG=1"
    table.stop()
    while (message := systemd.recv(1000).decode()) == "WATCHDOG=1":
        pass
    assert message.startswith("STOPPING=1")


def test_table_without_its_camera_is_not_restarted(start: Start, systemd: socket.socket) -> None:
    """A table without its camera reports that it is alive, as the game goes on by taps."""
    table = start("--camera", "/dev/video97", "--players", "Ann,Bob", "--host", "127.0.0.1")
    while not systemd.recv(1000).startswith(b"READY=1"):
        pass
    table.wait_until(lambda now: now["camera"]["status"] == "trouble")
    for _ in range(3):
        assert systemd.recv(1000) == b"WATCHDOG=1"


def test_killed_table_shows_the_same_game_after_a_restart(start: Start) -> None:
    """After a crash systemd runs the same command, and the scores are the same."""
    options = ("--camera", "none", "--players", "Ann,Bob,Cy,Di", "--host", "127.0.0.1")
    table = start(*options)
    table.post("api/table/1/ring")
    before = table.post("api/table/1/enter", {"dice": [1, 1, 4]})[1]
    table.kill()
    again = start(*options).table
    assert [side["score"] for side in again["sides"]] == [side["score"] for side in before["sides"]]
    assert again["revision"] == before["revision"]


@pytest.mark.usefixtures("systemd")
def test_the_restart_button_ends_the_program_normally(start: Start) -> None:
    """After that, systemd starts it again. Nothing of the game is lost."""
    options = ("--camera", "none", "--players", "Ann,Bob,Cy,Di", "--host", "127.0.0.1")
    table = start(*options)
    table.post("api/table/1/ring")
    before = table.post("api/table/1/enter", {"dice": [1, 1, 4]})[1]
    urllib.request.urlopen(urllib.request.Request(table.address + "doctor/restart", b""), timeout=60).close()
    assert table.process.wait(60) == 0
    table.kill()  # also closes the pipe to the process
    again = start(*options).table
    assert again["revision"] == before["revision"]


def test_a_wrong_setting_is_reported_to_systemd(systemd: socket.socket, tmp_path: Path) -> None:
    """The program waits before it ends, so that it is not restarted at once. A stop ends this wait."""
    command = [str(PROGRAM), "run", "--config", "no.toml", "--state-dir", str(tmp_path / "state")]
    table = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=dict(os.environ))
    assert "no.toml cannot be read" in systemd.recv(1000).decode()
    table.terminate()
    assert "no.toml cannot be read" in table.communicate(timeout=60)[1]
    assert table.returncode == 2

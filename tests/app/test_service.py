"""What systemd hears of a table: ready, alive as long as each thread is, and nothing where nobody listens."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.app import service
from pi_bunco.app.service import Watchdog, is_service, notify, show_trouble
from pi_bunco.errors import Trouble


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Listen as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield ear


def test_systemd_hears_what_it_is_told(systemd: socket.socket) -> None:
    """Lines that are told together arrive together."""
    notify("READY=1", "STATUS=Zoë plays.")
    assert systemd.recv(1000).decode() == "READY=1\nSTATUS=Zoë plays."
    assert is_service()


def test_systemd_is_heard_under_a_name_that_is_in_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address with @ is one of Linux's abstract ones."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind("\0pi-bunco test")
        ear.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", "@pi-bunco test")
        notify("WATCHDOG=1")
        assert ear.recv(1000) == b"WATCHDOG=1"


def test_nobody_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table in a terminal, and one whose systemd has gone deaf, play on."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
    assert not is_service()
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    notify("READY=1")


def test_watchdog_starves_when_one_thread_hangs() -> None:
    """However often the others beat: food needs one beat of each since the last food."""
    fed: list[str] = []
    watchdog = Watchdog(fed.append)
    table, camera = watchdog.make_beat("table"), watchdog.make_beat("camera")
    for _ in range(3):
        camera()
        table()
    assert len(fed) == 3
    for _ in range(50):
        table()
    assert len(fed) == 3
    camera()
    assert len(fed) == 4


def test_watchdog_waits_for_who_comes_later() -> None:
    """A thread that is made while the table runs is waited for too."""
    fed: list[str] = []
    watchdog = Watchdog(fed.append)
    table = watchdog.make_beat("table")
    table()
    camera = watchdog.make_beat("camera")
    table()
    table()
    assert len(fed) == 1
    camera()
    assert len(fed) == 2


def test_trouble_is_told_and_held_for_a_while(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only a person can mend stands in ``systemctl status`` before the table gives up."""
    monkeypatch.setattr(service, "RESTART_SECONDS", 0.01)
    with pytest.raises(Trouble), show_trouble(threading.Event()):
        raise Trouble("Port 8080 is taken.", "Choose another.")
    assert systemd.recv(1000).decode() == "STATUS=Port 8080 is taken. Choose another."


def test_trouble_in_a_terminal_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without systemd the person is there already."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.setattr(service, "RESTART_SECONDS", None)  # for ever, if it waited
    with pytest.raises(Trouble), show_trouble(threading.Event()):
        raise Trouble("Port 8080 is taken.", "Choose another.")


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (
            OSError(5, "Input/output error", "/var/lib/pi-bunco/photos"),
            "photos cannot be used (Input/output error)",
        ),
        (RuntimeError("boom"), "RuntimeError('boom')"),
    ],
)
def test_what_nobody_foresaw_is_told_and_held_too(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch, error: Exception, says: str
) -> None:
    """A damaged card, or a fault of ours, does not have systemd start the table ten times a second."""
    waited: list[float | None] = []

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout)
            return False

    monkeypatch.setattr(service, "RESTART_SECONDS", 7.0)
    with pytest.raises(type(error)), show_trouble(Stop()):
        raise error
    assert says in systemd.recv(1000).decode()
    assert waited == [7.0]

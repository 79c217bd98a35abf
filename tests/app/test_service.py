"""Messages to systemd: that the table is ready, that its threads are alive, and errors at the start."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.app import service
from pi_bunco.app.service import StopRequest, Watchdog, is_service, notify, show_trouble
from pi_bunco.errors import Trouble


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Return a socket that receives messages like that of systemd."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(tmp_path / "notify"))
        receiver.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield receiver


def test_notify_sends_lines_together(systemd: socket.socket) -> None:
    """Several lines of one call arrive in one message."""
    notify("READY=1", "STATUS=Zoë plays.")
    assert systemd.recv(1000).decode() == "READY=1\nSTATUS=Zoë plays."
    assert is_service()


def test_notify_sends_to_an_abstract_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that begins with @ is an abstract address of Linux."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind("\0pi-bunco test")
        receiver.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", "@pi-bunco test")
        notify("WATCHDOG=1")

        assert receiver.recv(1000) == b"WATCHDOG=1"


def test_notify_without_a_receiver_does_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a socket, or with one that does not exist, ``notify`` raises no error."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
    assert not is_service()
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    notify("READY=1")


def test_watchdog_gets_no_signal_while_one_thread_hangs() -> None:
    """A signal needs a beat of each thread since the last signal, even if another thread beats often."""
    signals: list[str] = []
    watchdog = Watchdog(signals.append)
    table, camera = watchdog.make_beat("table"), watchdog.make_beat("camera")
    for _ in range(3):
        camera()
        table()
    assert len(signals) == 3
    for _ in range(50):
        table()
    assert len(signals) == 3
    camera()
    assert len(signals) == 4


def test_watchdog_also_needs_beats_of_later_threads() -> None:
    """A signal also needs a beat of a thread that registers while the table runs."""
    signals: list[str] = []
    watchdog = Watchdog(signals.append)
    table = watchdog.make_beat("table")
    table()
    camera = watchdog.make_beat("camera")
    table()
    table()
    assert len(signals) == 1
    camera()
    assert len(signals) == 2


def test_trouble_is_shown_in_the_status_before_the_exit(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A trouble at the start is the unit's status, and is raised after a wait."""
    monkeypatch.setattr(service, "RESTART_SECONDS", 0.01)
    with pytest.raises(Trouble), show_trouble(StopRequest()):
        raise Trouble("Port 8080 is taken.", "Choose another.")
    assert systemd.recv(1000).decode() == "STATUS=Port 8080 is taken. Choose another."


def test_trouble_in_a_terminal_is_raised_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without systemd a trouble is raised without a wait."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.setattr(service, "RESTART_SECONDS", None)  # a wait would never end
    with pytest.raises(Trouble), show_trouble(StopRequest()):
        raise Trouble("Port 8080 is taken.", "Choose another.")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            OSError(5, "Input/output error", "/var/lib/pi-bunco/photos"),
            "photos cannot be used (Input/output error)",
        ),
        (RuntimeError("boom"), "RuntimeError('boom')"),
    ],
)
def test_unexpected_error_is_shown_in_the_status_before_the_exit(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch, error: Exception, sentence: str
) -> None:
    """An error of the disk or of the program waits too, so that systemd does not restart it at once."""
    waits: list[float | None] = []

    class Stop(StopRequest):
        def wait(self, seconds: float | None = None) -> bool:
            waits.append(seconds)
            return False

    monkeypatch.setattr(service, "RESTART_SECONDS", 7.0)
    with pytest.raises(type(error)), show_trouble(Stop()):
        raise error
    assert sentence in systemd.recv(1000).decode()
    assert waits == [7.0]


def test_signal_during_a_wait_stops_the_program() -> None:
    """Wherever the main thread is while it waits, a signal whose handler asks to stop ends the wait."""
    # The program sends itself the signal at each line of the wait in turn, in the package and in the library.
    program = """
import signal, sys, threading
from pi_bunco.app.service import StopRequest

def wait_until_signal(nth):
    stop, lines = StopRequest(), 0
    signal.signal(signal.SIGUSR1, lambda *_: stop.ask())

    def trace(frame, event, argument):
        nonlocal lines
        if frame.f_code.co_name == "<lambda>":
            return None
        if event == "line":
            lines += 1
            if lines == nth:
                signal.raise_signal(signal.SIGUSR1)
        return trace

    late = threading.Timer(0.05, signal.pthread_kill, (threading.main_thread().ident, signal.SIGUSR1))
    late.start()
    sys.settrace(trace)
    stop.wait()
    sys.settrace(None)
    late.join()

for nth in range(1, 21):
    wait_until_signal(nth)
print("stopped")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "stopped\n"

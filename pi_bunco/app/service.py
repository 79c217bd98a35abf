"""Reports to systemd: that the table is ready, that its threads are alive, and what is wrong.

The protocol is that of ``sd_notify(3)``: lines of text to a socket whose name is in the environment. Without
such a socket, as in a terminal, nothing is reported.
"""

import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue

from pi_bunco.errors import Trouble, put_in_words

RESTART_SECONDS = 20.0
"""How long to wait before a table that cannot start is started again."""
_SOCKET = "NOTIFY_SOCKET"


def is_service() -> bool:
    """Return whether systemd has started this process and listens."""
    return _SOCKET in os.environ


def notify(*lines: str) -> None:
    """Report something to systemd, if it listens. The table plays on if it does not.

    Parameters
    ----------
    lines
        Such as ``READY=1`` and ``STATUS=Playing.``; see ``sd_notify(3)``.
    """
    address = os.environ.get(_SOCKET)
    if not address:
        return
    if address.startswith("@"):  # an abstract socket, which is in no folder
        address = "\0" + address[1:]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
        channel.sendto("\n".join(lines).encode(), address)


class StopRequest:
    """Remembers that the program must stop. A signal handler may ask for it at any moment.

    A :class:`threading.Event` would not do: when the main thread begins to wait, it holds the event's lock
    for a moment. A handler runs in the same thread, so it would then wait for that lock forever. A
    :class:`queue.SimpleQueue` can be used at any moment (its documentation calls it reentrant).

    >>> stop = StopRequest()
    >>> stop.wait(0.01)
    False
    >>> stop.ask()
    >>> stop.wait(), stop.wait()  # every wait ends, not only the first
    (True, True)
    """

    def __init__(self) -> None:
        self._asked: SimpleQueue[None] = SimpleQueue()
        self._again = False

    def ask(self) -> None:
        """Ask the program to stop."""
        self._asked.put(None)

    def ask_for_restart(self) -> None:
        """Ask the program to stop and to start again, see :meth:`start_again`."""
        self._again = True
        self.ask()

    def announce_end(self) -> None:
        """Report to systemd that the program ends. If it starts again, systemd must not wait for its end."""
        if not self._again:
            notify("STOPPING=1", "STATUS=Stopping.")

    def start_again(self) -> None:
        """Start the program again in this process, if somebody has asked for that and all is closed."""
        if self._again:
            sys.stdout.flush()
            # --new has begun a game when the command was run first. That game goes on.
            words = (word for word in sys.orig_argv[1:] if word != "--new")
            os.execv(sys.executable, [sys.executable, *words])  # noqa: S606 - its own command

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the program must stop, at most for some seconds, and return whether it must.

        ``None``: wait as long as it takes.
        """
        try:
            self._asked.put(self._asked.get(timeout=seconds))
        except Empty:
            return False
        return True


@contextmanager
def show_trouble(stop: StopRequest) -> Iterator[None]:
    """Show an error from the ``with`` in ``systemctl status`` too, and wait before it ends the table.

    systemd restarts the table at once, as it should after a crash. Without the wait, an error that only a
    person can fix would cause restarts all evening and fill the journal.

    Parameters
    ----------
    stop
        Ends the wait.
    """
    try:
        yield
    except Exception as error:
        if is_service():
            notify(f"STATUS={put_in_words(error) if isinstance(error, Trouble | OSError) else repr(error)}")
            stop.wait(RESTART_SECONDS)
        raise


class Watchdog:
    """Feeds systemd's watchdog after each essential thread of the table has sent a heartbeat.

    It has no clock and no thread: the last thread to beat feeds the watchdog. If a thread hangs, the watchdog
    is not fed, and systemd restarts the table with the same game.

    Parameters
    ----------
    report
        Reports something to systemd.

    >>> watchdog = Watchdog(print)
    >>> table, camera = watchdog.make_beat("table"), watchdog.make_beat("camera")
    >>> table(); table(); table()
    >>> camera()
    WATCHDOG=1
    """

    def __init__(self, report: Callable[[str], None] = notify) -> None:
        self._report = report
        self._lock = threading.Lock()
        self._names: set[str] = set()
        self._silent: set[str] = set()

    def make_beat(self, name: str) -> Callable[[], None]:
        """Wait for this thread too from now on, and return the function that it must call every second."""
        with self._lock:
            self._names.add(name)
            self._silent.add(name)
        return lambda: self._beat(name)

    def _beat(self, name: str) -> None:
        with self._lock:
            self._silent.discard(name)
            if self._silent:
                return
            self._silent = set(self._names)
        self._report("WATCHDOG=1")

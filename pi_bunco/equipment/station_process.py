"""A running station: a process, the pipes to it, and whether it still lives."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, cast

from pi_bunco.equipment.work import WorkMeter
from pi_bunco.machine.threads import ThreadTrouble, start_thread
from pi_bunco.messages.codec import MessageTrouble, get_down_codec, get_up_codec
from pi_bunco.messages.down import Begin, DownMessage, Open
from pi_bunco.messages.up import UpMessage

_COMMAND = (sys.executable, "-P", "-m", "pi_bunco", "station")
_EXIT_SECONDS = 0.5
"""How long a process that has closed its pipe may take to end with its own exit status."""
_END_SECONDS = 3.0
"""How long a station may take to close its camera."""

MAX_SILENCE = 2.0
"""Seconds without a message after which a station that does not work hangs: its driver, or it was stopped."""
MAX_LOADING = 10.0
"""The same before its first message, while it loads its parts from a slow card."""
MAX_BUSY = 30.0
"""Seconds without a message after which a station hangs although it works.

libcamera's virtual camera keeps Python from running for up to 22 seconds while it opens.
"""


class StationProcess:
    """A process of ``pi-bunco station``.

    Parameters
    ----------
    first
        The message that opens the station.
    receive
        Receives each message, in a thread of its own.
    end
        Called there when no more come, with ``None`` or the trouble if something else than a message came,
        and with the exit status, ``None`` if the process has not ended yet.

    Attributes
    ----------
    said_hello
        Whether it has sent its first message.
    ended
        Set when its messages have ended.
    """

    def __init__(
        self,
        first: Open,
        receive: Callable[[UpMessage], None],
        end: Callable[[MessageTrouble | None, int | None], None],
    ) -> None:
        self._process = subprocess.Popen(_COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        self._inbox = cast("BinaryIO", self._process.stdin)
        self._outbox = cast("BinaryIO", self._process.stdout)
        # A station that hangs does not read. Then a message must not wait, but end it.
        os.set_blocking(self._inbox.fileno(), False)
        self._lock = threading.Lock()
        self._receive, self._end = receive, end
        self._work = WorkMeter(self._process.pid)
        self._heard = self._worked = time.monotonic()
        self.said_hello = False
        self.ended = threading.Event()
        self.send(first)
        try:
            start_thread(threading.Thread(target=self._read, name="station", daemon=True))
        except ThreadTrouble:
            self._bury()
            raise

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, message: DownMessage) -> None:
        """Send a message. A station that does not read its messages is killed."""
        data = get_down_codec().pack(message)
        with self._lock:
            try:
                # Less than a pipe takes at once (PIPE_BUF, pipe(7)), so all of it or nothing is written.
                os.write(self._inbox.fileno(), data)
            except (OSError, ValueError):
                self.kill()

    def begin(self, message: Begin) -> None:
        """Send the message that opens the camera. From now on silence counts; before, it only waits."""
        self._heard = time.monotonic()
        self.send(message)

    def measure_silence(self) -> float:
        """Return the seconds since the last message."""
        return time.monotonic() - self._heard

    def hangs(self) -> bool:
        """Return whether it has been silent for too long. Call this several times a second."""
        now = time.monotonic()
        if self._work.has_worked():
            self._worked = now
        idle = now - max(self._heard, self._worked)
        return now - self._heard > MAX_BUSY or idle > (MAX_SILENCE if self.said_hello else MAX_LOADING)

    def kill(self) -> None:
        """End the process at once."""
        with suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """Let the process close its camera, and end it."""
        self._close_inbox()
        if not self.ended.wait(_END_SECONDS):
            self.kill()
            self.ended.wait(_END_SECONDS)

    def _close_inbox(self) -> None:
        with self._lock, suppress(OSError):
            self._inbox.close()

    def _read(self) -> None:
        why: MessageTrouble | None = None
        try:
            while message := get_up_codec().read(self._outbox):
                self._heard, self.said_hello = time.monotonic(), True
                self._receive(message)
        except MessageTrouble as trouble:
            why = trouble
        except OSError:
            pass
        if why is None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_EXIT_SECONDS)
        self._bury()
        self._end(why, self._process.returncode)
        self.ended.set()

    def _bury(self) -> None:
        """Make sure that the process has ended, and close its pipes."""
        self.kill()
        self._outbox.close()
        self._close_inbox()
        with suppress(subprocess.TimeoutExpired):  # a driver may keep it for ever
            self._process.wait(_END_SECONDS)

"""The one thread that talks to the network: it accepts, gathers requests, and sends answers and events.

It never waits for anyone. :mod:`~pi_bunco.web.wire.attendant` does what one connection needs.
"""

import errno
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import structlog

from pi_bunco.web.streams import Streams
from pi_bunco.web.wire.attendant import BITE, READ, Attendant, Patience
from pi_bunco.web.wire.caller import Caller, identify_caller
from pi_bunco.web.wire.connection import Connection, State
from pi_bunco.web.wire.crowd import ConnectionLimits, NoConnectionFree

_log = structlog.get_logger("web")

_AT_ONCE = 32
"""Most new connections, or streams with news, that have their turn before requests and answers go on."""
_GLANCE = 0.25
"""Seconds between two looks for connections that are overdue."""
_NO_MORE_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Gate:
    """All connections of one server.

    Parameters
    ----------
    listener
        The listening socket, which is closed at the end.
    crowd
        Decides who may stay.
    streams
        Keep the pages up to date.
    patience
        How long to wait.
    callers
        Returns who calls, from the addresses of both ends.
    """

    def __init__(
        self,
        listener: socket.socket,
        crowd: ConnectionLimits,
        streams: Streams,
        patience: Patience | None = None,
        callers: Callable[[str, str], Caller] = identify_caller,
    ) -> None:
        self._listener = listener
        self._crowd = crowd
        self._streams = streams
        self._patience = patience or Patience()
        self._callers = callers
        self._back: deque[Connection] = deque()
        self._news: deque[Connection] = deque()  # streams that may have news
        self._glance = 0.0
        self._selector = selectors.DefaultSelector()
        self._bell, self._rope = socket.socketpair()  # a byte sent through the rope wakes the thread
        for end in (self._bell, self._rope, listener):
            end.settimeout(0)
        self._selector.register(self._bell, READ)
        self._attendant = Attendant(self._selector, crowd, self._patience)
        self._listening = False
        self._listen(on=True)

    def serve_with(self, work: Callable[[Connection], None]) -> None:
        """Have requests answered by `work`, which must return at once.

        Answers come back through :meth:`take_back`.
        """
        self._attendant.work = work

    def wake(self) -> None:
        """Wake the thread, from any thread."""
        with suppress(OSError):  # the thread has been woken already, or has ended
            self._rope.send(b"!")

    def take_back(self, connection: Connection) -> None:
        """Take a connection whose request was answered, from any thread."""
        self._back.append(connection)
        self.wake()

    def stop(self) -> None:
        """Ask :meth:`run` to end, from any thread."""
        self._attendant.stopping = True
        self.wake()

    def close(self) -> None:
        """Close everything, after :meth:`run` has ended or if it was never called."""
        for connection in self._crowd:
            self._attendant.drop(connection)
        self._selector.close()
        for end in (self._bell, self._rope, self._listener):
            end.close()

    def run(self) -> None:
        """Serve until :meth:`stop`. Then finish the answers that have begun, and close the port."""
        while not self._attendant.stopping:
            self._safe_round(_GLANCE)
        end = time.monotonic() + self._patience.farewell
        self._part()
        while time.monotonic() < end and any(self._crowd):
            self._safe_round(_GLANCE / 10)
            self._part()

    def _part(self) -> None:
        """Close the port, and every connection that waits for no answer."""
        self._listen(on=False)
        self._listener.close()
        for connection in self._crowd:
            if connection.state not in (State.WORKING, State.TAKING):
                self._attendant.drop(connection)

    def _safe_round(self, patience: float) -> None:
        try:
            self._round(patience)
        except Exception:  # noqa: BLE001 - the page must outlive a fault in one round
            _log.exception("the gate failed")
            time.sleep(_GLANCE)

    def _round(self, patience: float) -> None:
        """Wait until something happens, and deal with it. Requests come before streams."""
        newcomers = False
        for key, mask in self._selector.select(0 if self._news or self._back else patience):
            if key.fileobj is self._listener:
                newcomers = True
            elif key.fileobj is self._bell:
                self._bell.recv(BITE)
            else:
                self._attendant.run_for(key.data, partial(self._attendant.ready, mask))
        while self._back:
            self._attendant.run_for(self._back.popleft(), self._attendant.answered)
        if newcomers and not self._attendant.stopping:
            self._accept()
        if self._streams.changed:
            self._streams.changed = False
            self._news = deque(dict.fromkeys([*self._news, *self._crowd.streams]))
        for _ in range(min(_AT_ONCE, len(self._news))):
            self._attendant.run_for(self._news.popleft(), self._attendant.tell)
        if (now := time.monotonic()) >= self._glance:
            self._glance = now + min(_GLANCE, self._streams.heartbeat / 4)
            self._look(now)

    def _look(self, now: float) -> None:
        """Look for connections that are overdue, and streams that have been silent for long."""
        self._listen(on=not self._attendant.stopping)
        for connection in self._crowd:
            if connection.due is not None and now >= connection.due:
                self._attendant.run_for(connection, self._attendant.overdue)
        if not self._news:
            self._news = deque(self._crowd.streams)

    def _listen(self, *, on: bool) -> None:
        if on and not self._listening:
            self._selector.register(self._listener, READ)
        elif self._listening and not on:
            self._selector.unregister(self._listener)
        self._listening = on

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                own, peer = self._listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in _NO_MORE_FILES:  # it is accepted at the next look, when others have left
                    self._listen(on=False)
                    return
                continue  # it left before it was accepted
            try:
                self._let_in(own, peer)
            except (OSError, NoConnectionFree):
                own.close()

    def _let_in(self, own: socket.socket, peer: tuple[str, int]) -> None:
        now = time.monotonic()
        local = own.getsockname()
        who = self._callers(peer[0], local[0])
        own.settimeout(0)
        if leaves := self._crowd.find_leaving(who, now):
            self._attendant.shed(leaves)
        self._attendant.let_in(Connection(own, who, peer[:2], local[:2], now))

"""A bad connection between a far Pi and the broker: it passes bytes on late, or not at all for a while."""

import socket
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from random import Random

CHUNK = 65536
FIRST_WAIT = 0.2
"""Seconds until Linux sends again what was lost; each further time twice as long (RFC 6298, section 5.5)."""


class RoughLink:
    """Passes all connections to its port on to another port of this machine.

    Parameters
    ----------
    to
        The port of the broker.

    Attributes
    ----------
    port
        Its own port.
    delay
        For how many seconds bytes are on their way, in each direction.
    loss
        Which part of all packets is lost. TCP sends them again, so what follows waits for them.
    """

    def __init__(self, to: int) -> None:
        self.delay = self.loss = 0.0
        self._luck = Random(to)
        self._to = to
        self._is_whole, self._is_closed = threading.Event(), threading.Event()
        self._is_whole.set()
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def cut(self) -> None:
        """Let nothing through any more. Nobody is told: what is sent is simply not heard."""
        self._is_whole.clear()

    def mend(self, *, breaks: bool) -> None:
        """Let everything through again, what was sent meanwhile too, unless the connections break."""
        if breaks:
            self._break()
        self._is_whole.set()

    def close(self) -> None:
        """End all connections."""
        self._is_closed.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._break()
        self._is_whole.set()
        for thread in self._threads:
            thread.join()

    def _break(self) -> None:
        with self._lock:
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while not self._is_closed.is_set():
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._carry, args=(client,))
            self._threads.append(thread)
            thread.start()

    def _carry(self, client: socket.socket) -> None:
        """Carry one connection, until both directions have ended."""
        with client:
            self._is_whole.wait()
            try:
                broker = socket.create_connection(("127.0.0.1", self._to))
            except OSError:  # it is being started
                return
            with broker:
                ends = {client, broker}
                with self._lock:
                    self._ends |= ends
                if self._is_closed.is_set():
                    self._break()
                ways = (client, broker), (broker, client)
                threads = [threading.Thread(target=self._pass_on, args=way) for way in ways]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                with self._lock:
                    self._ends -= ends

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        """Pass on what comes in one direction, in its order, until its sender ends it."""
        under_way: SimpleQueue[tuple[float, bytes]] = SimpleQueue()
        sender = threading.Thread(target=self._deliver, args=(under_way, target))
        sender.start()
        data, due = b"?", 0.0
        while data:
            try:
                data = source.recv(CHUNK)
            except OSError:
                data = b""
            due = max(due, time.monotonic() + self.delay + self._lose())
            under_way.put((due, data))
        sender.join()

    def _lose(self) -> float:
        """Return by how many seconds losses delay a packet."""
        times = 0
        while self._luck.random() < self.loss:
            times += 1
        return FIRST_WAIT * float(2**times - 1)

    def _deliver(self, under_way: SimpleQueue[tuple[float, bytes]], target: socket.socket) -> None:
        data = b"?"
        while data:
            due, data = under_way.get()
            time.sleep(max(due - time.monotonic(), 0.0))
            self._is_whole.wait()
            with suppress(OSError):
                if data:
                    target.sendall(data)
                else:
                    target.shutdown(socket.SHUT_WR)

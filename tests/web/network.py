"""A bad network between a browser and the table: slow, with stalls, and connections that break off."""

import queue
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

BITE = 16384


@dataclass(frozen=True, slots=True)
class Weather:
    """How bad a network is.

    Attributes
    ----------
    delay
        Seconds that everything takes, each way.
    stall
        Seconds that what was lost takes longer, until it has been sent again.
    lost, broken
        Which part of what is sent is lost, and after which part of it the connection breaks off, 0 to 1.
    """

    delay: float = 0.75
    stall: float = 2.0
    lost: float = 0.05
    broken: float = 0.02


class BadNetwork:
    """Listens on a port of its own, and hands on what comes to another one.

    Parameters
    ----------
    to
        The port of the server.
    weather
        How bad it is.
    chance
        Decides what is lost.
    """

    def __init__(self, to: int, weather: Weather, chance: Random) -> None:
        self._to, self._weather, self._chance = to, weather, chance
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=50)
        self.port: int = self._listener.getsockname()[1]
        self._start(self._accept)

    def close(self) -> None:
        """Let nobody in any more."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)

    @staticmethod
    def _start(work: Callable[..., None], *given: object) -> None:
        threading.Thread(target=work, args=given, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError), self._listener:
            while True:
                near, _ = self._listener.accept()
                self._start(self._join, near)

    def _join(self, near: socket.socket) -> None:
        with suppress(OSError), near, socket.create_connection(("127.0.0.1", self._to)) as far:
            ways = [
                threading.Thread(target=self._carry, args=ends, daemon=True)
                for ends in ((near, far), (far, near))
            ]
            for way in ways:
                way.start()
            for way in ways:
                way.join()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        """Hand on what comes, in its order, later."""
        weather, due = self._weather, 0.0
        under_way: queue.Queue[tuple[float, bytes]] = queue.Queue()
        deliverer = threading.Thread(target=self._deliver, args=(under_way, sink), daemon=True)
        deliverer.start()
        while True:
            data = b""
            with suppress(OSError):
                data = source.recv(BITE)
            late = weather.stall if self._chance.random() < weather.lost else 0.0
            due = max(due, time.monotonic() + weather.delay + late)
            under_way.put((due, data))
            if not data:
                deliverer.join()
                return
            if self._chance.random() < weather.broken:
                for end in (source, sink):
                    with suppress(OSError):
                        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                        end.shutdown(socket.SHUT_RDWR)
                deliverer.join()
                return

    @staticmethod
    def _deliver(under_way: "queue.Queue[tuple[float, bytes]]", sink: socket.socket) -> None:
        with suppress(OSError):
            while True:
                due, data = under_way.get()
                time.sleep(max(0.0, due - time.monotonic()))
                if not data:
                    sink.shutdown(socket.SHUT_WR)
                    return
                sink.sendall(data)

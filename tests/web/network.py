"""A bad network between a browser and the table: it is slow, and connections stall and break."""

import queue
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

CHUNK_BYTES = 16384


@dataclass(frozen=True, slots=True)
class Weather:
    """How bad a network is.

    Attributes
    ----------
    delay
        Seconds that data takes, each way.
    stall
        Additional seconds for lost data, which is sent again.
    lost
        The probability that a chunk of data is lost.
    broken
        The probability that the connection breaks after a chunk.
    """

    delay: float = 0.75
    stall: float = 2.0
    lost: float = 0.05
    broken: float = 0.02


class BadNetwork:
    """Listens on a new port, and passes all data to a server and back.

    Parameters
    ----------
    to
        The port of the server.
    weather
        How bad the network is.
    chance
        Decides what is lost.
    """

    def __init__(self, to: int, weather: Weather, chance: Random) -> None:
        self._to, self._weather, self._chance = to, weather, chance
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=50)
        self.port: int = self._listener.getsockname()[1]
        self._start(self._accept)

    def close(self) -> None:
        """Accept no more connections."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)

    @staticmethod
    def _start(work: Callable[..., None], *arguments: object) -> None:
        threading.Thread(target=work, args=arguments, daemon=True).start()

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
        """Pass data on later, in the same order."""
        weather, due = self._weather, 0.0
        under_way: queue.Queue[tuple[float, bytes]] = queue.Queue()
        deliverer = threading.Thread(target=self._deliver, args=(under_way, sink), daemon=True)
        deliverer.start()
        while True:
            data = b""
            with suppress(OSError):
                data = source.recv(CHUNK_BYTES)
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

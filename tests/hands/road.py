"""The way from a device to the program: each device has an address of its own, as on a real Wi-Fi."""

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

CHUNK_BYTES = 65536
PATIENCE = 30.0
"""Seconds to wait for the thread of the roads."""

T = TypeVar("T")


class Road:
    """Passes one device's connections on to the program, from an address that only this device has.

    Attributes
    ----------
    port
        The port to which the device connects, on 127.0.0.1.
    source
        The address from which the program sees the device come.
    """

    def __init__(self, roads: "Roads", source: str) -> None:
        self._roads, self.source = roads, source
        self.port = 0
        self._open = True
        self._writers: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Break all connections, and refuse new ones, like a phone that sleeps."""
        self._roads.call(self._set(is_open=False))

    def mend(self) -> None:
        """Accept connections again."""
        self._roads.call(self._set(is_open=True))

    def end(self) -> None:
        """Break all connections, and each new one at once. Only the thread of the roads may call it."""
        self._open = False
        for writer in self._writers:
            writer.transport.abort()

    def close(self) -> None:
        """Accept no more connections. Only the thread of the roads may call it, while it accepts none.

        Of a connection that is just being accepted, asyncio would leave the socket open.
        """
        self._server.close()

    async def _set(self, *, is_open: bool) -> None:
        self._open = is_open
        if not is_open:
            self.end()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = {writer}
        try:
            if self._open:
                far_reader, far_writer = await asyncio.open_connection(
                    "127.0.0.1", self._roads.to, local_addr=(self.source, 0)
                )
                ends.add(far_writer)
            if self._open:  # it may have been cut meanwhile
                self._writers |= ends
                await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        except OSError:
            pass  # the program refuses the connection
        finally:
            self._writers -= ends
            for end in ends:
                end.transport.abort()
            for end in ends:
                with suppress(OSError):
                    await end.wait_closed()  # otherwise the thread may end before its socket is closed

    @staticmethod
    async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK_BYTES):
                writer.write(data)
                await writer.drain()
        with suppress(OSError, RuntimeError):
            writer.write_eof()


class Roads:
    """All roads to one program, in one thread.

    Parameters
    ----------
    to
        The port of the program.
    """

    def __init__(self, to: int) -> None:
        self.to = to
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._last = 1
        self._built: list[Road] = []

    def build(self) -> Road:
        """Return a road from a new address."""
        self._last += 1
        return self._build(f"127.0.0.{self._last}")

    def build_at_machine(self) -> Road:
        """Return the road of the machine's own screen, which the program knows by its address."""
        return self._build("127.0.0.1")

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Let the thread of the roads do something, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def close(self) -> None:
        """Break all connections, and end the thread."""
        self.call(self._end_all())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def _build(self, source: str) -> Road:
        road = Road(self, source)
        self._built.append(road)
        self.call(road.start())
        return road

    async def _end_all(self) -> None:
        for road in self._built:
            road.end()
        # A connection that was just accepted begins another task.
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.gather(*tasks, return_exceptions=True)
        for road in self._built:
            road.close()

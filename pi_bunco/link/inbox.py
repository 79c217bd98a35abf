"""Messages that wait for one thread. If too many wait, a new one is lost, and its sender sends it again."""

import threading
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import Generic, TypeVar

Message = TypeVar("Message")

MAX_WAITING = 200
"""Most messages that wait. 25 Pis that all come at once send about a hundred."""
MAX_BYTES = 20_000_000
"""Most bytes of all messages that wait. Most have some hundred, and a photo has 700,000."""


class Inbox(Generic[Message]):
    """Messages for one thread, in their order. Any thread may put them.

    >>> inbox = Inbox[str]()
    >>> inbox.put("here"); inbox.wake()
    >>> inbox.wait(0), inbox.wait(0), inbox.wait(0)
    ('here', None, None)
    """

    def __init__(self) -> None:
        self._queue: Queue[tuple[Message | None, int]] = Queue(MAX_WAITING)
        self._bytes = 0
        self._counting = threading.Lock()

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits."""
        return self._queue.empty()

    def put(self, message: Message | None, size: int = 0) -> None:
        """Add a message of this many bytes, unless too many wait."""
        with self._counting, suppress(Full):
            if self._bytes + size <= MAX_BYTES:
                self._queue.put_nowait((message, size))
                self._bytes += size

    def wake(self) -> None:
        """Let the thread go on if it waits."""
        self.put(None)

    def wait(self, seconds: float) -> Message | None:
        """Return the oldest message, ``None`` if none comes in this time or somebody wakes the thread."""
        try:
            message, size = self._queue.get(timeout=max(seconds, 0))
        except Empty:
            return None
        with self._counting:
            self._bytes -= size
        return message

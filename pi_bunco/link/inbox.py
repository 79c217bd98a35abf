"""Messages that wait for one thread. If too many wait, a new one is lost, and its sender sends it again."""

from contextlib import suppress
from queue import Empty, Full, Queue
from typing import Generic, TypeVar

Message = TypeVar("Message")

MAX_WAITING = 200
"""Most messages that wait. 25 Pis that all come at once send about a hundred."""


class Inbox(Generic[Message]):
    """Messages for one thread, in their order. Any thread may put them.

    >>> inbox = Inbox[str]()
    >>> inbox.put("here"); inbox.wake()
    >>> inbox.wait(0), inbox.wait(0), inbox.wait(0)
    ('here', None, None)
    """

    def __init__(self) -> None:
        self._queue: Queue[Message | None] = Queue(MAX_WAITING)

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits."""
        return self._queue.empty()

    def put(self, message: Message | None) -> None:
        """Add a message, unless too many wait."""
        with suppress(Full):
            self._queue.put_nowait(message)

    def wake(self) -> None:
        """Let the thread go on if it waits."""
        self.put(None)

    def wait(self, seconds: float) -> Message | None:
        """Return the oldest message, ``None`` if none comes in this time or somebody wakes the thread."""
        try:
            return self._queue.get(timeout=max(seconds, 0))
        except Empty:
            return None

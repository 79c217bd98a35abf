"""A carrier in memory: it delivers in a thread of its own, and can be cut."""

import threading
from collections.abc import Callable
from queue import SimpleQueue


class Hub:
    """Carries messages between the carriers that were made of it."""

    def __init__(self) -> None:
        self._carriers: list[MemoryCarrier] = []
        self.cut = False

    def connect(self, receive: Callable[[str, bytes], None], *topics: str) -> "MemoryCarrier":
        """Return a carrier that receives these topics; ``+`` at the end of one stands for any name."""
        carrier = MemoryCarrier(self, receive, topics)
        self._carriers.append(carrier)
        return carrier

    def carry(self, topic: str, payload: bytes) -> None:
        """Deliver a message, unless everything is cut."""
        for carrier in self._carriers if not self.cut else ():
            carrier.deliver(topic, payload)


class MemoryCarrier:
    """One end; implements :class:`pi_bunco.link.carrier.Carrier`."""

    def __init__(self, hub: Hub, receive: Callable[[str, bytes], None], topics: tuple[str, ...]) -> None:
        self._hub, self._receive, self._topics = hub, receive, topics
        self._queue: SimpleQueue[tuple[str, bytes] | None] = SimpleQueue()
        self.sent: list[tuple[str, bytes]] = []
        threading.Thread(target=self._run, daemon=True).start()

    def send(self, topic: str, payload: bytes) -> None:
        """Send a message."""
        self.sent.append((topic, payload))
        self._hub.carry(topic, payload)

    def deliver(self, topic: str, payload: bytes) -> None:
        """Take a message if it has one of the topics."""
        if any(
            topic == each or (each.endswith("+") and topic.startswith(each[:-1])) for each in self._topics
        ):
            self._queue.put((topic, payload))

    def close(self) -> None:
        """Deliver no more."""
        self._queue.put(None)

    def _run(self) -> None:
        while item := self._queue.get():
            self._receive(*item)

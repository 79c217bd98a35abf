"""The topics between the Pis of a room, and who may read and write them."""

from dataclasses import dataclass

from pi_bunco.link.messages import PROTOCOL


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of a room.

    >>> topics = Topics("7c1f09aa")
    >>> topics.all, topics.to("hall-2"), topics.up("hall-2")
    ('bunco/1/7c1f09aa/all', 'bunco/1/7c1f09aa/to/hall-2', 'bunco/1/7c1f09aa/up/hall-2')
    >>> topics.find_sender("bunco/1/7c1f09aa/up/hall-2")
    'hall-2'
    """

    room: str

    @property
    def _base(self) -> str:
        return f"bunco/{PROTOCOL}/{self.room}"

    @property
    def all(self) -> str:
        """What the head says to all: only the head may write it."""
        return f"{self._base}/all"

    def to(self, pi: str) -> str:
        """Return the topic of what the head says to one far Pi, which alone may read it."""
        return f"{self._base}/to/{pi}"

    def up(self, pi: str) -> str:
        """Return the topic of what a far Pi says to the head. It alone may write it."""
        return f"{self._base}/up/{pi}"

    def find_sender(self, topic: str) -> str:
        """Return the far Pi whose topic :meth:`up` this is."""
        return topic.removeprefix(self.up(""))

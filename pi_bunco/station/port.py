"""The port of a plug-in that is a station itself: other equipment than a camera, or a reader of its own."""

from typing import BinaryIO, Protocol

from pi_bunco.messages.down import Open


class StationProgram(Protocol):
    """A station from another package. It runs in a process of its own, like each station."""

    def run(self, first: Open, inbox: BinaryIO, outbox: BinaryIO) -> int:
        """Speak with the table's program until the inbox ends, and return the exit status.

        Parameters
        ----------
        first
            The first message, which has been read already. The answer to it is
            :class:`~pi_bunco.messages.up.Hello`.
        inbox, outbox
            The pipes; :mod:`pi_bunco.messages.codec` reads and writes them.
        """

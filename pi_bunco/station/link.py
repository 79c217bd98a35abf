"""The station's end of the pipes to the table's program."""

import threading
from typing import BinaryIO

from pi_bunco.messages.codec import get_up_codec
from pi_bunco.messages.down import Wanted
from pi_bunco.messages.up import UpMessage


class Link:
    """Sends messages, and holds what the table's program wants. Any thread may use it.

    Parameters
    ----------
    pipe
        Where the messages go.

    Attributes
    ----------
    wanted
        What the table waits for.
    rate
        How many pictures a second may be processed, ``None`` if there is no limit.
    """

    def __init__(self, pipe: BinaryIO) -> None:
        self._pipe, self._lock, self._codec = pipe, threading.Lock(), get_up_codec()
        self.wanted = Wanted(begun=False)
        self.rate: float | None = None

    def send(self, message: UpMessage) -> None:
        """Send a message.

        Raises
        ------
        OSError
            If the table's program has ended.
        """
        data = self._codec.pack(message)
        with self._lock:
            self._pipe.write(data)
            self._pipe.flush()

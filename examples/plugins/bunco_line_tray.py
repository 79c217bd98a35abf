"""A tray that knows its dice and writes them as lines, such as ``1 4 6``, into a serial device or a pipe.

``--camera tray:/dev/ttyUSB0`` reads from that device. It is a whole station without a camera or a reader.
"""

import threading
from pathlib import Path
from typing import BinaryIO

from pi_bunco.messages.codec import get_down_codec, get_up_codec
from pi_bunco.messages.down import Begin, Open, Wanted
from pi_bunco.messages.up import CameraHealth, Figures, Hello, Seen, UpMessage
from pi_bunco.readings import Die, Doubt, Reading, Status

_SIGN_OF_LIFE = 0.5
"""Seconds between two messages: a station that is silent for two seconds is started again."""


class LineTray:
    """A tray without pictures.

    Parameters
    ----------
    device
        The file that it writes its lines into.
    """

    def __init__(self, device: str) -> None:
        self._device = Path(device)
        self._wanted = Wanted()
        self._sending = threading.Lock()
        self._ended = threading.Event()

    def run(self, first: Open, inbox: BinaryIO, outbox: BinaryIO) -> int:  # noqa: ARG002 - the port's signature
        """Report each line of the tray, until the table's program ends."""
        self._outbox = outbox
        self._send(Hello(calibrated=False))
        while message := get_down_codec().read(inbox):
            if isinstance(message, Begin):  # before it, nothing but Hello may be sent
                for work in (self._watch, self._live):
                    threading.Thread(target=work, daemon=True).start()
            if isinstance(message, Wanted):
                self._wanted = message
        self._ended.set()
        return 0

    def _live(self) -> None:
        while not self._ended.wait(_SIGN_OF_LIFE):
            self._send(Figures())

    def _watch(self) -> None:
        self._send(CameraHealth("live", "the tray is ready"))
        for number, line in enumerate(self._device.open(encoding="ascii", errors="replace")):
            reading = read_line(line, self._wanted.dice)
            self._send(Seen(reading=reading, moment=self._wanted.moment, age=0.0, index=number, size=(1, 1)))
        self._send(
            CameraHealth("trouble", "the tray sends nothing more", "Plug it in, and start the table again.")
        )

    def _send(self, message: UpMessage) -> None:
        with self._sending:  # two threads send
            self._outbox.write(get_up_codec().pack(message))
            self._outbox.flush()


def read_line(line: str, wanted: int) -> Reading:
    """Return what a line says. People are asked about one that is no throw.

    >>> read_line("1 4 6", 3).values, read_line("1 4", 3).doubt.value, read_line("?!", 3).doubt.value
    ((1, 4, 6), 'fewer', 'unclear')
    """
    words = line.split()
    if not all(word in {"1", "2", "3", "4", "5", "6"} for word in words):
        return Reading(Status.DOUBTFUL, reason="The tray does not know its dice.", doubt=Doubt.UNCLEAR)
    dice = tuple(Die(int(word), 1.0, (float(at), 0.0, at + 1.0, 1.0)) for at, word in enumerate(words))
    if len(dice) == wanted:
        return Reading(Status.READ, dice)
    doubt = Doubt.FEWER if len(dice) < wanted else Doubt.MORE
    return Reading(Status.DOUBTFUL, dice, f"The tray has {len(dice)} dice, not {wanted}.", doubt)

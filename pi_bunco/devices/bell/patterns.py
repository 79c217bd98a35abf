"""What each ring sounds like. Told apart by number and length alone; a tonal buzzer adds the pitch."""

from typing import NamedTuple

from pi_bunco.devices.ports import Ring


class Beep(NamedTuple):
    """One beep and the silence after it.

    Attributes
    ----------
    on, off
        How long it sounds and how long it is silent then, in seconds.
    hz
        Its pitch where the buzzer has one. Small piezo discs are loud from 1 to 4 kHz only.
    """

    on: float
    off: float
    hz: float


Pattern = tuple[Beep, ...]

LONG = 0.5
"""A beep from this length on, in seconds, is heard as a long one; a short one is at most a third of it."""

PATTERNS: dict[Ring, Pattern] = {
    Ring.START: (Beep(1.2, 0.0, 1568),),
    Ring.END: (Beep(0.6, 0.25, 1568), Beep(0.6, 0.25, 1319), Beep(0.6, 0.0, 1047)),
    Ring.BUNCO: (Beep(0.07, 0.06, 1568), Beep(0.07, 0.06, 2093)) * 6,
    Ring.DOUBT: (Beep(0.12, 0.15, 1319), Beep(0.12, 0.0, 1319)),
    Ring.AGAIN: (Beep(0.12, 0.12, 1319), Beep(0.6, 0.0, 1047)),
    Ring.OVER: (*(Beep(0.15, 0.12, 1568),) * 3, Beep(1.2, 0.0, 1319)),
}
"""One long: it starts. Three long: the round is over. A trill of twelve: bunco. Two short: somebody
look here. One short and one long: throw again. Three short and one long: the game is over."""

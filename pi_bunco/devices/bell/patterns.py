"""What each ring sounds like, and what the lamp does.

Rings differ by number, length and pauses alone; a tonal buzzer adds the pitch.
"""

from typing import NamedTuple

from pi_bunco.devices.bell.finger import STAGES
from pi_bunco.devices.ports import Lamp, Ring, Stage


class Beep(NamedTuple):
    """One beep and the silence after it; of a lamp, one flash and the dark after it.

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

_TICK = 0.06


def _ticks(seconds: float, hz: float, *, at_once: int) -> Pattern:
    """Tick faster and faster for so long, in groups of so many ticks."""
    ticks: list[Beep] = []
    pause, left = 0.4, seconds
    while left > 0:
        ticks += [Beep(_TICK, 0.06, hz)] * (at_once - 1) + [Beep(_TICK, pause, hz)]
        left -= at_once * _TICK + (at_once - 1) * 0.06 + pause
        pause = max(pause * 0.75, 0.1)
    return tuple(ticks)


PATTERNS: dict[Ring, Pattern] = {
    Ring.START: (Beep(1.2, 0.0, 1568),),
    Ring.END: (Beep(0.6, 0.25, 1568), Beep(0.6, 0.25, 1319), Beep(0.6, 0.0, 1047)),
    Ring.BUNCO: (Beep(0.07, 0.06, 1568), Beep(0.07, 0.06, 2093)) * 6,
    Ring.DOUBT: (Beep(0.12, 0.15, 1319), Beep(0.12, 0.0, 1319)),
    Ring.AGAIN: (Beep(0.12, 0.12, 1319), Beep(0.6, 0.0, 1047)),
    Ring.OVER: (*(Beep(0.15, 0.12, 1568),) * 3, Beep(1.2, 0.0, 1319)),
    Ring.REFUSED: (Beep(0.12, 0.0, 1000),),
    Ring.WARN_END: _ticks(STAGES[Stage.END] - STAGES[Stage.WARN_END], 1319, at_once=1),
    Ring.WARN_OFF: _ticks(STAGES[Stage.OFF] - STAGES[Stage.WARN_OFF], 1047, at_once=2),
    Ring.LET_GO: (Beep(STAGES[Stage.WARN_OFF] - STAGES[Stage.END], 0.0, 2093),),
    Ring.OFF: (Beep(0.6, 0.15, 1319), Beep(0.12, 0.15, 1047), Beep(0.6, 0.15, 1319), Beep(0.12, 0.0, 1000)),
    Ring.FORGOT: (*(Beep(0.6, 0.15, 1319),) * 2, Beep(0.12, 0.15, 1319), Beep(0.12, 0.0, 1319)),
    Ring.STUCK: (Beep(0.12, 0.15, 1047), Beep(0.6, 0.15, 1047), Beep(0.12, 0.0, 1047)),
}
"""Each in words: :data:`pi_bunco.devices.bell.words.HEARD`."""

WARNINGS: dict[Stage, Ring] = {
    Stage.WARN_END: Ring.WARN_END,
    Stage.END: Ring.LET_GO,
    Stage.WARN_OFF: Ring.WARN_OFF,
    Stage.OFF: Ring.LET_GO,
    Stage.STUCK: Ring.STUCK,
}
"""What sounds when a press comes to a stage, while the finger is still on the button."""

_HOUR = 3600.0

LIGHTS: dict[Lamp, Pattern] = {
    Lamp.DARK: (),
    Lamp.READY: (Beep(1.0, 1.0, 1),),
    Lamp.PLAYING: (Beep(_HOUR, 0.0, 1),),
    Lamp.DOUBT: (Beep(0.15, 0.15, 1),),
    Lamp.STUCK: (Beep(0.15, 0.15, 1), Beep(0.15, 1.0, 1)),
}
"""What the lamp does, over and over; any ``hz`` above 0 means that it is lit."""

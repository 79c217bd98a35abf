"""The sound of each ring and the signals of the lamp.

Rings differ by number and length of beeps and pauses, so that any buzzer can play them; a tonal one adds
pitch.
"""

from typing import NamedTuple

from pi_bunco.devices.bell.finger import STAGES
from pi_bunco.devices.ports import Lamp, Ring, Stage


class Beep(NamedTuple):
    """One beep and the silence after it, or one flash of the lamp and the dark after it.

    Attributes
    ----------
    on, off
        Seconds of sound and of the silence after it.
    hz
        The pitch, for a tonal buzzer. Small piezo discs are loud only from 1 to 4 kHz.
    """

    on: float
    off: float
    hz: float


Pattern = tuple[Beep, ...]

LONG = 0.5
"""Seconds from which people hear a beep as a long one; a short beep is at most a third of it."""

_TICK = 0.06


def _ticks(seconds: float, hz: float, *, at_once: int) -> Pattern:
    """Return ticks in groups of ``at_once``, faster and faster, for a number of seconds."""
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
"""The pattern of each ring; :data:`pi_bunco.devices.bell.words.HEARD` describes them."""

WARNINGS: dict[Stage, Ring] = {
    Stage.WARN_END: Ring.WARN_END,
    Stage.END: Ring.LET_GO,
    Stage.WARN_OFF: Ring.WARN_OFF,
    Stage.OFF: Ring.LET_GO,
    Stage.STUCK: Ring.STUCK,
}
"""What sounds when a press reaches a stage, while the finger is still on the button."""

_HOUR = 3600.0

LIGHTS: dict[Lamp, Pattern] = {
    Lamp.DARK: (),
    Lamp.READY: (Beep(1.0, 1.0, 1),),
    Lamp.PLAYING: (Beep(_HOUR, 0.0, 1),),
    Lamp.DOUBT: (Beep(0.15, 0.15, 1),),
    Lamp.STUCK: (Beep(0.15, 0.15, 1), Beep(0.15, 1.0, 1)),
}
"""The pattern of the lamp, repeated for ever; any ``hz`` above 0 means that it is lit."""

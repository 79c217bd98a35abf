"""What each ring sounds like, and what the lamp does.

Rings are told apart by number, length and pauses alone; a tonal buzzer adds the pitch.
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
    Ring.STUCK: (Beep(0.12, 0.15, 1047), Beep(0.6, 0.15, 1047), Beep(0.12, 0.0, 1047)),
}
"""What is heard of each is told in words by :data:`HEARD`."""

HEARD: dict[Ring, str] = {
    Ring.START: "one long",
    Ring.END: "three long",
    Ring.BUNCO: "a trill",
    Ring.DOUBT: "two short",
    Ring.AGAIN: "one short, one long",
    Ring.OVER: "three short, one long",
    Ring.REFUSED: "one short",
    Ring.WARN_END: "ticks, faster and faster",
    Ring.WARN_OFF: "double ticks, faster and faster",
    Ring.LET_GO: "one steady tone while you hold on",
    Ring.OFF: "long, short, long, short",
    Ring.STUCK: "short, long, short",
}
"""Each pattern in words, as hardware/README.md and ``pi-bunco bell`` tell it."""

MEANS: dict[Ring, str] = {
    Ring.START: "the round begins",
    Ring.END: "the round is over",
    Ring.BUNCO: "bunco!",
    Ring.DOUBT: "look at the page, a throw is in doubt",
    Ring.AGAIN: "throw again",
    Ring.OVER: "the game is over",
    Ring.REFUSED: "that press did nothing",
    Ring.WARN_END: "hold on to end the round; let go, and nothing happens",
    Ring.WARN_OFF: "hold on to switch off; let go, and nothing happens",
    Ring.LET_GO: "let go now",
    Ring.OFF: "the Raspberry Pi is switching itself off",
    Ring.STUCK: "the button is stuck",
}
"""What each ring says, in a few words."""

_HOUR = 3600.0

LIGHTS: dict[Lamp, Pattern] = {
    Lamp.DARK: (),
    Lamp.READY: (Beep(1.0, 1.0, 1),),
    Lamp.PLAYING: (Beep(_HOUR, 0.0, 1),),
    Lamp.DOUBT: (Beep(0.15, 0.15, 1),),
    Lamp.STUCK: (Beep(0.15, 0.15, 1), Beep(0.15, 1.0, 1)),
}
"""What the lamp does, for ever; its ``hz`` says no more than that it is lit."""

SEEN: dict[Lamp, str] = {
    Lamp.DARK: "dark",
    Lamp.READY: "on and off, slowly",
    Lamp.PLAYING: "steadily lit",
    Lamp.DOUBT: "quick flashes",
    Lamp.STUCK: "two quick flashes, then a pause",
}
"""Each light in words."""

SHOWS: dict[Lamp, str] = {
    Lamp.DARK: "the game is over, or the table is off",
    Lamp.READY: "ready: press to begin the round",
    Lamp.PLAYING: "the round is being played",
    Lamp.DOUBT: "look at the page, a throw is in doubt",
    Lamp.STUCK: "the button is stuck",
}
"""What each light says, in a few words."""

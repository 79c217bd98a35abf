"""The sound of each ring, in beeps and in words, and the signals of the lamp.

Rings differ by number and length of beeps and pauses, so that any buzzer can play them; a tonal one adds
pitch.
"""

from typing import NamedTuple

from pi_bunco.devices.bell.press_tracker import STAGES
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


class Sound(NamedTuple):
    """One sound of the bell.

    Attributes
    ----------
    pattern
        Its beeps. Their number and lengths differ from those of every other sound.
    heard
        How it sounds, its pitch left out: ``two short``.
    means
        What it says: ``the game is over``.
    """

    pattern: Pattern
    heard: str
    means: str


LONG = 0.5
"""Seconds from which people hear a beep as a long one; a short beep is at most a third of it."""

_TICK = 0.06


def _make_ticks(seconds: float, hz: float, *, at_once: int) -> Pattern:
    """Return ticks in groups of ``at_once``, faster and faster, for a number of seconds."""
    ticks: list[Beep] = []
    pause, left = 0.4, seconds
    while left > 0:
        ticks += [Beep(_TICK, 0.06, hz)] * (at_once - 1) + [Beep(_TICK, pause, hz)]
        left -= at_once * _TICK + (at_once - 1) * 0.06 + pause
        pause = max(pause * 0.75, 0.1)
    return tuple(ticks)


SOUNDS: dict[Ring, Sound] = {
    Ring.START: Sound((Beep(1.2, 0.0, 1568),), "one long", "the round begins"),
    Ring.END: Sound(
        (Beep(0.6, 0.25, 1568), Beep(0.6, 0.25, 1319), Beep(0.6, 0.0, 1047)),
        "three long",
        "the round is over",
    ),
    Ring.BUNCO: Sound((Beep(0.07, 0.06, 1568), Beep(0.07, 0.06, 2093)) * 6, "a trill", "bunco!"),
    Ring.DOUBT: Sound(
        (Beep(0.12, 0.15, 1319), Beep(0.12, 0.0, 1319)), "two short", "look at the page: a throw is in doubt"
    ),
    Ring.AGAIN: Sound((Beep(0.12, 0.12, 1319), Beep(0.6, 0.0, 1047)), "one short, one long", "throw again"),
    Ring.OVER: Sound(
        (*(Beep(0.15, 0.12, 1568),) * 3, Beep(1.2, 0.0, 1319)), "three short, one long", "the game is over"
    ),
    Ring.REFUSED: Sound((Beep(0.12, 0.0, 1000),), "one short", "that press did nothing"),
    Ring.WARN_END: Sound(
        _make_ticks(STAGES[Stage.END] - STAGES[Stage.WARN_END], 1319, at_once=1),
        "ticks, faster and faster",
        "keep holding the button to end the round",
    ),
    Ring.WARN_OFF: Sound(
        _make_ticks(STAGES[Stage.OFF] - STAGES[Stage.WARN_OFF], 1047, at_once=2),
        "double ticks, faster and faster",
        "keep holding the button to switch the table off",
    ),
    Ring.LET_GO: Sound(
        (Beep(STAGES[Stage.WARN_OFF] - STAGES[Stage.END], 0.0, 2093),),
        "one steady tone",
        "let go of the button now",
    ),
    Ring.OFF: Sound(
        (Beep(0.6, 0.15, 1319), Beep(0.12, 0.15, 1047), Beep(0.6, 0.15, 1319), Beep(0.12, 0.0, 1000)),
        "long, short, long, short",
        "the table is switching itself off",
    ),
    Ring.STUCK: Sound(
        (Beep(0.12, 0.15, 1047), Beep(0.6, 0.15, 1047), Beep(0.12, 0.0, 1047)),
        "short, long, short",
        "the button is stuck",
    ),
    Ring.FORGOT: Sound(
        (*(Beep(0.6, 0.15, 1319),) * 2, Beep(0.12, 0.15, 1319), Beep(0.12, 0.0, 1319)),
        "two long, two short",
        "the host's PIN and all devices are forgotten",
    ),
}
"""Each ring: its beeps, how they sound, and what they mean. ``docs/extending.md`` says how to add one."""

PATTERNS: dict[Ring, Pattern] = {ring: sound.pattern for ring, sound in SOUNDS.items()}
"""The pattern of each ring."""

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

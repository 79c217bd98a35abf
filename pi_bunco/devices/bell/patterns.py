"""The bell's sounds and its lamp's signals, as beeps and flashes and in words, and what a press does.

Rings differ by number and length of beeps and pauses, so that any buzzer can play them. A tonal buzzer adds
pitch.
"""

from typing import NamedTuple

from pi_bunco.devices.bell.press_tracker import STAGES
from pi_bunco.devices.ports import Lamp, Ring, Stage


class Beep(NamedTuple):
    """One beep or flash, and the pause after it.

    Attributes
    ----------
    on, off
        Seconds of the sound or light, and of the silence or dark after it.
    hz
        The pitch, for a tonal buzzer. Small piezo discs are loud only from 1 to 4 kHz.
    """

    on: float
    off: float
    hz: float


Pattern = tuple[Beep, ...]


class Signal(NamedTuple):
    """One sound of the bell, or one signal of its lamp.

    Attributes
    ----------
    pattern
        Its beeps or flashes. Their number and lengths differ from those of every other sound or signal.
    description
        How it sounds, without its pitch, or how it looks: ``two short``.
    means
        Its meaning: ``the game is over``.
    """

    pattern: Pattern
    description: str
    means: str


LONG_SECONDS = 0.5
"""A beep of at least this length sounds long; a short beep has at most a third of it."""

_TICK_SECONDS = 0.06  # also the pause inside a double tick


def _make_ticks(seconds: float, hz: float, *, at_once: int) -> Pattern:
    """Return ticks in groups of ``at_once``, faster and faster, that take at least this many seconds."""
    ticks: list[Beep] = []
    pause, left = 0.4, seconds
    while left > 0:
        ticks += [Beep(_TICK_SECONDS, _TICK_SECONDS, hz)] * (at_once - 1) + [Beep(_TICK_SECONDS, pause, hz)]
        left -= (2 * at_once - 1) * _TICK_SECONDS + pause
        pause = max(pause * 0.75, 0.1)
    return tuple(ticks)


SOUNDS: dict[Ring, Signal] = {
    Ring.START: Signal((Beep(1.2, 0.0, 1568),), "one long", "the round begins"),
    Ring.END: Signal(
        (Beep(0.6, 0.25, 1568), Beep(0.6, 0.25, 1319), Beep(0.6, 0.0, 1047)),
        "three long",
        "the round is over",
    ),
    Ring.BUNCO: Signal((Beep(0.07, 0.06, 1568), Beep(0.07, 0.06, 2093)) * 6, "a trill", "bunco!"),
    Ring.WIPE: Signal(
        (Beep(0.6, 0.2, 1319), Beep(0.6, 0.0, 1047)), "two long", "three ones took the points of the round"
    ),
    Ring.DOUBT: Signal(
        (Beep(0.12, 0.15, 1319), Beep(0.12, 0.0, 1319)), "two short", "look at the page: a throw is in doubt"
    ),
    Ring.AGAIN: Signal((Beep(0.12, 0.12, 1319), Beep(0.6, 0.0, 1047)), "one short, one long", "throw again"),
    Ring.OVER: Signal(
        (*(Beep(0.15, 0.12, 1568),) * 3, Beep(1.2, 0.0, 1319)), "three short, one long", "the game is over"
    ),
    Ring.REFUSED: Signal((Beep(0.12, 0.0, 1000),), "one short", "that press did nothing"),
    Ring.WARN_END: Signal(
        _make_ticks(STAGES[Stage.END] - STAGES[Stage.WARN_END], 1319, at_once=1),
        "ticks, faster and faster",
        "keep holding the button to end the round",
    ),
    Ring.WARN_OFF: Signal(
        _make_ticks(STAGES[Stage.OFF] - STAGES[Stage.WARN_OFF], 1047, at_once=2),
        "double ticks, faster and faster",
        "keep holding the button to switch the table off",
    ),
    Ring.LET_GO: Signal(
        (Beep(STAGES[Stage.WARN_OFF] - STAGES[Stage.END], 0.0, 2093),),
        "one steady tone",
        "let go of the button now",
    ),
    Ring.OFF: Signal(
        (Beep(0.6, 0.15, 1319), Beep(0.12, 0.15, 1047), Beep(0.6, 0.15, 1319), Beep(0.12, 0.0, 1000)),
        "long, short, long, short",
        "the table is switching itself off",
    ),
    Ring.STUCK: Signal(
        (Beep(0.12, 0.15, 1047), Beep(0.6, 0.15, 1047), Beep(0.12, 0.0, 1047)),
        "short, long, short",
        "the button is stuck",
    ),
    Ring.FORGOT: Signal(
        (*(Beep(0.6, 0.15, 1319),) * 2, Beep(0.12, 0.15, 1319), Beep(0.12, 0.0, 1319)),
        "two long, two short",
        "the host's PIN and all devices are forgotten",
    ),
}
"""Each ring: its beeps, how they sound, and what they mean. ``docs/extending.md`` says how to add a ring."""

WARNINGS: dict[Stage, Ring] = {
    Stage.WARN_END: Ring.WARN_END,
    Stage.END: Ring.LET_GO,
    Stage.WARN_OFF: Ring.WARN_OFF,
    Stage.OFF: Ring.LET_GO,
    Stage.STUCK: Ring.STUCK,
}
"""The ring that sounds when a press reaches a stage and the button is still down."""

_HOUR = 3600.0

LIGHTS: dict[Lamp, Signal] = {
    Lamp.DARK: Signal((), "dark", "the game is over, or the table is off"),
    Lamp.READY: Signal((Beep(1.0, 1.0, 1),), "slowly on and off", "ready: press to begin the round"),
    Lamp.PLAYING: Signal((Beep(_HOUR, 0.0, 1),), "lit", "the round is being played"),
    Lamp.DOUBT: Signal((Beep(0.15, 0.15, 1),), "quick flashes", "look at the page: a throw is in doubt"),
    Lamp.STUCK: Signal(
        (Beep(0.15, 0.15, 1), Beep(0.15, 1.0, 1)), "two quick flashes, then a pause", "the button is stuck"
    ),
}
"""Each signal of the lamp. Its pattern is repeated for ever; with any ``hz`` above 0 the lamp is lit."""

STAGE_WORDS: dict[Stage, tuple[str, str]] = {
    stage: (SOUNDS[WARNINGS[stage]].description if stage in WARNINGS else "nothing", effect)
    for stage, effect in {
        Stage.SHORT: "rings the bell: the round begins",
        Stage.WARN_END: "does nothing",
        Stage.END: "ends the round",
        Stage.WARN_OFF: "does nothing",
        Stage.OFF: "switches the table off, safely",
        Stage.STUCK: "does nothing: the button is called stuck",
    }.items()
}
"""For each stage of a press during a round, in words: what people hear, and what letting go does."""

SINCE_START_WORDS = "forgets the host's PIN and all devices, as the table starts"
"""What letting go at the stage ``off`` does if the button was already down when the table started."""

BETWEEN_ROUNDS = (
    "Between two rounds nothing is heard before the double ticks, and letting go before them rings the bell."
)
"""How a press between two rounds differs from :data:`STAGE_WORDS`."""


def say_hold_time(stage: Stage) -> str:
    """Return in words how long the button has been held at a stage.

    >>> say_hold_time(Stage.SHORT), say_hold_time(Stage.END), say_hold_time(Stage.STUCK)
    ('less than 1 s', '3 to 6 s', 'more than 20 s')
    """
    seconds = [*STAGES.values()]
    number = [*STAGES].index(stage)
    if number == 0:
        return f"less than {seconds[1]:g} s"
    if number == len(seconds) - 1:
        return f"more than {seconds[number]:g} s"
    return f"{seconds[number]:g} to {seconds[number + 1]:g} s"

"""The bell in words: how it sounds and looks, what that means, and what a press does."""

from pi_bunco.devices.bell.patterns import SOUNDS, WARNINGS
from pi_bunco.devices.bell.press_tracker import STAGES
from pi_bunco.devices.ports import Lamp, Ring, Stage

HEARD: dict[Ring, str] = {ring: sound.heard for ring, sound in SOUNDS.items()}
"""How each ring sounds, apart from its pitch."""

MEANS: dict[Ring, str] = {ring: sound.means for ring, sound in SOUNDS.items()}
"""What each ring means."""

SEEN: dict[Lamp, str] = {
    Lamp.DARK: "dark",
    Lamp.READY: "slowly on and off",
    Lamp.PLAYING: "lit",
    Lamp.DOUBT: "quick flashes",
    Lamp.STUCK: "two quick flashes, then a pause",
}
"""How each signal of the lamp looks."""

SHOWS: dict[Lamp, str] = {
    Lamp.DARK: "the game is over, or the table is off",
    Lamp.READY: "ready: press to begin the round",
    Lamp.PLAYING: "the round is being played",
    Lamp.DOUBT: "look at the page: a throw is in doubt",
    Lamp.STUCK: "the button is stuck",
}
"""What each signal of the lamp means."""

_LETTING_GO: dict[Stage, str] = {
    Stage.SHORT: "rings the bell: the round begins",
    Stage.WARN_END: "does nothing",
    Stage.END: "ends the round",
    Stage.WARN_OFF: "does nothing",
    Stage.OFF: "switches the table off, safely",
    Stage.STUCK: "does nothing: the button is called stuck",
}

DOES: dict[Stage, tuple[str, str]] = {
    stage: (HEARD[WARNINGS[stage]] if stage in WARNINGS else "nothing", does)
    for stage, does in _LETTING_GO.items()
}
"""For each stage of a press during a round: what people hear, and what letting go does."""

SINCE_START = "forgets the host's PIN and all devices, as the table starts"
"""What letting go at the stage ``off`` does if the press began before the table started."""

BETWEEN = (
    "Between two rounds nothing is heard before the double ticks, and letting go before them rings the bell."
)
"""What differs between rounds."""


def say_held(stage: Stage) -> str:
    """Return how long the button is held at a stage, in words.

    >>> say_held(Stage.SHORT), say_held(Stage.END), say_held(Stage.STUCK)
    ('less than 1 s', '3 to 6 s', 'more than 20 s')
    """
    seconds = [*STAGES.values()]
    at = [*STAGES].index(stage)
    if at == 0:
        return f"less than {seconds[1]:g} s"
    if at == len(seconds) - 1:
        return f"more than {seconds[at]:g} s"
    return f"{seconds[at]:g} to {seconds[at + 1]:g} s"

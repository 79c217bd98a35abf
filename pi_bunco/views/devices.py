"""The state of a table's devices, as its page shows it."""

from dataclasses import dataclass
from typing import Literal

CameraState = Literal["live", "starting", "trouble", "none"]


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """How the camera does: ``live``, ``starting``, ``trouble`` (see ``says``, and ``remedy`` for what to do),
    or ``none``.
    """  # noqa: D205 - one sentence

    status: CameraState
    says: str
    mock: bool
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """How many ``minutes`` of a round's time limit are left, rounded up; ``None``: there is no limit."""

    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class DiceMoving:
    """Whether something moves on a table's mat while nobody should throw there."""

    moving: bool


@dataclass(frozen=True, slots=True)
class BellIn:
    """After how many ``seconds`` the bell rings by itself; ``None``: it does not."""

    seconds: int | None = None


ButtonStage = Literal[
    "up", "warn_end", "end", "warn_off", "off", "stuck", "going", "staying", "missing", "forget"
]


@dataclass(frozen=True, slots=True)
class BellButton:
    """What the bell's button is about to do, and what people can do about it.

    Attributes
    ----------
    stage
        ``up``: nobody holds the button. ``warn_end``, ``end``, ``warn_off``, ``off``: it is held; if it is
        let go now, nothing happens, the round ends, nothing happens, or the machine switches off. ``stuck``:
        it stays down. ``going``: the machine is switching off. ``staying``: the machine could not switch off.
        ``missing``: the bell does not work. ``forget``: it was held during the start; if it is let go now,
        the host's PIN and all devices are forgotten.
    text, remedy
        What happens, and what to do; ``""`` while nobody holds it.
    """

    stage: ButtonStage
    text: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Banner:
    """Something is wrong that people can put right: what, and what to do."""

    text: str
    remedy: str

"""How the devices of a table do, as its page shows them."""

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
    """How many ``minutes``, begun ones counted, are left of a round's time limit; ``None``: no limit runs."""

    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class DiceMoving:
    """Whether something moves on a table's mat, told while nobody is to throw there."""

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
    """What the bell's button is about to do, and what to do about it.

    Attributes
    ----------
    stage
        ``up``: nobody holds it. ``warn_end``, ``end``, ``warn_off``, ``off``: it is held, and letting go
        does nothing, ends the round, does nothing, switches off. ``stuck``: it does not come up. ``going``:
        the machine is being switched off. ``staying``: it could not be. ``missing``: the bell cannot be had.
        ``forget``: it was held through the start, and letting go forgets the host's PIN and all devices.
    text, remedy
        What is so, and what to do; ``""`` while it is up.
    """

    stage: ButtonStage
    text: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Banner:
    """Something is wrong that people can mend: what, and what to do."""

    text: str
    remedy: str

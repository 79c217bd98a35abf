"""The state of a table's devices, as its page and the camera's page show it."""

from dataclasses import dataclass
from typing import Literal

from pi_bunco.messages.calibration import Size
from pi_bunco.messages.up import CameraNote, StatusName
from pi_bunco.rules import Dice


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """The state of a camera: ``live``, ``starting``, ``trouble``, or ``none``.

    ``says`` is the state in words, and ``remedy`` what to do about trouble.
    """

    status: StatusName
    says: str
    mock: bool
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """How many ``minutes`` of a round's time limit are left, rounded up; ``None``: there is no limit."""

    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class BreakLeft:
    """How many ``minutes`` of a break are left, rounded up; ``None``: there is none, or it has no length.

    ``ends``: when it ends, in seconds since 1970 on the clock of this machine; ``None`` likewise.
    """

    minutes: int | None = None
    ends: int | None = None


@dataclass(frozen=True, slots=True)
class DiceMotion:
    """Whether something moves on a table's mat while nobody should throw there."""

    moving: bool


@dataclass(frozen=True, slots=True)
class TimeToBell:
    """After how many ``seconds`` the bell rings by itself; ``None``: it does not."""

    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class RoomSound:
    """What all pages need to know before they make a sound.

    ``quiet``: they make none now. ``horn``: an air horn ends the round instead of the bell. ``language``: the
    code of the language of spoken lines and of screens that nobody taps; ``""``: that of each device.
    """

    quiet: bool = False
    horn: bool = False
    language: str = ""


ButtonStage = Literal[
    "up", "warn_end", "end", "warn_off", "off", "stuck", "going", "staying", "missing", "forget", "again"
]


@dataclass(frozen=True, slots=True)
class BellButton:
    """What the bell's button is about to do, and what people can do about it.

    Attributes
    ----------
    stage
        ``up``: nobody holds the button.

        ``end``, ``off``: if it is released now, the round ends, or the machine switches off. ``warn_end``,
        ``warn_off``: shortly before these; if it is released now, nothing happens. ``forget``: it was held
        during the start; if it is released now, the host's PIN and all devices are forgotten.

        ``again``: it was pressed just after the end of a round; another press starts the next round.

        ``stuck``: it stays down. ``going``: the machine is switching off. ``staying``: the machine could not
        switch off. ``missing``: the bell does not work.
    text, remedy
        What happens, and what to do; ``""`` while nobody holds it.
    """

    stage: ButtonStage
    text: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Banner:
    """Something that people can put right, above everything else: what is wrong, and what to do."""

    text: str
    remedy: str


@dataclass(frozen=True, slots=True)
class KeptSlip:
    """What people have entered on a Pi that does not hear its head: it counts when the head is heard again.

    ``slip`` is the name of its item, ``text`` what was tapped in words, ``dice`` the dice of a throw.
    """

    slip: str
    text: str
    dice: Dice = ()


@dataclass(frozen=True, slots=True)
class CameraView:
    """What the camera's page shows: its state, its figures, and notes.

    Attributes
    ----------
    status, says, remedy
        As in :class:`CameraStatus`.
    size
        Width and height of its pictures; ``None``: there is none.
    looked, given
        How many pictures a second are read, and how many the camera takes; ``None``: none come now.
    delay
        How many milliseconds usually pass from taking a picture until it has been read.
    broken
        How many broken pictures were skipped since the camera was opened.
    temperature
        Temperature of the board's processor in degrees Celsius; ``None``: not known.
    notes
        What else people should know.
    """

    status: StatusName
    says: str
    remedy: str = ""
    size: Size | None = None
    looked: float | None = None
    given: float | None = None
    delay: float | None = None
    temperature: float | None = None
    notes: tuple[CameraNote, ...] = ()
    broken: int = 0

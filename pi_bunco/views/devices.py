"""The state of a table's devices, as its page and the camera's page show it."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

CameraState = Literal["live", "starting", "trouble", "none"]


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """The state of a camera: ``live``, ``starting``, ``trouble``, or ``none``.

    ``says`` is the state in words, and ``remedy`` says what to do about trouble.
    """

    status: CameraState
    says: str
    mock: bool
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """How many ``minutes`` of a round's time limit are left, rounded up; ``None``: there is no limit."""

    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class DiceMotion:
    """Whether something moves on a table's mat while nobody should throw there."""

    moving: bool


@dataclass(frozen=True, slots=True)
class TimeToBell:
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


@dataclass(frozen=True, slots=True)
class CameraNote:
    """Something that people should know about the camera or its board, and what to do."""

    text: str
    remedy: str


@dataclass(frozen=True, slots=True)
class CameraView:
    """The state of a camera.

    Attributes
    ----------
    status, says, remedy
        As in :class:`CameraStatus`.
    size
        Width and height of its pictures; ``None``: there is none.
    looked, given
        Pictures a second that are read, and that the camera gives; ``None``: none come now.
    delay
        Usual milliseconds from taking a picture until it has been read.
    broken
        How many broken pictures were left out since the camera was opened.
    temperature
        Temperature of the board's processor in degrees Celsius; ``None``: not known.
    notes
        What people should know.
    """

    status: CameraState
    says: str
    remedy: str = ""
    size: tuple[int, int] | None = None
    looked: float | None = None
    given: float | None = None
    delay: float | None = None
    temperature: float | None = None
    notes: tuple[CameraNote, ...] = ()
    broken: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON values."""
        return asdict(self)

"""The messages from a station to the table's program."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from pi_bunco.findings import Finding
from pi_bunco.messages.calibration import CalibrationView, Size
from pi_bunco.messages.down import VERSION
from pi_bunco.messages.opening import Setting
from pi_bunco.readings import Reading
from pi_bunco.texts import Text

EXPLAINED = 3
"""The exit status of a station whose last message says why it ends."""
StatusName = Literal["live", "starting", "trouble", "none"]
"""The state of a camera in one word, for programs."""
File = Annotated[bytes, Field(exclude=True)]
"""A file that follows the text of a message."""


@dataclass(frozen=True, slots=True)
class CameraNote:
    """Something that people should know about the camera or its board, and what to do."""

    text: Text
    remedy: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """The station is open and waits for :class:`~pi_bunco.messages.down.Begin`: the first message.

    Attributes
    ----------
    calibrated
        Whether it reads with a calibration.
    notes
        What is wrong with its reader or its calibration.
    """

    version: int = VERSION
    calibrated: bool
    notes: tuple[Text, ...] = ()
    type: Literal["hello"] = "hello"


@dataclass(frozen=True, slots=True)
class Failed:
    """The station cannot be opened: the only message. ``setting`` is the one that is wrong."""

    text: Text
    remedy: Text
    setting: Setting = "camera"
    type: Literal["failed"] = "failed"


@dataclass(frozen=True, slots=True)
class CameraHealth:
    """The state of the camera, whenever it changes.

    Attributes
    ----------
    status
        The state in one word.
    text, remedy
        The state in words, and what to do about trouble.
    """

    status: StatusName
    text: Text
    remedy: Text = ""
    type: Literal["health"] = "health"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A sign of life, twice a second, with the figures of the camera.

    Attributes
    ----------
    size
        The size of its pictures, ``None`` before the first.
    processed, delivered
        How many pictures a second are processed, and how many the camera delivers; ``None``: none come now.
    delay
        The median of the seconds from taking a picture until it was processed.
    longest
        The most seconds that it took to process one of the last few hundred pictures.
    broken
        How many broken pictures were skipped since the camera was opened.
    note
        What is wrong with the calibration, or with the settings that it locks.
    """

    size: Size | None = None
    processed: float | None = None
    delivered: float | None = None
    delay: float | None = None
    longest: float | None = None
    broken: int = 0
    note: CameraNote | None = None
    type: Literal["figures"] = "figures"


@dataclass(frozen=True, slots=True)
class Moving:
    """Dice move, or move no more, while nobody has to throw."""

    moving: bool
    type: Literal["moving"] = "moving"


@dataclass(frozen=True, slots=True)
class Ages:
    """The times of a throw, as milliseconds before the message was sent.

    Attributes
    ----------
    began
        Since something began to move on the mat.
    fell
        Since the dice had left the hand, ``None`` if the camera did not see that.
    rested
        Since they lay still.
    """

    began: float
    fell: float | None
    rested: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Dice lie still that were not reported before.

    Attributes
    ----------
    reading
        What they show.
    moment
        The moment at the table, as the last :class:`~pi_bunco.messages.down.Wanted` named it.
    at_start
        Whether they lay there when the camera was opened.
    tumble
        When they were thrown, ``None`` if the camera did not see that.
    age
        How many milliseconds before this message the photo was taken.
    index
        The photo's number since the camera was opened.
    size
        The size of the photo.
    file
        The photo as a JPEG file.
    """

    reading: Reading
    moment: str
    at_start: bool = False
    tumble: Ages | None = None
    age: float
    index: int
    size: Size
    file: File = field(default=b"", repr=False)
    type: Literal["seen"] = "seen"


@dataclass(frozen=True, slots=True, kw_only=True)
class MockMat:
    """The mat of a mock camera, whenever it changes.

    Attributes
    ----------
    thrown
        The number of the last throw, -1 before the first.
    at_rest
        Whether nothing moves.
    values
        What the dice of the last throw show.
    readable
        Whether a camera can see that.
    """

    thrown: int
    at_rest: bool
    values: tuple[int, ...] = ()
    readable: bool = False
    type: Literal["mat"] = "mat"


@dataclass(frozen=True, slots=True)
class Picture:
    """The newest picture as a JPEG file; an empty file if there is none."""

    id: int
    file: File = field(default=b"", repr=False)
    type: Literal["picture"] = "picture"


@dataclass(frozen=True, slots=True)
class Examined:
    """What the doctor wants to know: its findings about the camera, the light and the mat."""

    id: int
    findings: tuple[Finding, ...]
    type: Literal["examined"] = "examined"


@dataclass(frozen=True, slots=True)
class StepTaken:
    """How far a calibration is after a step; after the step ``file`` with the file in use."""

    id: int
    view: CalibrationView
    file: File = field(default=b"", repr=False)
    type: Literal["calibration"] = "calibration"


@dataclass(frozen=True, slots=True)
class RefusedStep:
    """A step cannot be done: why, and what to do. ``broken``: something is damaged, such as the disk."""

    id: int
    text: Text
    remedy: Text
    broken: bool = False
    type: Literal["refused"] = "refused"


Answer = Picture | Examined | StepTaken | RefusedStep
"""An answer to a question, with the same ``id``."""
UpMessage = Annotated[
    Hello
    | Failed
    | CameraHealth
    | Figures
    | Moving
    | Seen
    | MockMat
    | Picture
    | Examined
    | StepTaken
    | RefusedStep,
    Field(discriminator="type"),
]

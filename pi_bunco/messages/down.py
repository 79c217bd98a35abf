"""The messages from the table's program to a station."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from pi_bunco.messages.calibration import Point

VERSION = 1
"""The version of the messages. Both sides must have the same."""

Step = Literal["view", "find", "corners", "learn", "test", "stop", "save", "file"]
"""A step of a calibration: ``view`` asks how far it is, ``stop`` ends a test, ``file`` asks for the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Loads what the station needs: the first message.

    Attributes
    ----------
    camera
        The camera's name in the settings.
    table
        The number of the table.
    reader
        The reader's name in the settings; ``None``: the best built-in one.
    calibration
        The path of the table's calibration, which may not exist.
    required
        Whether the settings name it, so that the station must not open without it.
    seed
        The seed of a mock camera's dice.
    """

    version: int = VERSION
    camera: str
    table: int
    reader: str | None = None
    calibration: str
    required: bool = False
    seed: int = 1
    type: Literal["open"] = "open"


@dataclass(frozen=True, slots=True)
class Begin:
    """Opens the camera: the second message. ``shown``: how many throws a mock camera has shown before."""

    shown: Annotated[int, Field(ge=0)] = 0
    type: Literal["begin"] = "begin"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the table waits for.

    Attributes
    ----------
    dice
        How many dice the next throw has; 0: nobody throws.
    moment
        The moment at the table. The station returns it with what it sees.
    begun
        Whether a round has begun; a recording begins with the first one.
    """

    dice: Annotated[int, Field(ge=0, le=12)] = 0
    moment: str = ""
    begun: bool = True
    type: Literal["wanted"] = "wanted"


@dataclass(frozen=True, slots=True)
class Pace:
    """The most pictures a second that the board can process."""

    rate: Annotated[float, Field(gt=0)]
    type: Literal["pace"] = "pace"


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Makes a mock camera throw so many dice."""

    dice: Annotated[int, Field(ge=1, le=12)]
    type: Literal["throw"] = "throw"


@dataclass(frozen=True, slots=True)
class Show:
    """Asks for the newest picture."""

    id: int
    type: Literal["show"] = "show"


@dataclass(frozen=True, slots=True)
class Examine:
    """Asks for what the doctor wants to know of the camera, the light and the mat."""

    id: int
    type: Literal["examine"] = "examine"


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Asks for a step of a calibration. ``points`` are the four corners for the step ``corners``."""

    id: int
    step: Step
    points: tuple[Point, ...] = ()
    type: Literal["calibrate"] = "calibrate"


Question = Show | Examine | Calibrate
"""A message that the station answers, with the same ``id``."""
DownMessage = Annotated[
    Open | Begin | Wanted | Pace | ThrowDice | Show | Examine | Calibrate, Field(discriminator="type")
]

"""The values that cross the layers: a camera's picture and a reader's reading of it.

A :class:`Frame` is one picture of the mat. A :class:`Reading` is what somebody who looks at one
picture can honestly say of the dice in it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pi_bunco.errors import Trouble

Image = NDArray[np.uint8]
"""A picture as OpenCV has it: shape ``(height, width, 3)``, blue-green-red, 0 to 255."""

Grey = NDArray[np.uint8]
"""A grey picture: shape ``(height, width)``, 0 to 255."""

Box = tuple[float, float, float, float]
"""``(x0, y0, x1, y1)`` in pixels of the picture, x to the right, y down, x1 and y1 outside."""


class BrokenPicture(Trouble):
    """A picture came broken, which showed only when it was unpacked: nothing can be read from it."""


class Packed(Protocol):
    """A picture that is unpacked only when somebody looks at it. Any thread may ask."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape that it has once unpacked: ``(height, width, 3)``."""

    def unpack(self) -> Image:
        """Return the picture: the same one each time.

        Raises
        ------
        BrokenPicture
            If it turns out to be broken.
        """


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture from a camera.

    Attributes
    ----------
    picture
        The picture, :data:`Image`, or what it is unpacked from. Nobody writes into it.
    index
        Its number, counted from 0 since the camera was opened. Numbers only grow; a number that is
        left out is a picture that nobody took.
    taken
        When the picture was taken, in seconds on the clock of :func:`time.monotonic`.
    small
        The same picture, grey and small, where it comes cheaper than from the whole one; else ``None``.

    >>> Frame(np.zeros((48, 64, 3), np.uint8), 0, 0.0).shape
    (48, 64, 3)
    """

    picture: Image | Packed
    index: int
    taken: float
    small: Grey | None = None

    @property
    def image(self) -> Image:
        """The picture, unpacked now if nobody has looked at it yet.

        Raises
        ------
        BrokenPicture
            If it turns out to be broken. A packed picture was looked over when it came, so this is rare.
        """
        return self.picture if isinstance(self.picture, np.ndarray) else self.picture.unpack()

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the picture, ``(height, width, 3)``, known before it is unpacked."""
        return self.picture.shape

    @property
    def whole(self) -> bool:
        """Whether the picture can be looked at; unpacks it to see."""
        try:
            return self.image.size > 0
        except BrokenPicture:
            return False


@dataclass(frozen=True, slots=True)
class Tumble:
    """When dice were thrown, in seconds on the clock of :attr:`Frame.taken`.

    Attributes
    ----------
    began
        When something began to move on the mat.
    fell
        From when on the dice moved and nothing reached in over the picture's border any more: they had left
        the hand by then. ``None``: that was not seen.
    rested
        When they lay still.
    """

    began: float
    fell: float | None
    rested: float


class Status(StrEnum):
    """How much a reading may be relied on.

    >>> Status("read") is Status.READ
    True
    """

    READ = "read"
    """The dice are known: a score may hang on them."""
    DOUBTFUL = "doubtful"
    """Something lies there, but somebody has to look: :attr:`Reading.reason` says why."""
    EMPTY = "empty"
    """No dice lie there."""


class Doubt(StrEnum):
    """Why a reading is doubtful, for those who treat one kind otherwise than another.

    >>> Doubt("cocked") is Doubt.COCKED
    True
    """

    COCKED = "cocked"
    """A die leans: on another, on the rim, on something."""
    STACKED = "stacked"
    """A die lies on another."""
    CUT = "cut"
    """A die is half out of the mat or of the picture."""
    COVERED = "covered"
    """A hand or a thing lies over the dice."""
    FEWER = "fewer"
    """Fewer dice than there must be."""
    MORE = "more"
    """More dice than there must be."""
    UNSURE = "unsure"
    """The dice are there, but a value is not sure."""
    UNCLEAR = "unclear"
    """Something lies there, and nobody can say what."""
    PART = "part"
    """Only some of the dice moved: perhaps they were touched, not thrown."""
    LAY = "lay"
    """The dice lay there before anybody looked."""
    WHOSE = "whose"
    """Several threw one die each, and whose is whose cannot be seen."""
    LATE = "late"
    """The bell ended the round while they were thrown, and nobody saw whether they had left the hand."""
    MOVED = "moved"
    """The camera no longer stands where it was calibrated."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it was read.

    Attributes
    ----------
    value
        The face that lies up, 1 to 6; in a doubtful reading the likeliest one.
    confidence
        How sure the reader is of the value, 0 to 1.
    box
        Where its body lies in the picture, in pixels (:data:`Box`).

    >>> Die(5, 0.98, (10, 20, 60, 70)).centre
    (35.0, 45.0)
    """

    value: int
    confidence: float
    box: Box

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box, in pixels."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2


@dataclass(frozen=True, slots=True)
class Reading:
    """What can be said of one picture of the mat.

    Attributes
    ----------
    status
        Whether the values may be scored, must be asked about, or are not there.
    dice
        The dice found, from left to right; none when ``status`` is empty.
    reason
        Why it is doubtful, as a sentence for a guest ("One die leans on another: throw again."); else
        ``""``.
    doubt
        The same as a kind; ``None`` unless it is doubtful.
    which
        The place in :attr:`dice` of the die that is asked about, ``None`` where it is not one alone.
    other
        The face that this die may show instead of its value, ``None`` where no other is likely.

    >>> Reading(Status.READ, (Die(3, 0.99, (0, 0, 9, 9)), Die(1, 0.97, (20, 0, 29, 9)))).values
    (3, 1)
    """

    status: Status
    dice: tuple[Die, ...] = ()
    reason: str = ""
    doubt: Doubt | None = None
    which: int | None = None
    other: int | None = None

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice, in the order of :attr:`dice`."""
        return tuple(die.value for die in self.dice)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values, boxes in tenths of a pixel.

        >>> Reading(Status.READ, (Die(3, 0.99, (0, 0, 9, 9)),)).to_json()["dice"]
        [{'value': 3, 'confidence': 0.99, 'box': [0, 0, 9, 9]}]
        """
        dice = [
            {
                "value": die.value,
                "confidence": round(die.confidence, 3),
                "box": [round(edge, 1) for edge in die.box],
            }
            for die in self.dice
        ]
        return {"status": self.status.value, "dice": dice, "reason": self.reason}

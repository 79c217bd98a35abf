"""What a camera saw on the mat, as values without pictures: readings, the times of a throw, and its photo."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pi_bunco.texts import Text

Box = tuple[float, float, float, float]
"""``(x0, y0, x1, y1)`` in pixels of the picture, x to the right, y down; x1 and y1 are exclusive."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The photo of a throw, as a camera's loop took it.

    Attributes
    ----------
    jpeg
        The picture as a JPEG file.
    size
        Its width and height, in pixels.
    index
        Its number since the camera was opened.
    taken
        When it was taken, in seconds on the clock of :func:`time.monotonic`.
    """

    jpeg: bytes
    size: tuple[int, int]
    index: int
    taken: float


@dataclass(frozen=True, slots=True)
class Tumble:
    """The times of a throw, in seconds on the clock of :func:`time.monotonic`.

    Attributes
    ----------
    began
        When something began to move on the mat.
    fell
        When the dice still moved but nothing reached over the picture's border, so they had left the hand.
        ``None`` if the camera did not see that.
    rested
        When they lay still.
    """

    began: float
    fell: float | None
    rested: float


class Status(StrEnum):
    """How reliable a reading is.

    >>> Status("read") is Status.READ
    True
    """

    READ = "read"
    """The dice are known and may be scored."""
    DOUBTFUL = "doubtful"
    """Something lies there, and somebody has to look at it: :attr:`Reading.reason` says why."""
    EMPTY = "empty"
    """There are no dice."""


class Doubt(StrEnum):
    """The kinds of doubt about a reading.

    >>> Doubt("cocked") is Doubt.COCKED
    True
    """

    COCKED = "cocked"
    """A die leans: on another, on the rim, on something."""
    STACKED = "stacked"
    """A die lies on another."""
    CUT = "cut"
    """A die is half off the mat or outside the picture."""
    COVERED = "covered"
    """A hand or a thing covers the dice."""
    FEWER = "fewer"
    """There are too few dice."""
    MORE = "more"
    """There are too many dice."""
    UNSURE = "unsure"
    """The dice are there, but a value is uncertain."""
    UNCLEAR = "unclear"
    """Something unknown lies there."""
    PART = "part"
    """Only some of the dice moved: perhaps somebody touched them."""
    LAY = "lay"
    """The dice lay there when the camera was opened."""
    WHOSE = "whose"
    """Several players threw one die each, and it is unclear which die belongs to whom."""
    LATE = "late"
    """The bell ended the round during the throw, and nobody saw whether the dice had left the hand."""
    MOVED = "moved"
    """The camera has moved since it was calibrated."""
    UNSEEN = "unseen"
    """The camera showed nothing new for a while, in which a whole throw may have passed."""
    FAST = "fast"
    """The dice moved on, or were taken up, before they could be read surely."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it was read.

    Attributes
    ----------
    value
        The face on top, 1 to 6; in a doubtful reading the likeliest one.
    confidence
        The reader's confidence in the value, 0 to 1.
    box
        Its bounding box in the picture, in pixels (:data:`Box`).

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
    """What a reader says about one picture of the mat.

    Attributes
    ----------
    status
        Whether the values may be scored, somebody must be asked, or there are no dice.
    dice
        The dice, from left to right; empty if there are none.
    reason
        Why it is doubtful, as a sentence for a guest, such as "One die leans on another: throw again.";
        ``""`` without a doubt.
    doubt
        The kind of doubt; ``None`` unless it is doubtful.
    which
        The place in :attr:`dice` of the doubtful die, ``None`` if it is not exactly one.
    other
        Another face that this die may show, ``None`` if no other is likely.

    >>> Reading(Status.READ, (Die(3, 0.99, (0, 0, 9, 9)), Die(1, 0.97, (20, 0, 29, 9)))).values
    (3, 1)
    """

    status: Status
    dice: tuple[Die, ...] = ()
    reason: Text = ""
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

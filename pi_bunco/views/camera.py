"""What the camera's page shows beside the picture."""

from dataclasses import asdict, dataclass
from typing import Any

from pi_bunco.views.devices import CameraState


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
        As in :class:`pi_bunco.views.devices.CameraStatus`.
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
        """Return it as JSON values."""
        return asdict(self)

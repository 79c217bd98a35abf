"""A calibration: what the table has learnt about one mat and its camera."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pi_bunco.frames import Image
from pi_bunco.vision.calibrate.flat import Corners, Flat
from pi_bunco.vision.stand import Stand


@dataclass(frozen=True, eq=False)
class Calibration:
    """One table as one camera sees it.

    Attributes
    ----------
    picture
        Width and height of the camera's pictures.
    corners
        The corners of the playing field in them, clockwise from the field's top left.
    ratio
        The field's width for each unit of its height.
    empty
        The flat picture of the empty mat (:class:`Flat`).
    noise
        Standard deviation of a pixel of an unchanged mat from one picture to the next, in grey levels; the
        median over the mat.
    die
        Edge of a die in pixels of the flat picture; ``None`` until dice were read on this mat.
    size_mm
        Width and height of the field in millimetres; ``None``: no markers of known size were seen.
    stand
        The camera's position, chosen by test throws; ``None``: not known, as in files of pi-bunco 1.0.0.
    locked
        The camera settings that were locked: the names and numbers of the camera's driver; empty if it has
        nothing to lock.
    """

    picture: tuple[int, int]
    corners: Corners
    ratio: float
    empty: Image = field(repr=False)
    noise: float
    die: float | None = None
    size_mm: tuple[float, float] | None = None
    stand: Stand | None = None
    locked: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def flat(self) -> Flat:
        """The mapping to the flat picture."""
        return Flat.of(self.corners, self.ratio)

    def fits(self, image: Image) -> bool:
        """Return whether a picture has the size of the calibrated pictures."""
        return self.picture == (image.shape[1], image.shape[0])

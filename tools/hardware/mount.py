"""Computes the lengths of the mount, for OpenSCAD and for sawing the laths."""

from dataclasses import dataclass
from math import ceil

from pi_bunco.paper.printed_mat import PAPERS, PrintedMat
from pi_bunco.vision.calibrate.advice import MIN_DIE_PIXELS
from tools.hardware.overhead import CameraHeight, CameraModel, find_height, load_cameras

STARTS = {"module": 18.0, "hq": 23.0, "tripod": 36.0}
"""Distance from the lens back to the beginning of the arm, for each head, in millimetres."""

_FOOT = 96.0
_BEHIND = 25.0
"""Distance from the paper to the foot: the lath of the rim is in between."""
_SPARE_UP, _SPARE_BACK = 40.0, 30.0
"""Extra length of the laths, so that everything can be moved."""


@dataclass(frozen=True, slots=True)
class Mount:
    """One camera over one paper; lengths in millimetres.

    Attributes
    ----------
    name, camera, paper, camera_height
        The camera, the paper below it, and the camera's height over it.
    upright, arm
        Lengths of the two laths.
    back
        Distance from the middle of the mat back to the middle of the upright.
    """

    name: str
    camera: CameraModel
    paper: str
    camera_height: CameraHeight
    upright: float
    arm: float
    back: float

    @property
    def scad(self) -> str:
        """The row of ``dimensions.scad``."""
        across, along = (slope * self.camera_height.height for slope in self.camera.slopes)
        width, height = PrintedMat(self.paper).size
        numbers = ", ".join(
            f"{number:g}"
            for number in (
                self.camera_height.height,
                self.camera.drop,
                STARTS[self.camera.fits],
                self.upright,
                self.arm,
            )
        )
        return (
            f'    ["{self.name}", "{self.paper}", "{self.camera.fits}", {numbers}, {self.back:g}, '
            f"[{across:.1f}, {along:.1f}], [{width:g}, {height:g}]],"
        )


def list_mounts() -> list[Mount]:
    """Return the mount of each camera over each paper."""
    return [_make_mount(name, camera, paper) for name, camera in load_cameras().items() for paper in PAPERS]


def write_dimensions() -> str:
    """Return the content of ``hardware/mount/dimensions.scad``."""
    heads = ", ".join(f'["{name}", {start:g}]' for name, start in STARTS.items())
    rows = "\n".join(mount.scad for mount in list_mounts())
    return (
        "// Made by `make hardware` from hardware/cameras.toml: do not change it here.\n"
        "// Each row: camera, paper, head, height of the lens, its drop below the arm's top, where the arm\n"
        "// begins behind the lens, length of the upright, length of the arm, from the mat's middle to the\n"
        "// upright, half of what the camera sees on the mat, the paper.\n"
        f"heads = [{heads}];\nmounts = [\n{rows}\n];\n"
    )


def _make_mount(name: str, camera: CameraModel, paper: str) -> Mount:
    mat = PrintedMat(paper)
    height = find_height(camera, (mat.field.width, mat.field.height), MIN_DIE_PIXELS)
    back = mat.size[1] / 2 + _BEHIND + _FOOT / 2
    upright = _round_up(height.height + camera.drop + _SPARE_UP)
    arm = _round_up(back - STARTS[camera.fits] + _SPARE_BACK)
    return Mount(name, camera, paper, height, upright, arm, back)


def _round_up(length: float) -> float:
    return ceil(length / 10) * 10.0

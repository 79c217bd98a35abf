"""The mount's lengths, for OpenSCAD and for who saws the laths."""

from dataclasses import dataclass
from math import ceil

from pi_bunco.devices.overhead import CameraHeight, CameraModel, find_height, load_cameras
from pi_bunco.paper.mat.sheet import PAPERS, PrintedMat
from pi_bunco.vision.calibrate.advice import LEAST_DIE

STARTS = {"module": 18.0, "hq": 23.0, "tripod": 36.0}
"""How far behind the lens the arm begins, for each head."""

_FOOT = 96.0
_BEHIND = 25.0
"""From the paper to the foot: the rim's lath lies between."""
_SPARE_UP, _SPARE_BACK = 40.0, 30.0
"""What the laths are longer than they must be, so that everything can be moved."""


@dataclass(frozen=True, slots=True)
class Mount:
    """One camera over one paper; lengths in millimetres.

    Attributes
    ----------
    name, camera, paper, told
        Which camera, and how it hangs over which paper.
    upright, arm
        How long the two laths are, sawn.
    back
        From the mat's middle back to the upright's.
    """

    name: str
    camera: CameraModel
    paper: str
    told: CameraHeight
    upright: float
    arm: float
    back: float

    @property
    def scad(self) -> str:
        """The row of ``dimensions.scad``."""
        across, along = (slope * self.told.height for slope in self.camera.slopes)
        width, height = PrintedMat(self.paper).size
        numbers = ", ".join(
            f"{number:g}"
            for number in (
                self.told.height,
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


def mounts() -> list[Mount]:
    """Return the mount of each camera over each paper."""
    return [_mount(name, camera, paper) for name, camera in load_cameras().items() for paper in PAPERS]


def dimensions() -> str:
    """Write ``hardware/mount/dimensions.scad``."""
    heads = ", ".join(f'["{name}", {start:g}]' for name, start in STARTS.items())
    rows = "\n".join(mount.scad for mount in mounts())
    return (
        "// Made by `make hardware` from hardware/cameras.toml: do not change it here.\n"
        "// Each row: camera, paper, head, height of the lens, its drop below the arm's top, where the arm\n"
        "// begins behind the lens, length of the upright, length of the arm, from the mat's middle to the\n"
        "// upright, half of what the camera sees on the mat, the paper.\n"
        f"heads = [{heads}];\nmounts = [\n{rows}\n];\n"
    )


def _mount(name: str, camera: CameraModel, paper: str) -> Mount:
    mat = PrintedMat(paper)
    told = find_height(camera, (mat.field.width, mat.field.height), LEAST_DIE)
    back = mat.size[1] / 2 + _BEHIND + _FOOT / 2
    upright = _tens(told.height + camera.drop + _SPARE_UP)
    arm = _tens(back - STARTS[camera.fits] + _SPARE_BACK)
    return Mount(name, camera, paper, told, upright, arm, back)


def _tens(length: float) -> float:
    return ceil(length / 10) * 10.0

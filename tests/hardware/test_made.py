"""Generated files are up to date: drawings, mats, tables; and the mount's parts and lengths are right."""

import numpy as np
import pytest
from numpy.typing import NDArray

from pi_bunco.devices.bell.board import list_boards
from tools.hardware.light import LAMP, find_mirror
from tools.hardware.made import HARDWARE, PARTS, ROOT, list_drawn, load_sums, make_written
from tools.hardware.mount import STARTS, list_mounts

WRITTEN = {str(path.relative_to(ROOT)): content for path, content in make_written().items()}
DRAWN = {str(each.path.relative_to(HARDWARE)): each for each in list_drawn()}


@pytest.mark.parametrize("name", WRITTEN)
def test_made_files_are_up_to_date(name: str) -> None:
    """Each file that pi-bunco's code writes, with tables in pages, is what it writes now."""
    assert (ROOT / name).read_bytes() == WRITTEN[name], f"{name} is old: make hardware"


@pytest.mark.parametrize("name", DRAWN)
def test_made_pictures_are_up_to_date(name: str) -> None:
    """Each picture and printable part exists, and was drawn from the current source."""
    assert DRAWN[name].path.exists(), f"{name} is missing: make hardware"
    assert load_sums()[name] == DRAWN[name].sum, f"{name} is old: make hardware"


def test_made_folders_have_no_old_files() -> None:
    """The folders contain only files that are still made, so no drawing of a removed board."""
    generated = {HARDWARE / name for name in DRAWN} | {ROOT / name for name in WRITTEN}
    by_hand = {HARDWARE / "mount/mount.scad", HARDWARE / "mount/parts.scad"}
    for folder in ("wiring", "mat", "mount"):
        assert set((HARDWARE / folder).iterdir()) - by_hand <= generated
    assert load_sums().keys() == DRAWN.keys()
    assert {f"wiring/{name}.png" for name in list_boards()} <= DRAWN.keys()


def read_triangles(name: str) -> NDArray[np.float32]:
    """Return the corners of the triangles of a binary STL file, shape ``(n, 3, 3)``."""
    raw = (HARDWARE / "mount" / f"{name}.stl").read_bytes()
    row = np.dtype([("normal", "<3f4"), ("corners", "<9f4"), ("more", "<u2")])
    table = np.frombuffer(raw, row, offset=84)
    assert int.from_bytes(raw[80:84], "little") == len(table)
    return table["corners"].reshape(-1, 3, 3)


@pytest.mark.parametrize("name", PARTS)
def test_parts_can_be_printed(name: str) -> None:
    """A part is one closed body that lies on the printer's bed, with enough area touching the bed."""
    corners = read_triangles(name)
    places = np.round(corners * 1000).astype(np.int64)
    spots, index = np.unique(places.reshape(-1, 3), axis=0, return_inverse=True)
    faces = index.reshape(-1, 3)
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    there = {(int(a), int(b)) for a, b in edges}
    assert all((b, a) in there for a, b in there), "it has a hole"
    joined = np.arange(len(spots))
    for _ in range(len(spots)):  # the lowest number spreads through each body
        before = joined.copy()
        np.minimum.at(joined, edges[:, 0], joined[edges[:, 1]])
        np.minimum.at(joined, edges[:, 1], joined[edges[:, 0]])
        if (joined == before).all():
            break
    assert len(set(joined.tolist())) == 1, "it falls apart"
    assert corners[..., 2].min() == pytest.approx(0, abs=1e-3)
    flat = corners[(np.abs(corners[..., 2]) < 1e-3).all(axis=1)]
    sides = flat[:, 1:, :2] - flat[:, :1, :2]
    areas = sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0]
    assert np.abs(areas).sum() / 2 > 250


def test_mount_laths_are_long_enough() -> None:
    """At the best height, the upright and the arm are long enough to reach through the elbow."""
    for mount in list_mounts():
        top = mount.camera_height.height + mount.camera.drop
        assert mount.upright >= top + 12  # the elbow is 12 mm higher than the arm's top
        assert STARTS[mount.camera.fits] + mount.arm >= mount.back + 22
        assert mount.upright + mount.arm < 1000  # one metre of lath


def test_light_mirror_has_equal_angles() -> None:
    """On a level face, light from a lamp at the edge of the red area is mirrored into the lens."""
    mirror = find_mirror()
    for up in (100.0, 450.0, 2000.0):
        lamp = np.array([mirror.compute_reach(up), up])
        die = np.array([mirror.half, 0.0])
        lens = np.array([0.0, mirror.height])
        to_lamp, to_lens = (line / np.linalg.norm(line) for line in (lamp - die, lens - die))
        assert to_lamp == pytest.approx(to_lens * (-1, 1))


def test_light_lamps_are_outside_the_red_area() -> None:
    """The lamps in the drawing are not mirrored into the lens, with a margin for their size."""
    beside, up = LAMP
    assert beside > find_mirror().compute_reach(up) + 100

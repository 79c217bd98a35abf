"""Makes the generated parts of pages: tables of boards and mounts, each between two comments."""

import json
import re
from math import ceil, floor

from pi_bunco.devices.bell.board import list_boards, load_board
from pi_bunco.paper.printed_mat import PAPERS, PrintedMat
from pi_bunco.vision.calibrate.advice import MIN_DIE_PIXELS
from tools.hardware.mount import Mount, list_mounts
from tools.hardware.overhead import find_height, load_cameras


def fill_tables(page: str) -> str:
    """Return a page with its generated parts made again; an unknown part raises a KeyError."""
    return re.sub(
        r"(<!-- made: (\S+) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}{_PIECES[found[2]]()}\n{found[3]}",
        page,
        flags=re.DOTALL,
    )


def _make_heights() -> str:
    rows = [
        "| Camera | Pictures | " + " | ".join(map(_name_paper, PAPERS)) + " |",
        "|---|---|" + "---|" * len(PAPERS),
    ]
    mounts_by_camera: dict[str, list[Mount]] = {}
    for mount in list_mounts():
        mounts_by_camera.setdefault(mount.camera.name, []).append(mount)
    for name, mounts in mounts_by_camera.items():
        taken = " × ".join(map(str, mounts[0].camera.picture_size))
        rows.append(f"| {name} | {taken} | " + " | ".join(map(_format_height, mounts)) + " |")
    return "\n".join(rows)


def _format_height(mount: Mount) -> str:
    height = mount.camera_height
    if height.highest < height.lowest:
        return f"{height.height / 10:.0f} cm, only dice from {ceil(height.die)} mm"
    low, high = ceil(height.lowest / 10), floor(height.highest / 10)
    room = f" ({low} to {high})" if low < high else ""
    return f"**{height.height / 10:.0f} cm**{room}, {height.pixels:.0f} px"


def list_heights() -> str:
    """Return for each paper the cameras, as JSON: name, best height in centimetres, what else will do."""
    field_by_paper = {paper: PrintedMat(paper).field for paper in PAPERS}
    rows: dict[str, list[tuple[str, int, str]]] = {}
    for paper, field in field_by_paper.items():
        rows[paper] = []
        for camera in load_cameras().values():
            height = find_height(camera, (field.width, field.height), MIN_DIE_PIXELS)
            low, high = ceil(height.lowest / 10), floor(height.highest / 10)
            if height.highest < height.lowest:
                allowed = f"only dice of {ceil(height.die)} mm or more, or smaller paper"
            else:
                allowed = f"{low} to {high} cm will do" if low < high else "neither higher nor lower"
            rows[paper].append((camera.name, round(height.height / 10), allowed))
    return json.dumps(rows, indent=1) + "\n"


def _make_laths() -> str:
    rows = [
        "| Camera | Head | " + " | ".join(map(_name_paper, PAPERS)) + " |",
        "|---|---|" + "---|" * len(PAPERS),
    ]
    mounts_by_camera: dict[str, list[Mount]] = {}
    for mount in list_mounts():
        mounts_by_camera.setdefault(mount.camera.name, []).append(mount)
    for name, mounts in mounts_by_camera.items():
        lengths = " | ".join(f"{mount.upright / 10:.0f} + {mount.arm / 10:.0f} cm" for mount in mounts)
        rows.append(f"| {name} | `{mounts[0].camera.fits}.stl` | {lengths} |")
    return "\n".join(rows)


def _make_mats() -> str:
    rows = ["| Paper | Field | File |", "|---|---|---|"]
    for paper in PAPERS:
        field = PrintedMat(paper).field
        size = f"{field.width / 10:.1f} × {field.height / 10:.1f} cm"
        rows.append(f"| {_name_paper(paper)} | {size} | [mat-{paper}.pdf](mat/mat-{paper}.pdf) |")
    return "\n".join(rows)


def _make_boards() -> str:
    """Return the drawing and the table of each board; boards that are wired by hand come first."""
    loaded = {name: load_board(name) for name in list_boards()}
    names = sorted(loaded, key=lambda name: (loaded[name].button.part is not None, name))
    pieces = []
    for name in names:
        board = loaded[name]
        picture = f"[![The wiring of {board.name}](wiring/{name}.png)](wiring/{name}.svg)"
        setting = f'`bell = "gpio:{name}"`'
        pieces.append(f"### {board.name}\n\n{setting}\n\n{picture}\n\n{board.format_table()}")
        pieces.extend(board.list_notes())
    return "\n\n".join(pieces)


def _name_paper(paper: str) -> str:
    return paper.capitalize()


_PIECES = {"heights": _make_heights, "laths": _make_laths, "mats": _make_mats, "boards": _make_boards}

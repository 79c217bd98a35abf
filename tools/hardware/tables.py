"""The pieces of the pages that are made: tables of the boards and of the mounts, between two comments."""

import re
from math import ceil, floor

from pi_bunco.devices.bell.board import list_boards, load_board
from pi_bunco.paper.mat.sheet import PAPERS, PrintedMat
from tools.hardware.mount import Mount, mounts


def filled(page: str) -> str:
    """Return a page with each of its made pieces made again; one that nobody knows is a KeyError."""
    return re.sub(
        r"(<!-- made: (\S+) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}{_PIECES[found[2]]()}\n{found[3]}",
        page,
        flags=re.DOTALL,
    )


def _heights() -> str:
    rows = [
        "| Camera | Pictures | " + " | ".join(map(_paper, PAPERS)) + " |",
        "|---|---|" + "---|" * len(PAPERS),
    ]
    each: dict[str, list[Mount]] = {}
    for mount in mounts():
        each.setdefault(mount.camera.name, []).append(mount)
    for name, over in each.items():
        taken = " × ".join(map(str, over[0].camera.picture_size))
        rows.append(f"| {name} | {taken} | " + " | ".join(map(_height, over)) + " |")
    return "\n".join(rows)


def _height(mount: Mount) -> str:
    told = mount.told
    if told.highest < told.lowest:
        return f"{told.height / 10:.0f} cm, only dice from {ceil(told.die)} mm"
    low, high = ceil(told.lowest / 10), floor(told.highest / 10)
    room = f" ({low} to {high})" if low < high else ""
    return f"**{told.height / 10:.0f} cm**{room}, {told.pixels:.0f} px"


def _laths() -> str:
    rows = ["| Camera | Head | " + " | ".join(map(_paper, PAPERS)) + " |", "|---|---|" + "---|" * len(PAPERS)]
    each: dict[str, list[Mount]] = {}
    for mount in mounts():
        each.setdefault(mount.camera.name, []).append(mount)
    for name, over in each.items():
        cut = " | ".join(f"{mount.upright / 10:.0f} + {mount.arm / 10:.0f} cm" for mount in over)
        rows.append(f"| {name} | `{over[0].camera.fits}.stl` | {cut} |")
    return "\n".join(rows)


def _mats() -> str:
    rows = ["| Paper | Field | File |", "|---|---|---|"]
    for paper in PAPERS:
        field = PrintedMat(paper).field
        size = f"{field.width / 10:.1f} × {field.height / 10:.1f} cm"
        rows.append(f"| {_paper(paper)} | {size} | [mat-{paper}.pdf](mat/mat-{paper}.pdf) |")
    return "\n".join(rows)


def _boards() -> str:
    """Return each board's drawing and table, those that are wired by hand first."""
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


def _paper(paper: str) -> str:
    return paper.capitalize()


_PIECES = {"heights": _heights, "laths": _laths, "mats": _mats, "boards": _boards}

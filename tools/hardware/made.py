"""Lists the generated files and their sources, to make the files and to check whether they are up to date."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pi_bunco.devices.bell.board import list_boards, load_board
from pi_bunco.paper.printed_mat import PAPERS
from tools.hardware.light import draw_light
from tools.hardware.mats import draw_cards, draw_mat
from tools.hardware.mount import STARTS, write_dimensions
from tools.hardware.tables import fill_tables, list_heights
from tools.hardware.wiring.drawing import draw_wiring

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
SUMS = HARDWARE / "made.json"
PAGES = (HARDWARE / "README.md", ROOT / "docs/builder.md")
PARTS = ("foot", "elbow", *STARTS)

_SCAD = tuple(HARDWARE / "mount" / name for name in ("mount.scad", "parts.scad", "dimensions.scad"))
_VIEWS = {
    "whole": ((1100, 1000), "0,0,0,62,0,28,500", {"part": "whole"}),
    "joint": ((940, 860), "0,0,0,66,0,30,500", {"part": "joint"}),
    "parts": ((1300, 700), "0,0,0,52,0,15,500", {"part": "bed"}),
    **{
        f"head-{fits}": ((940, 860), "0,0,0,66,0,35,500", {"part": "head", "camera": camera})
        for fits, camera in (
            ("module", "camera-module-3"),
            ("hq", "hq-camera-6mm"),
            ("tripod", "usb-camera"),
        )
    },
}


@dataclass(frozen=True, slots=True)
class DrawnFile:
    """A file that another program draws from source files. It cannot be compared byte by byte.

    Attributes
    ----------
    path, sources
        The file, and the files from which it is drawn.
    draw
        Draws it.
    options
        How it is drawn, if that is not in the sources.
    """

    path: Path
    sources: tuple[Path, ...]
    draw: Callable[[], None]
    options: str = ""

    @property
    def sum(self) -> str:
        """A hash of the present sources and of the options. It changes if the file must be drawn again."""
        content = b"".join(source.read_bytes() for source in self.sources)
        return hashlib.sha256(content + self.options.encode()).hexdigest()[:16]


def make_written() -> dict[Path, bytes]:
    """Return the files that our own code writes, each with its content."""
    mats = {f"mat-{paper}.pdf": draw_mat(paper) for paper in PAPERS}
    plain = {f"mat-{paper}-plain.pdf": draw_mat(paper, plain=True) for paper in PAPERS}
    markers = {f"markers-{paper}.pdf": draw_cards(paper) for paper in PAPERS}
    content_by_path = {HARDWARE / "mat" / name: pdf for name, pdf in (mats | plain | markers).items()}
    content_by_path[HARDWARE / "mat" / "heights.json"] = list_heights().encode()
    for name in list_boards():
        content_by_path[HARDWARE / "wiring" / f"{name}.svg"] = draw_wiring(load_board(name), name).encode()
    content_by_path[HARDWARE / "light.svg"] = draw_light().encode()
    content_by_path[HARDWARE / "mount/dimensions.scad"] = write_dimensions().encode()
    return content_by_path | {page: fill_tables(page.read_text("utf-8")).encode() for page in PAGES}


def list_drawn() -> list[DrawnFile]:
    """Return the files that other programs draw: pictures for the guide, and parts to print."""
    from tools.hardware import pages, scad  # noqa: PLC0415 - they import what only drawing needs

    svgs = [HARDWARE / "light.svg", *(HARDWARE / "wiring" / f"{name}.svg" for name in list_boards())]
    files = [_make_drawn(svg, svg.with_suffix(".png"), pages.draw_svg) for svg in svgs]
    pdfs = [HARDWARE / "mat" / name for name in ("mat-a3.pdf", "markers-a4.pdf")]
    files += [_make_drawn(pdf, pdf.with_suffix(".png"), pages.draw_pdf) for pdf in pdfs]
    source = _SCAD[0]
    for name, (size, view, values) in _VIEWS.items():
        to = HARDWARE / "mount" / f"{name}.png"
        files.append(
            DrawnFile(
                to,
                _SCAD,
                partial(scad.draw_picture, source, to, size, view, **values),
                f"{size}{view}{values}",
            )
        )
    for name in PARTS:
        to = HARDWARE / "mount" / f"{name}.stl"
        files.append(DrawnFile(to, _SCAD, partial(scad.export_part, source, to, name)))
    return files


def load_sums() -> dict[str, str]:
    """Return for each file, by name, the sum from when it was last drawn."""
    sums: dict[str, str] = json.loads(SUMS.read_text("utf-8")) if SUMS.exists() else {}
    return sums


def _make_drawn(source: Path, to: Path, draw: Callable[[Path, Path], None]) -> DrawnFile:
    return DrawnFile(to, (source,), partial(draw, source, to))

"""What is made, and of what: for making it, and for telling whether it is still right."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pi_bunco.devices.bell.board import list_boards, load_board
from pi_bunco.devices.wiring.drawing import draw_wiring
from pi_bunco.paper.mat.draw import draw_cards, draw_mat
from pi_bunco.paper.mat.sheet import PAPERS
from tools.hardware.light import light
from tools.hardware.mount import STARTS, dimensions
from tools.hardware.tables import filled

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
class Drawn:
    """A file that another program draws from others, which cannot be compared byte by byte."""

    path: Path
    sources: tuple[Path, ...]
    make: Callable[[], None]
    how: str = ""

    @property
    def sum(self) -> str:
        """What its sources are now, and how they are drawn."""
        read = b"".join(source.read_bytes() for source in self.sources)
        return hashlib.sha256(read + self.how.encode()).hexdigest()[:16]


def written() -> dict[Path, bytes]:
    """Return what our own code writes, each file with what belongs in it."""
    mats = {f"mat-{paper}.pdf": draw_mat(paper) for paper in PAPERS}
    markers = {f"markers-{paper}.pdf": draw_cards(paper) for paper in PAPERS}
    made = {HARDWARE / "mat" / name: pdf for name, pdf in (mats | markers).items()}
    for name in list_boards():
        made[HARDWARE / "wiring" / f"{name}.svg"] = draw_wiring(load_board(name), name).encode()
    made[HARDWARE / "light.svg"] = light().encode()
    made[HARDWARE / "mount/dimensions.scad"] = dimensions().encode()
    return made | {page: filled(page.read_text("utf-8")).encode() for page in PAGES}


def drawn() -> list[Drawn]:
    """Return what other programs draw of that: pictures for the guide, and parts to print."""
    from tools.hardware import pages, scad  # noqa: PLC0415 - only who draws needs what they need

    svgs = [HARDWARE / "light.svg", *(HARDWARE / "wiring" / f"{name}.svg" for name in list_boards())]
    made = [_of(svg, svg.with_suffix(".png"), pages.drawing) for svg in svgs]
    pdfs = [HARDWARE / "mat" / name for name in ("mat-a3.pdf", "markers-a4.pdf")]
    made += [_of(pdf, pdf.with_suffix(".png"), pages.sheet) for pdf in pdfs]
    source = _SCAD[0]
    for name, (size, view, values) in _VIEWS.items():
        to = HARDWARE / "mount" / f"{name}.png"
        made.append(
            Drawn(to, _SCAD, partial(scad.picture, source, to, size, view, **values), f"{size}{view}{values}")
        )
    for name in PARTS:
        to = HARDWARE / "mount" / f"{name}.stl"
        made.append(Drawn(to, _SCAD, partial(scad.part, source, to, name)))
    return made


def sums() -> dict[str, str]:
    """Return of what each drawn file was drawn, as it was noted then."""
    told: dict[str, str] = json.loads(SUMS.read_text("utf-8")) if SUMS.exists() else {}
    return told


def _of(source: Path, to: Path, draw: Callable[[Path, Path], None]) -> Drawn:
    return Drawn(to, (source,), partial(draw, source, to))

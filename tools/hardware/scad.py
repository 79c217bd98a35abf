"""Makes pictures and printable parts with OpenSCAD."""

import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

_PAPER = (247, 242, 230)
_ENLARGED = 2
"""Pictures are drawn this many times as large and then shrunk, since OpenSCAD draws jagged edges."""
_BORDER = 24
"""Empty pixels around what a picture shows."""


def draw_picture(scad: Path, to: Path, size: tuple[int, int], view: str, **values: str) -> None:
    """Draw a picture.

    Parameters
    ----------
    scad, to
        The source, and the PNG to write.
    size
        Largest width and height, in pixels; empty borders are cut off.
    view
        OpenSCAD's camera: its target, rotation and distance.
    values
        Variables to set in the source.
    """
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "raw.png"
        look = [
            f"--imgsize={size[0] * _ENLARGED},{size[1] * _ENLARGED}",
            f"--camera={view}",
            "--colorscheme=Nature",
        ]
        _run_openscad("-o", str(raw), "--viewall", "--autocenter", *look, *_make_options(values), str(scad))
        image = Image.open(raw).convert("RGB")
    empty = Image.new("RGB", image.size, image.getpixel((0, 0)))
    mask = ImageChops.difference(image, empty).convert("L").point(lambda grey: 255 if grey else 0)
    image = Image.composite(image, Image.new("RGB", image.size, _PAPER), mask)
    left, top, right, bottom = mask.getbbox() or (0, 0, *image.size)
    border = _BORDER * _ENLARGED
    image = image.crop((left - border, top - border, right + border, bottom + border))
    whole = Image.new("RGB", image.size, _PAPER)
    whole.paste(image.crop((0, 0, *image.size)))
    drawn_part = Image.new("L", image.size, 0)
    drawn_part.paste(255, (max(border - left, 0), max(border - top, 0), image.size[0], image.size[1]))
    whole = Image.composite(whole, Image.new("RGB", image.size, _PAPER), drawn_part)
    shrunk = (whole.size[0] // _ENLARGED, whole.size[1] // _ENLARGED)
    whole.resize(shrunk, Image.Resampling.LANCZOS).quantize(128).save(to, optimize=True)


def export_part(scad: Path, to: Path, name: str) -> None:
    """Write a part as STL, for a printer's software."""
    _run_openscad("-o", str(to), "--export-format", "binstl", *_make_options({"part": name}), str(scad))


def _make_options(values: dict[str, str]) -> list[str]:
    return [word for name, value in values.items() for word in ("-D", f'{name}="{value}"')]


def _run_openscad(*words: str) -> None:
    call = ["xvfb-run", "-a", "openscad", "--hardwarnings", *words]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"openscad: {done.stderr}")

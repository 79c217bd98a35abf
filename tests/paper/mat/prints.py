"""A printed mat as a picture: the PDF through poppler's pdftoppm, as a printer's driver would draw it."""

import shutil
import subprocess
from pathlib import Path
from typing import cast

import cv2
import pytest

from pi_bunco.frames import Image

needs_pdftoppm = pytest.mark.skipif(
    not shutil.which("pdftoppm"), reason="pdftoppm (package poppler-utils) is not installed here"
)
DPI = 100
PIXELS = DPI / 25.4
"""To a millimetre."""


def printed(pdf: bytes, folder: Path) -> Image:
    """Draw the PDF's page."""
    (folder / "page.pdf").write_bytes(pdf)
    draw = ["pdftoppm", "-r", str(DPI), "-png", "-singlefile", str(folder / "page.pdf"), str(folder / "page")]
    subprocess.run(draw, check=True, capture_output=True)
    return cast("Image", cv2.imread(str(folder / "page.png")))

"""A printed mat as a picture: poppler's pdftoppm draws the PDF like a printer's driver."""

import shutil
import subprocess
from pathlib import Path
from typing import cast

import cv2
import pytest

from pi_bunco.frames import Image

needs_pdftoppm = pytest.mark.skipif(
    not shutil.which("pdftoppm"), reason="pdftoppm (package poppler-utils) is not installed"
)
DPI = 100
PIXELS_PER_MM = DPI / 25.4


def draw_page(pdf: bytes, folder: Path) -> Image:
    """Draw the page of a PDF."""
    (folder / "page.pdf").write_bytes(pdf)
    file = str(folder / "page")
    command = ["pdftoppm", "-r", str(DPI), "-png", "-singlefile", f"{file}.pdf", file]
    subprocess.run(command, check=True, capture_output=True)
    return cast("Image", cv2.imread(str(folder / "page.png")))

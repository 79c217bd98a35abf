"""Turns drawings (SVG) and mats (PDF) into PNG, for the guide."""

import base64
import shutil
import subprocess
from pathlib import Path

from PIL import Image, ImageOps

_FONT = Path(__file__).resolve().parents[2] / Path(
    "pi_bunco/web/static/vendor/lexend-latin-wght-normal.woff2"
)
_FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
_SCALE = 1.5
"""Pixels of the PNG for each pixel of the SVG."""


def draw_svg(svg: Path, to: Path) -> None:
    """Draw an SVG with Chromium, in the project's own font."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only drawing needs it

    font = base64.b64encode(_FONT.read_bytes()).decode()
    style = f"@font-face{{font-family:Lexend;font-weight:100 900;src:url(data:font/woff2;base64,{font})}}"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=_FLAGS)
        page = browser.new_page(viewport={"width": 1200, "height": 900}, device_scale_factor=_SCALE)
        page.set_content(
            f"<style>{style} body{{margin:0}} svg{{display:block}}</style>{svg.read_text('utf-8')}"
        )
        page.evaluate("document.fonts.ready")
        page.locator("svg").screenshot(path=str(to))
        browser.close()
    Image.open(to).convert("RGB").quantize(128).save(to, optimize=True)


def draw_pdf(pdf: Path, to: Path) -> None:
    """Draw a small picture of a PDF's page, with a thin frame around the paper."""
    draw = ["pdftoppm", "-r", "55", "-png", "-singlefile", str(pdf), str(to.with_suffix(""))]
    subprocess.run(draw, check=True)
    ImageOps.expand(Image.open(to).convert("RGB"), 1, "#b9b3a2").quantize(64).save(to, optimize=True)

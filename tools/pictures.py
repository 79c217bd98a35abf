"""Makes the pictures of the documentation from the real pages, of tables that really play, in a browser."""

import argparse
import http.client
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from tools.card.rehearsal import CONTROL, FAILS, Rehearsal
from tools.chromium import CHROMIUM, FLAGS

FOLDER = Path(__file__).parents[1] / "docs" / "images"
STATIC = Path(__file__).parents[1] / "pi_bunco" / "web" / "static"
TIMEOUT_MS = 90_000
"""The most milliseconds to wait for something to happen."""
FIRST_NAMES = (
    "Ann",
    "Bob",
    "Cy",
    "Di",
    "Eve",
    "Fay",
    "Gil",
    "Hal",
    "Ivy",
    "Jo",
    "Kim",
    "Lee",
    "Mia",
    "Ned",
    "Oona",
    "Pat",
)
GUESTS = [*FIRST_NAMES, *(f"{name} {letter}." for letter in "BC" for name in FIRST_NAMES)]
"""Names of 48 guests, who fill twelve tables."""

TABLET, TELEPHONE, TELEVISION = (1024, 768), (390, 844), (1920, 1080)


class Program:
    """A running program, and the browser that shows its pages."""

    def __init__(self, address: str, browser: Any) -> None:
        self.address = address
        self._browser = browser

    def ask(self, table: int, command: str, **body: object) -> int:
        """Send a command and return the answer's status."""
        place = urlsplit(self.address)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=30)
        words = {"Content-Type": "application/json"}
        connection.request("POST", f"/api/table/{table}/{command}", json.dumps(body), words)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    def throw(self, table: int, *dice: int) -> int:
        """Enter a throw, and return the answer's status."""
        return self.ask(table, "enter", dice=dice)

    def play(self, tables: int, throws: int, target: int, chance: Random) -> None:
        """Enter this many throws at each of the tables."""
        for table in range(1, tables + 1):
            for _ in range(throws):
                self.throw(table, *chance.choices((1, 2, 3, 4, 5, 6, target), k=3))

    def open(self, page: str, size: tuple[int, int]) -> Any:
        """Open a page in a browser window of this size, and return it."""
        opened = self._browser.new_page(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", color_scheme="light"
        )
        opened.goto(self.address + page)
        return opened


@contextmanager
def run_program(browser: Any, *words: str) -> Iterator[Program]:
    """Run the program with these arguments in a new folder."""
    program = Path(sys.executable).with_name("pi-bunco")
    with tempfile.TemporaryDirectory() as folder:
        command = [str(program), "run", "--port", "0", "--host", "127.0.0.1", "--state-dir", folder, *words]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        try:
            match = next(found for line in process.stdout if (found := re.search(r"http://[\d.:]+", line)))
            yield Program(match[0], browser)
        finally:
            process.terminate()
            process.wait(30)
            process.stdout.close()


def take_picture(page: Any, name: str, scale: float = 1) -> None:
    """Write a page as a picture."""
    from io import BytesIO  # noqa: PLC0415 - with what it is for

    from PIL import Image  # noqa: PLC0415 - only the tests' tools have it

    page.wait_for_timeout(800)  # until pictures are there and nothing moves
    picture: Image.Image = Image.open(BytesIO(page.screenshot()))
    if scale != 1:
        picture = picture.resize(
            (int(picture.width * scale), int(picture.height * scale)), Image.Resampling.LANCZOS
        )
    picture.convert("RGB").save(FOLDER / f"{name}.webp", quality=85, method=6)
    page.close()


def table(browser: Any) -> None:
    """Take a picture of a table whose camera has seen some throws."""
    with run_program(browser, "--speed", "6", "--seed", "4") as program:
        page = program.open("/t/1", TABLET)
        page.wait_for_selector(".last .plus >> text=+", timeout=TIMEOUT_MS)
        page.locator(".slip").nth(7).wait_for(timeout=TIMEOUT_MS)
        page.wait_for_selector(".last .plus >> text=+", timeout=TIMEOUT_MS)
        take_picture(page, "table")


def room(browser: Any) -> None:
    """Take pictures of the pages of a room with twelve tables, in a round and after it."""
    chance = Random(5)  # noqa: S311 - dice of a picture
    with run_program(browser, "--camera", "none", "--players", ",".join(GUESTS), "--roles", "off") as program:
        program.ask(1, "ring")
        program.play(12, 7, 1, chance)
        take_picture(program.open("/room", TELEVISION), "room", 0.5)
        take_picture(program.open("/host", TABLET), "host", 0.75)
        take_picture(program.open("/t/3", TABLET), "tapped", 0.75)
        table = program.open("/t/3", TABLET)
        table.locator(".slip").nth(2).click()
        table.wait_for_selector("#dialog[open] .faces")
        take_picture(table, "correct", 0.75)
        take_picture(program.open(f"/me?guest={GUESTS[5]}", TELEPHONE), "phone", 0.75)
        program.ask(1, "end-round")
        for _ in range(30):
            program.play(12, 1, 1, chance)
        between = program.open("/room", TELEVISION)
        between.wait_for_selector(".seating", timeout=TIMEOUT_MS)
        take_picture(between, "seats", 0.5)
        take_picture(program.open("/t/1", TABLET), "between", 0.75)


def card(browser: Any) -> None:
    """Take pictures of the screen at the first start, with the text of its real script."""
    with tempfile.TemporaryDirectory() as folder:
        shown = Rehearsal(Path(folder))
        take_picture(open_console(browser, shown.start().raw), "first-start", 0.75)
        take_picture(open_console(browser, shown.start(FAILS, steps=2).raw), "first-start-failed", 0.75)


def open_console(browser: Any, text: str) -> Any:
    """Open a page that looks as the console of a Pi with this text, which may have bold titles."""
    tags = {"\033[1m": "\1", "\033[0m": "\2"}
    marked = CONTROL.sub(lambda code: tags.get(code[0], ""), text)
    lines = escape(marked).replace("\1", "<b>").replace("\2", "</b>")
    page = browser.new_page(viewport={"width": 1024, "height": 768})
    page.set_content(
        "<style>body { margin: 0; background: #000; color: #d0d0d0; font: 27px/1.1 'DejaVu Sans Mono' }"
        f"pre {{ font: inherit; margin: 1ch }} b {{ color: #fff }}</style><pre>{lines}</pre>"
    )
    return page


def icon(browser: Any) -> None:
    """Draw the icon for a device's home screen, with the border that a mask may cut off."""
    drawn = (STATIC / "icon.svg").read_text()
    page = browser.new_page(viewport={"width": 512, "height": 512})
    page.set_content(f'<body style="margin:96px;background:#0c3a31">{drawn}</body>')
    page.screenshot(path=STATIC / "icon.png")
    page.close()


MAKERS: tuple[Callable[[Any], None], ...] = (icon, table, room, card)


def main() -> None:
    """Make all pictures, or only those of the named makers."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where a browser is there

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="makers: " + ", ".join(maker.__name__ for maker in MAKERS))
    only = parser.parse_args().only
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for maker in MAKERS:
            if not only or maker.__name__ in only:
                maker(browser)
        browser.close()


if __name__ == "__main__":
    main()

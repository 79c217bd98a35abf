"""Takes pictures of pages at every moment, for people who look whether all of it can be read.

python -m tests.web.picture_book FOLDER [--screen television] [--only between]
"""

import argparse
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pi_bunco.views.room import RoomView
from pi_bunco.web import create_app, serve
from tests.browser import CHROMIUM, FLAGS
from tests.web.conftest import FakePageService
from tests.web.driving import SIZES, expect_text
from tests.web.night_states import NIGHT
from tests.web.room_states import COUNTS, MOMENTS, NAMES, make_room
from tests.web.states import STATES

SCREENS = {**SIZES, "small television": (1280, 720)}
STILL = "* { animation: none !important; transition: none !important }"


def list_rooms() -> Iterator[tuple[str, RoomView]]:
    """Yield each room at each moment with a name for its picture. The end does not depend on the tables."""
    for tables in COUNTS:
        for names in NAMES:
            for sides in (0, 2, 3, 4) if tables < 4 else (0,):
                room = make_room(tables, names, sides)
                for moment, change in MOMENTS.items():
                    if (sides and moment in {"die-off", "final", "final, throwing"}) or (
                        "over" in moment and tables % 4
                    ):
                        continue
                    yield f"{tables} tables, {sides or 'teams'}, {names}, {moment}", change(room)


def show_room(page: Any, service: FakePageService, name: str, room: RoomView) -> None:
    """Show a room on an open page, and wait until it is drawn."""
    mark = f"({zlib.crc32(name.encode()):x})"
    service.show_room(replace(room, moment=replace(room.moment, next=f"{room.moment.next} {mark}")))
    page.wait_for_function(
        "mark => document.querySelector('.room-head .what').textContent.includes(mark)", arg=mark
    )


def main() -> None:
    """Take the pictures that the arguments ask for."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where a browser is there

    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--screen", choices=SCREENS, default="television")
    options.add_argument("--page", choices=("room", "table"), default="room")
    options.add_argument("--only", default="", help="a part of the pictures' names")
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    width, height = SCREENS[given.screen]
    service = FakePageService(Path(tempfile.mkdtemp()))
    with serve(create_app(service), "127.0.0.1", 0) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
        page.goto(f"http://127.0.0.1:{server.port}/{'room' if given.page == 'room' else ''}")
        page.add_style_tag(content=STILL)
        if given.page == "room":
            for name, room in list_rooms():
                if given.only in name:
                    show_room(page, service, name, room)
                    page.screenshot(path=given.folder / f"{name}.png")
        else:
            for name, state in (STATES | NIGHT).items():
                if given.only in name:
                    service.show(replace(state(), told=f"shown {name}"))
                    expect_text(page, ".told", f"shown {name}")
                    page.screenshot(path=given.folder / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()

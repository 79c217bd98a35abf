"""A device chooses its language by two taps, and the television follows the language of the room."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.views.devices import RoomSound
from pi_bunco.web import Server, create_app, files, serve
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN
from tests.web.made_up import Long
from tests.web.room_states import make_room

pytestmark = DRIVEN


@pytest.fixture
def server(service: FakePageService) -> Iterator[Server]:
    with serve(create_app(service, catalogues={"nl": Long()}), "127.0.0.1", 0) as server:
        yield server


def wait_for_language(page: Any, code: str) -> None:
    """Wait until a page is in a language."""
    page.wait_for_function("code => document.documentElement.lang === code", arg=code)


def test_a_guest_finds_their_language_by_its_own_name(browser: Any, server: Server) -> None:
    """One tap opens the languages, the next one chooses, and all pages of the device are in it."""
    page = browser.new_page(locale="en-US")
    page.goto(f"http://127.0.0.1:{server.port}/me?guest=")
    page.locator(".language-way", has_text="English").click()
    page.get_by_role("link", name="Nederlands").click()
    wait_for_language(page, "nl")
    assert page.url.endswith("/me")
    page.goto(f"http://127.0.0.1:{server.port}/rules")
    wait_for_language(page, "nl")
    page.close()


def test_the_television_follows_the_language_of_the_room(
    browser: Any, server: Server, service: FakePageService
) -> None:
    """It loads itself again when the host chooses, and speaks that language from then on."""
    page = browser.new_page(locale="en-US")
    room = make_room(2)
    service.show_room(room)
    page.goto(f"http://127.0.0.1:{server.port}/room")
    wait_for_language(page, "en")
    service.show_room(replace(room, sound=RoomSound(language="nl")))
    wait_for_language(page, "nl")
    cues = page.locator("room-sounds").get_attribute("cues")
    assert re.search(f'"clips": "{files.find_clips("nl")}"', cues)
    service.show_room(room)
    wait_for_language(page, "en")
    page.close()

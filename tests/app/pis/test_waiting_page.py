"""A far Pi shows its code, or what it waits for, before it has a game."""

import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from pi_bunco.app.pis.waiting_page import WaitingPage
from pi_bunco.web.server import PortTrouble


@pytest.fixture
def page() -> Iterator[WaitingPage]:
    with WaitingPage("127.0.0.1", 0) as page:
        yield page


def read(page: WaitingPage, path: str = "/") -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{page.port}{path}", timeout=20) as answer:
        return bytes(answer.read())


def test_every_address_shows_what_is_shown_last(page: WaitingPage) -> None:
    """The newest sentence, the code and the remedy are at every address, with their signs escaped."""
    page.show("First")
    page.show("This Pi asks <you>", "483 920", "Tap “Let in”.")
    for path in ("/", "/room", "/t/7"):
        text = read(page, path).decode()
        assert "First" not in text
        assert "This Pi asks &lt;you&gt;" in text
        assert "<b>483 920</b>" in text
        assert "Tap “Let in”." in text


def test_people_can_stop_following(page: WaitingPage) -> None:
    """The page has the button only if somebody listens to it, and a tap is told once."""
    left: list[bool] = []
    with WaitingPage("127.0.0.1", 0, lambda: left.append(True)) as asking:
        asking.show("This Pi asks")
        assert "Stop following" in read(asking).decode()
        for path in ("/room", "/leave"):
            request = urllib.request.Request(f"http://127.0.0.1:{asking.port}{path}", b"", method="POST")
            with urllib.request.urlopen(request, timeout=20) as answer:
                refresh = answer.headers["Refresh"]
        assert (left, refresh) == ([True], "8; url=/")
    assert "Stop following" not in read(page).decode()


def test_programs_get_no_answer(page: WaitingPage) -> None:
    """A request for values fails, as long as there are none."""
    with pytest.raises(urllib.error.HTTPError, match="503"):
        read(page, "/api/table/1")


def test_page_brings_its_font(page: WaitingPage) -> None:
    """It needs no file from elsewhere."""
    assert read(page, "/font.woff2").startswith(b"wOF2")


def test_taken_port_is_named(page: WaitingPage) -> None:
    """A port that another program uses is named with the remedy."""
    with pytest.raises(PortTrouble, match=f"Port {page.port}.*--port"):
        WaitingPage("127.0.0.1", page.port)

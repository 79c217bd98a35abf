"""A far Pi shows its code, or what it waits for, before it has a game."""

import urllib.error
import urllib.request
from collections.abc import Iterator
from functools import partial

import pytest

from pi_bunco.app.pis.waiting_page import PageButton, WaitingPage
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say
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


def post(page: WaitingPage, path: str) -> tuple[str, str | None]:
    """Tap a button, and return the page that comes, and when it is loaded again."""
    request = urllib.request.Request(f"http://127.0.0.1:{page.port}{path}", b"", method="POST")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read().decode(), answer.headers["Refresh"]


def test_people_can_stop_following(page: WaitingPage) -> None:
    """The page has a button only if somebody listens to it, and a tap is told once."""
    left: list[bool] = []
    button = PageButton("leave", "Stop <following>", lambda: left.append(True), "Are you sure?")
    with WaitingPage("127.0.0.1", 0, (button,)) as asking:
        asking.show("This Pi asks")
        text = read(asking).decode()
        assert "Stop &lt;following&gt;" in text
        assert 'data-question="Are you sure?"' in text
        assert post(asking, "/room")[1] == "2"
        text, refresh = post(asking, "/leave")
        assert (left, refresh) == ([True], "8; url=/")
        assert "is starting again" in text
    assert "<button" not in read(page).decode()


def test_each_button_does_its_own(page: WaitingPage) -> None:
    """Of several buttons only the one that was tapped does something; an unknown one does nothing."""
    pressed: list[str] = []
    buttons = [PageButton(name, name, partial(pressed.append, name)) for name in ("follow", "alone")]
    with WaitingPage("127.0.0.1", 0, buttons) as asking:
        for path in ("/alone", "/attic", "/", "/follow"):
            post(asking, path)
    assert pressed == ["alone", "follow"]
    assert post(page, "/alone")[0] == read(page).decode()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Trouble("The card is <full>.", "Make room."), ("The card is &lt;full&gt;.", "Make room.")),
        (OSError(28, "No space left on device"), ("No space left on device", "")),
    ],
)
def test_a_button_that_fails_says_why(error: Exception, said: tuple[str, str]) -> None:
    """The page shows the trouble with its remedy, and the button is still there."""

    def fail() -> None:
        raise error

    with WaitingPage("127.0.0.1", 0, (PageButton("leave", "Leave", fail),)) as asking:
        text, _ = post(asking, "/leave")
        assert all(each in text for each in said)
        assert "<button" in read(asking).decode()


def test_a_list_is_shown(page: WaitingPage) -> None:
    """Each line is there with its signs escaped, and the next sentence comes without the list."""
    page.show("Only here:", lines=("Table 1: Ann 1-1-5", "<b>"))
    text = read(page).decode()
    assert "<li>Table 1: Ann 1-1-5</li><li>&lt;b&gt;</li>" in text
    page.show("Next")
    assert "<li>" not in read(page).decode()


def test_programs_get_no_answer(page: WaitingPage) -> None:
    """A request for values fails, as long as there are none."""
    with pytest.raises(urllib.error.HTTPError, match="503"):
        read(page, "/api/table/1")


def test_page_is_in_the_language_of_its_browser(page: WaitingPage) -> None:
    """What a button does and what the Pi waits for are translated; a language without a catalogue is not."""
    page.show(say("Looking for {head} …", head="hall-1"))
    for wanted, said in (
        ("de-AT,de;q=0.9,en;q=0.5", "hall-1 wird gesucht …"),
        ("fr", "Looking for hall-1 …"),
    ):
        request = urllib.request.Request(
            f"http://127.0.0.1:{page.port}/", headers={"Accept-Language": wanted}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read().decode()
        assert said in text
        assert f'<html lang="{"de" if said.startswith("hall") else "en"}">' in text


def test_page_brings_its_font(page: WaitingPage) -> None:
    """It needs no file from elsewhere."""
    assert read(page, "/font.woff2").startswith(b"wOF2")


def test_taken_port_is_named(page: WaitingPage) -> None:
    """A port that another program uses is named with the remedy."""
    with pytest.raises(PortTrouble, match=f"Port {page.port}.*--port"):
        WaitingPage("127.0.0.1", page.port)

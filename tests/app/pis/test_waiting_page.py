"""A far Pi shows its code, or what it waits for, before it has a game."""

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from pi_bunco.access.door import Door
from pi_bunco.access.file import FILE as ACCESS_FILE
from pi_bunco.app.pis.waiting_page import PageButton, PageGuard, WaitingPage
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say
from pi_bunco.settings.config import Settings
from pi_bunco.web.server import PortTrouble
from pi_bunco.web.visitors import COOKIE


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


# Who may tap.

FAR = "127.0.0.2"
"""The address of another device: 127.0.0.1 is the machine itself, which is the host's."""


@dataclass
class Guarded:
    """A page with a button, on a Pi whose host may have a PIN."""

    page: WaitingPage
    door: Door
    pressed: list[bool]

    def ask(
        self, method: str = "POST", body: str = "", address: str = FAR, **headers: str
    ) -> http.client.HTTPResponse:
        """Send a request from an address, and return the answer."""
        asking = http.client.HTTPConnection("127.0.0.1", self.page.port, 20, source_address=(address, 0))
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        asking.request(method, "/leave", body, named)
        return asking.getresponse()

    def tap(self, body: str = "", address: str = FAR, **headers: str) -> str:
        """Tap the button, and return the page that comes."""
        return self.ask("POST", body, address, **headers).read().decode()


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Guarded]:
    guard, pressed = PageGuard.of(Settings(state_dir=tmp_path)), list[bool]()
    button = PageButton("leave", "Leave", lambda: pressed.append(True))
    with WaitingPage("127.0.0.1", 0, (button,), guard) as page:
        page.show("Only for us")
        yield Guarded(page, guard.door, pressed)


def set_pin(guarded: Guarded) -> None:
    guarded.door.set_pin(guarded.door.identify(None, "127.0.0.1"), "", "2580")


def test_without_a_pin_everybody_taps(guarded: Guarded) -> None:
    """A Pi that never had a game has no host yet."""
    assert "is starting again" in guarded.tap()


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_another_sites_page_taps_nothing(guarded: Guarded, headers: dict[str, str]) -> None:
    """Its form reaches this Pi from the browser of the host, also on the machine itself."""
    for address in (FAR, "127.0.0.1"):
        answer = guarded.ask(address=address, **headers)
        assert (answer.status, guarded.pressed) == (403, [])
        assert "Another site" in answer.read().decode()


@pytest.mark.parametrize("headers", [{"Sec_Fetch_Site": "same-origin"}, {"Sec_Fetch_Site": "none"}])
def test_the_own_page_taps(guarded: Guarded, headers: dict[str, str]) -> None:
    """A browser says that the form is this page's."""
    guarded.tap(**headers)
    guarded.tap(Origin=f"http://127.0.0.1:{guarded.page.port}")
    assert guarded.pressed == [True, True]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_under_the_name_of_another_machine_nothing_is_shown(guarded: Guarded, method: str) -> None:
    """Another site may let its name mean this machine, and read what its page may read."""
    answer = guarded.ask(method, Host="evil.example")
    text = answer.read().decode()
    assert (answer.status, guarded.pressed) == (421, [])
    assert "not called evil.example" in text
    assert "Only for us" not in text


def test_no_other_page_may_have_it_in_a_frame(guarded: Guarded) -> None:
    """Somebody could tap there without knowing what."""
    assert "frame-ancestors 'none'" in guarded.ask("GET").headers["Content-Security-Policy"]


def test_with_a_pin_only_the_host_taps(guarded: Guarded) -> None:
    """Others type the PIN, on a page that does not load again meanwhile. A wrong one does nothing."""
    set_pin(guarded)
    answer = guarded.ask()
    assert answer.headers["Refresh"] is None
    text = answer.read().decode()
    assert 'name="pin" type="password"' in text
    assert 'action="/leave"' in text
    text = guarded.tap("pin=1111")
    assert "This is not the PIN." in text
    assert 'name="pin"' in text
    assert not guarded.pressed
    assert "is starting again" in guarded.tap("pin=2580")
    assert guarded.pressed == [True]


def test_the_hosts_own_device_needs_no_pin(guarded: Guarded) -> None:
    """Its cookie holds here as on the pages of the game, and so does the machine itself."""
    set_pin(guarded)
    device = guarded.door.enter_pin(guarded.door.identify(None, FAR), "2580")
    guarded.tap(Cookie=f"{COOKIE}={guarded.door.make_cookie(device)}")
    guarded.tap(address="127.0.0.1")
    assert guarded.pressed == [True, True]
    guarded.tap(Cookie=f"{COOKIE}=rubbish")
    assert len(guarded.pressed) == 2


def test_nobody_guesses_the_pin(guarded: Guarded) -> None:
    """After a few wrong ones people must wait, also with the right one."""
    set_pin(guarded)
    texts = [guarded.tap(f"pin={number}") for number in range(1111, 1115)]
    assert "Too many wrong tries." in texts[-1]
    assert "Too many wrong tries." in guarded.tap("pin=2580")
    assert not guarded.pressed


def test_a_damaged_list_of_devices_lets_nobody_in(guarded: Guarded, tmp_path: Path) -> None:
    """Then only the machine itself may tap, as on the other pages."""
    (tmp_path / ACCESS_FILE).write_text("rubbish")
    for body in ("", "pin=2580"):
        assert "is damaged" in guarded.tap(body)
    assert not guarded.pressed
    guarded.tap(address="127.0.0.1")
    assert guarded.pressed


@pytest.mark.parametrize("length", ["-1", "9" * 30, "x", "5000"])
def test_a_long_form_is_not_read(guarded: Guarded, length: str) -> None:
    """What is longer than a PIN is none."""
    set_pin(guarded)
    assert 'name="pin"' in guarded.tap(Content_Length=length)


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

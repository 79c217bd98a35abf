"""Whole pages in another language: a browser gets it if it asks for it, and English otherwise.

The language is made up: it replaces each Latin letter by ω. The names have no Latin letters, so a Latin
letter on a page belongs to a text that cannot be translated.

"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.access.roles import HOST
from pi_bunco.app.house_folder import HouseFolder
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.refused import Refused
from pi_bunco.languages import load_catalogues
from pi_bunco.rules.sheets.clauses import split_clause
from pi_bunco.sentences import Sentence, say
from pi_bunco.views.devices import RoomSound
from pi_bunco.web import create_app
from pi_bunco.web.pages.table.kind import TABLE
from pi_bunco.web.serve_pages import make_topic
from tests.web.made_up import Greek
from tests.web.real_service import RealService, open_service

NAMES = tuple(f"Ω{number}" for number in range(1, 7))  # two ghosts sit with them
HEADERS = {"Accept-Language": "el-GR,el;q=0.9,en;q=0.5"}
_TEXT_ATTRIBUTES = {"title", "aria-label", "alt", "placeholder", "data-said"}
"""Attributes that people read or hear."""
_NAMES = re.compile(
    r"^Bunco$|^[A-Z]{3}$|\{\w+\}|Classic(?: Bunco)?|Casino|House party|Boxed|Tournament|\bA4\b|Letter|https?://\S+|\b[A-Z]{8}\b"
)
"""Names of the game, a sheet, a paper size, an address or a code, and values that scripts fill in."""


class _TextReader(HTMLParser):
    """Collects the texts that a page shows."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        for name, value in attrs:
            is_word = ("id", "words") in attrs and name.startswith("data-") and name != "data-clips"
            spoken = name in _TEXT_ATTRIBUTES or is_word
            self.texts += [value] if value and spoken else []

    def handle_data(self, data: str) -> None:
        if self._inside not in {"script", "style"}:
            self.texts.append(data)


def find_english(markup: str) -> list[str]:
    """Return the texts of a page that are English."""
    reader = _TextReader()
    reader.feed(markup)
    return [text for text in reader.texts if re.search("[A-Za-z]", _NAMES.sub("", text))]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RealService]:
    with open_service(tmp_path, NewGame("classic", NAMES), RingBell(), EnterDice((1, 1, 3))) as service:
        yield service


@pytest.fixture
def app(room: RealService, tmp_path: Path) -> Flask:
    return create_app(room, catalogues={"el": Greek()}, house=HouseFolder(tmp_path))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize(
    "address",
    [
        "/?choose", "/t/1", "/t/2", "/room", "/host", "/results", "/me?guest=", "/join", "/paper",
        "/pin", "/t/1/sheet/more", "/t/1/sheet/enter", "/nowhere", "/host/end-round", "/host/tally/2",
        "/money", "/people", "/evenings", "/wifi", "/secure", "/cameras", "/retabulate", "/staff/1", "/gone",
        "/doctor", "/results/offer", "/calibrate", "/house", "/house/make?from=casino",
    ],
)  # fmt: skip
def test_a_whole_page_is_in_the_language_of_its_browser(client: FlaskClient, address: str) -> None:
    """The texts, the labels and the words for scripts have no English."""
    page = client.get(address, headers=HEADERS).text
    assert "ω" in page
    assert find_english(page) == []


def test_the_rules_are_in_the_language_of_the_page(client: FlaskClient, room: RealService) -> None:
    """Only the quotations from the printed sheet stay as they are."""
    sheet = room.get_sheet()
    page = client.get("/rules", headers=HEADERS).text
    parts = [part for clause in sheet.clauses.values() for part in split_clause(clause)]
    printed = {sheet.sheet.line, *(part for part in parts if not isinstance(part, Sentence))}
    assert [text for text in find_english(page) if text not in printed] == []


def test_a_guests_own_page_is_in_their_language(client: FlaskClient) -> None:
    """The whole page of a guest is translated."""
    client.get("/me", query_string={"guest": NAMES[0]}, headers=HEADERS)
    page = client.get("/me", headers=HEADERS).text
    assert NAMES[0] in page
    assert '<html lang="el"' in page
    assert find_english(page) == []


@pytest.mark.parametrize("header", [None, "en-GB,en", "fr", "nonsense;;q=x"])
def test_every_other_browser_gets_english(client: FlaskClient, header: str | None) -> None:
    """Another device with another language does not change this."""
    client.get("/t/1", headers=HEADERS)
    page = client.get("/t/1", headers={} if header is None else {"Accept-Language": header}).text
    assert '<html lang="en"' in page
    assert "ω" not in page


def test_each_stream_is_in_the_language_of_its_page(client: FlaskClient) -> None:
    """The same state is sent in both languages."""
    for headers, foreign in ((HEADERS, True), ({}, False)):
        stream = client.get("/events?page=table&table=1", headers=headers)
        blocks = json.loads(
            next(line for line in stream.text.splitlines() if line.startswith('data: {"set"'))[6:]
        )
        assert ("ω" in blocks["set"]["stage"]) is foreign
        assert (find_english("".join(blocks["set"].values())) == []) is foreign


def test_two_languages_share_no_blocks() -> None:
    """The language is part of a stream's topic."""
    assert make_topic(TABLE, 1, HOST, language="el") != make_topic(TABLE, 1, HOST)


def test_a_refusal_is_in_the_language_of_the_request(client: FlaskClient) -> None:
    """The request comes from a script, which shows the text on its page."""
    refused = client.post("/api/table/1/ring", json={}, headers=HEADERS).json
    assert refused is not None
    assert find_english(refused["error"]) == find_english(refused["remedy"]) == []


def test_the_message_about_a_removed_table_is_translated() -> None:
    """A stream sends it to the pages of the table."""
    from pi_bunco.web.streams import Feed, SnapshotEncoder, Topic  # noqa: PLC0415

    def look() -> tuple[int, object]:
        raise Refused(say("There is no table."), say("Wait."))

    feed = Feed(look, Topic(language="el"), SnapshotEncoder(), lambda text: Greek().gettext(text))
    feed.has_news()
    assert "\\u03c9" in feed.encode_since(-1)[1].decode()


@pytest.mark.parametrize("header", ["de", "de-AT,de;q=0.9", "en"])
def test_a_browser_gets_the_installed_language_that_it_prefers(room: RealService, header: str) -> None:
    """The languages are those in the program's folder."""
    page = create_app(room).test_client().get("/t/1", headers={"Accept-Language": header}).text
    assert f'<html lang="{header[:2]}"' in page


def test_somebody_chooses_the_language_of_their_device(client: FlaskClient) -> None:
    """The choice counts more than the browser, and leads back to the page where somebody asked for it."""
    page = client.get("/me?guest=", headers={"Accept-Language": "en"}).text
    assert 'href="/language?back=/me"' in page
    assert 'href="/language/el?back=/me%3Fguest%3D"' in client.get("/language?back=/me%3Fguest%3D").text
    answer = client.get("/language/el?back=/me%3Fguest%3D")
    assert (answer.status_code, answer.location) == (303, "/me?guest=")
    assert '<html lang="el"' in client.get("/me?guest=", headers={"Accept-Language": "en"}).text
    assert client.get("/language/el?back=https://evil.example/").location == "/"
    assert client.get("/language/xx").status_code == 404


def test_the_rooms_screen_is_in_the_language_of_the_room(room: RealService, client: FlaskClient) -> None:
    """Nobody taps it. All other pages are in the languages of their devices."""
    room._live.send(RoomSound(language="el"))
    screen = client.get("/room", headers={"Accept-Language": "en"}).text
    assert '<html lang="el"' in screen
    assert 'data-language="el"' in screen
    assert find_english(screen) == []
    stream = client.get("/events?page=room&table=1").text
    assert "ω" in stream
    assert '<html lang="en"' in client.get("/t/1", headers={"Accept-Language": "en"}).text
    client.get("/language/en")
    screen = client.get("/room").text
    assert '<html lang="en"' in screen
    assert "data-language" not in screen


def test_a_catalogue_in_the_folder_is_a_language(tmp_path: Path) -> None:
    """The catalogue has one entry, in the form that msgfmt writes."""
    path = tmp_path / "de" / "LC_MESSAGES" / "messages.mo"
    path.parent.mkdir(parents=True)
    head = [0x950412DE, 0, 1, 28, 36, 0, 44, 5, 44, 5, 50]
    path.write_bytes(b"".join(number.to_bytes(4, "little") for number in head) + b"Hello\0Hallo\0")
    assert load_catalogues(tmp_path)["de"].gettext("Hello") == "Hallo"

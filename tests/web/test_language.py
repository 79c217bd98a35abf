"""Whole pages in another language: the browser asks for it, and English stays where it does not.

The language is made up: it has the letter ω for all letters of English. A name has no Latin letter, so what
is left of English on a page did not pass through the catalogue.
"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.refused import Refused
from pi_bunco.sentences import say
from pi_bunco.web import create_app
from pi_bunco.web.language import load_catalogues
from pi_bunco.web.live_pages import make_topic
from tests.web.real_service import RealService, open_service

NAMES = tuple(f"Ω{number}" for number in range(1, 9))
ASKED = {"Accept-Language": "el-GR,el;q=0.9,en;q=0.5"}
_SHOWN = {"title", "aria-label", "alt", "placeholder", "data-said"}
"""Attributes that people read or hear."""
_KEPT = re.compile(r"^Bunco$|\{\w+\}|Classic(?: Bunco)?|Casino|\bA4\b|Letter|https?://\S+|\b[A-Z]{6}\b")
"""Names: of the game, of a sheet, of paper, of an address, of values that scripts fill in, of a code."""


class Greek:
    """A language that has the letter ω for all letters of English."""

    def gettext(self, message: str, /) -> str:
        parts = re.split(r"(%\(\w+\)s|\{\w+\}|&\w+;)", message)
        return "".join(part if at % 2 else re.sub("[A-Za-z]", "ω", part) for at, part in enumerate(parts))

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return self.gettext(one if n == 1 else many)


class _Read(HTMLParser):
    """Gathers what a page shows."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        for name, value in attrs:
            spoken = name in _SHOWN or (("id", "words") in attrs and name.startswith("data-"))
            self.texts += [value] if value and spoken else []

    def handle_data(self, data: str) -> None:
        if self._inside not in {"script", "style"}:
            self.texts.append(data)


def english(markup: str) -> list[str]:
    """Return what of the texts on a page is English."""
    reader = _Read()
    reader.feed(markup)
    return [text for text in reader.texts if re.search("[A-Za-z]", _KEPT.sub("", text))]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RealService]:
    with open_service(tmp_path, NewGame("classic", NAMES), RingBell(), EnterDice((1, 1, 3))) as service:
        yield service


@pytest.fixture
def app(room: RealService) -> Flask:
    return create_app(room, catalogues={"el": Greek()})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize(
    "address",
    [
        "/?choose", "/t/1", "/t/2", "/room", "/host", "/results", "/me?guest=", "/join", "/paper",
        "/pin", "/t/1/sheet/more", "/t/1/sheet/enter", "/nowhere", "/host/end-round", "/host/tally/2",
    ],
)  # fmt: skip
def test_a_whole_page_is_in_the_language_that_its_browser_asks_for(client: FlaskClient, address: str) -> None:
    """Tables, host, guests and failures have no English, in texts, in labels and in the scripts' words."""
    page = client.get(address, headers=ASKED).text
    assert "ω" in page
    assert english(page) == []


def test_the_rules_are_in_the_language_of_the_page(client: FlaskClient, room: RealService) -> None:
    """All but the words of the printed sheet, which stand beside them as they were printed."""
    sheet = room.get_sheet()
    page = client.get("/rules", headers=ASKED).text
    printed = {sheet.sheet.line, *sheet.clauses.values()}
    assert [text for text in english(page) if text not in printed] == []


def test_a_guests_own_page_is_in_their_language(client: FlaskClient) -> None:
    """Their place, their card, and what they have won."""
    client.get("/me", query_string={"guest": NAMES[0]}, headers=ASKED)
    page = client.get("/me", headers=ASKED).text
    assert NAMES[0] in page
    assert '<html lang="el"' in page
    assert english(page) == []


@pytest.mark.parametrize("header", [None, "en-GB,en", "fr", "nonsense;;q=x"])
def test_english_is_what_every_other_browser_gets(client: FlaskClient, header: str | None) -> None:
    """Also beside a device that has another language: no word of it strays to them."""
    client.get("/t/1", headers=ASKED)
    page = client.get("/t/1", headers={} if header is None else {"Accept-Language": header}).text
    assert '<html lang="en"' in page
    assert "ω" not in page


def test_each_stream_goes_on_in_the_language_of_its_page(client: FlaskClient) -> None:
    """A throw is drawn once for each language that is looked at."""
    for headers, foreign in ((ASKED, True), ({}, False)):
        stream = client.get("/events?page=table&table=1", headers=headers)
        blocks = json.loads(
            next(line for line in stream.text.splitlines() if line.startswith('data: {"set"'))[6:]
        )
        assert ("ω" in blocks["set"]["stage"]) is foreign
        assert (english("".join(blocks["set"].values())) == []) is foreign


def test_two_languages_share_no_blocks() -> None:
    """The language is part of what a stream is about."""
    assert make_topic("table", 1, "host", language="el") != make_topic("table", 1, "host")


def test_a_refusal_is_in_the_language_of_the_request(client: FlaskClient) -> None:
    """Also to scripts, which show it on their page."""
    refused = client.post("/api/table/1/ring", json={}, headers=ASKED).json
    assert refused is not None
    assert english(refused["error"]) == english(refused["remedy"]) == []


def test_what_a_page_is_sent_last_is_in_its_language() -> None:
    """Its table plays no more: also that is a sentence."""
    from pi_bunco.web.streams import Feed, SnapshotEncoder, Topic  # noqa: PLC0415

    def look() -> tuple[int, object]:
        raise Refused(say("There is no table."), say("Wait."))

    feed = Feed(look, Topic(language="el"), SnapshotEncoder(), lambda text: Greek().gettext(text))
    feed.has_news()
    assert "\\u03c9" in feed.encode_since(-1).decode()


def test_the_program_brings_english_alone() -> None:
    """A language is there once its catalogue stands in the folder."""
    assert load_catalogues() == {}


def test_a_catalogue_in_the_folder_is_a_language(tmp_path: Path) -> None:
    """One entry: hello, hallo; in the form that msgfmt writes."""
    path = tmp_path / "de" / "LC_MESSAGES" / "messages.mo"
    path.parent.mkdir(parents=True)
    head = [0x950412DE, 0, 1, 28, 36, 0, 44, 5, 44, 5, 50]
    path.write_bytes(b"".join(number.to_bytes(4, "little") for number in head) + b"Hello\0Hallo\0")
    assert load_catalogues(tmp_path)["de"].gettext("Hello") == "Hallo"

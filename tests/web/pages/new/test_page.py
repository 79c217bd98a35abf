"""What the form for a new game shows of a sheet."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.game.commands import NewGame
from pi_bunco.languages import find_catalogue
from pi_bunco.rules import SHEETS as PRINTED
from pi_bunco.rules import load_sheet
from pi_bunco.sentences import translate
from pi_bunco.web import create_app
from tests.app.evenings.nights import make_pi
from tests.web.conftest import SHEETS, FakePageService
from tests.web.form_reader import FormReader


@pytest.mark.parametrize(("first_target", "rounds"), [(1, "six"), (2, "five")])
def test_the_sets_have_as_many_rounds_as_on_the_sheet(
    client: FlaskClient, service: FakePageService, first_target: int, rounds: str
) -> None:
    """A set that begins with 2s has five rounds."""
    sheet = replace(SHEETS[0], first_target=first_target)
    service.list_sheets = lambda: (sheet,)  # type: ignore[method-assign] # one sheet is enough
    assert f"How many sets of {rounds} rounds?" in client.get("/new").text


def test_a_link_chooses_the_sheet(client: FlaskClient) -> None:
    """The list of house sheets leads to the form with one of them; an unknown name changes nothing."""
    for query, chosen in (("?rules=rosa", "rosa"), ("?rules=late", "classic"), ("", "classic")):
        assert FormReader(client.get(f"/new{query}").text).fields["rules"] == chosen, query


def test_the_printed_sheets_speak_the_language_of_the_browser() -> None:
    """What a printed sheet is stands in its file. Catalogues have it too."""
    spanish = find_catalogue("es")
    for slug in PRINTED:
        assert translate(load_sheet(slug).line, spanish) != load_sheet(slug).line


def test_earlier_guests_can_be_ticked(service: FakePageService, tmp_path: Path) -> None:
    """The form keeps what was typed, and lists those of past evenings. The game has those who were ticked."""
    shelf = make_pi(tmp_path, 1, guests=("Zoe", "Ann"))
    client = create_app(service, evenings=shelf).test_client()
    form = client.get("/new").text
    assert 'value="earlier"' in form
    first = re.search(r"<button[^>]*>", form)
    assert first
    assert "name=" not in first[0], "the Enter key taps the first button, and must begin the game"
    typed = {"who": "room", "rules": "classic", "names": "ann\nBob", "draw": "on"}
    page = client.post("/new", data=typed | {"step": "earlier"}).text
    assert "ann\nBob</textarea>" in page
    assert re.findall(r'name="guest" value="([^"]*)"', page) == ["Zoe"]
    understood = client.post("/new", data=typed | {"guest": "Zoe"}).text
    assert [*dict.fromkeys(re.findall(r"<bdi>(\w+)</bdi>", understood))] == ["ann", "Bob", "Zoe"]
    again = client.post("/new", data=typed | {"guest": "Zoe", "step": "change"}).text
    assert 'name="guest" value="Zoe" checked' in again
    client.post("/new", data=typed | {"guest": "Zoe", "step": "begin", "end": "yes"})
    begun = service.commands[-1]
    assert isinstance(begun, NewGame)
    assert begun.players == ("ann", "Bob", "Zoe")


def test_without_past_evenings_nobody_can_be_ticked(client: FlaskClient) -> None:
    """Then the form does not offer it, and works as before if somebody asks for it."""
    assert 'value="earlier"' not in client.get("/new").text
    page = client.post(
        "/new", data={"who": "room", "rules": "classic", "names": "Ann", "step": "earlier"}
    ).text
    assert "There are no other earlier guests." in page

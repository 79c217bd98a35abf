"""What the form for a new game shows of a sheet."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from pi_bunco.languages import find_catalogue
from pi_bunco.rules import SHEETS as PRINTED
from pi_bunco.rules import load_sheet
from pi_bunco.sentences import translate
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

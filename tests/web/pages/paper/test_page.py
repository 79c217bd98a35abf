"""Printed papers from the page."""

import pytest
from flask.testing import FlaskClient

from tests.fonts import PRINTED

pytestmark = PRINTED


@pytest.mark.parametrize(("language", "size"), [("en-US,en", "letter"), ("de-DE", "a4"), ("", "a4")])
def test_the_page_offers_the_countrys_paper(client: FlaskClient, language: str, size: str) -> None:
    """The paper size of the browser's country is already chosen."""
    page = client.get("/paper", headers={"Accept-Language": language}).text
    assert f'value="{size}" checked' in page
    assert page.count(" checked") == 1


def test_a_pdf_is_sent(client: FlaskClient) -> None:
    """Browsers do not cache it."""
    answer = client.get("/paper/score-cards.pdf?size=letter&evening=Ours")
    assert answer.mimetype == "application/pdf"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.data.startswith(b"%PDF-")


@pytest.mark.parametrize("address", ["/paper/menu.pdf", "/paper/results.pdf?size=a0"])
def test_an_unknown_paper_is_not_found(client: FlaskClient, address: str) -> None:
    """A paper or a size that does not exist is status 404."""
    assert client.get(address).status_code == 404


def test_the_results_page_can_be_printed(client: FlaskClient) -> None:
    """The paper has the evening's name and date as they were typed, or today's date."""
    assert 'formaction="/results"' in client.get("/paper").text
    named = client.get("/results?evening=Rosa%E2%80%99s+%3Cb%3E&date=1+May").text
    assert '<p class="printed">Rosa’s &lt;b&gt;, 1 May</p>' in named
    assert '<p class="printed">20' in client.get("/results").text

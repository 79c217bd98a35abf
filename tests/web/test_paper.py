"""Paper from the page: what is sent, and what is not."""

import pytest
from flask.testing import FlaskClient

from tests.fonts import PRINTED

pytestmark = PRINTED


@pytest.mark.parametrize(("language", "size"), [("en-US,en", "letter"), ("de-DE", "a4"), ("", "a4")])
def test_the_page_offers_the_countrys_paper(client: FlaskClient, language: str, size: str) -> None:
    """The paper of the browser's country is chosen already."""
    page = client.get("/paper", headers={"Accept-Language": language}).text
    assert f'value="{size}" checked' in page
    assert page.count(" checked") == 1


def test_a_pdf_is_sent(client: FlaskClient) -> None:
    """A paper comes as PDF that no browser keeps."""
    answer = client.get("/paper/score-cards.pdf?size=letter&evening=Ours")
    assert answer.mimetype == "application/pdf"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.data.startswith(b"%PDF-")


@pytest.mark.parametrize("address", ["/paper/menu.pdf", "/paper/results.pdf?size=a0"])
def test_no_such_paper(client: FlaskClient, address: str) -> None:
    """What is no paper of a game, or no size that printers have, is not found."""
    assert client.get(address).status_code == 404


def test_the_results_are_printed_from_their_page_too(client: FlaskClient) -> None:
    """With the evening's name and date as they were typed, and else today's date."""
    assert 'formaction="/results"' in client.get("/paper").text
    named = client.get("/results?evening=Rosa%E2%80%99s+%3Cb%3E&date=1+May").text
    assert '<p class="printed">Rosa’s &lt;b&gt;, 1 May</p>' in named
    assert '<p class="printed">20' in client.get("/results").text

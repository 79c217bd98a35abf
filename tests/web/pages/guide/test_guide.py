"""The Pi itself shows the guide for hosts, whole, with its pictures, in the language of the device."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient

from pi_bunco import languages
from pi_bunco.web.pages.guide.render import render_guide
from tools.catalogues import list_codes

GUIDE = Path(__file__).parents[4] / "docs" / "host.md"
GUIDES = [GUIDE, *(path for code in list_codes() if (path := languages.FOLDER / code / "host.md").is_file())]


def test_the_page_has_every_heading_and_every_picture(client: FlaskClient) -> None:
    """Nothing of the text is left out."""
    page = client.get("/guide").text
    headings = re.findall(r"^#+ (.+)$", GUIDE.read_text(), re.MULTILINE)
    assert page.count("<h") - page.count("<html") - page.count("<head") >= len(headings)
    pictures = re.findall(r'src="(/guide/images/[\w-]+\.webp)"', page)
    assert len(pictures) == GUIDE.read_text().count("](images/")
    for address in pictures:
        with client.get(address) as picture:
            assert picture.mimetype == "image/webp"


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.parent.name)
def test_each_link_leads_to_a_heading(path: Path) -> None:
    """The Pi has no other file of the documentation, and the room may have no internet."""
    html = render_guide(path)
    anchors = set(re.findall(r'<h\d id="([^"]+)"', html))
    links = {unquote(link) for link in re.findall(r'href="([^"]*)"', html)}
    assert links - {f"#{anchor}" for anchor in anchors} == set()


def test_each_device_reads_its_language(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language without a guide of its own has the English one, and the page says so to screen readers."""
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "host.md").write_text(
        "# Für die Spielleitung\n\n<b>Los</b>, siehe [dort](installing.md)."
    )
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    page = client.get("/guide", headers={"Accept-Language": "de"}).text
    assert '<main class="card" lang="de"><h1 id="für-die-spielleitung">Für die Spielleitung</h1>' in page
    assert "&lt;b&gt;Los&lt;/b&gt;, siehe <span>dort</span>." in page
    assert '<main class="card" lang="en"><h1 id="for-the-host">' in client.get("/guide").text

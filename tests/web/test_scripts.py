"""A page's scripts as one file."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.web import scripts
from pi_bunco.web.scripts import PAGES, join_scripts

WEB = Path(scripts.__file__).parent


@pytest.mark.parametrize("page", sorted(PAGES))
def test_nothing_is_left_to_be_fetched(page: str) -> None:
    """No import and no export remains, and what one module asks of another is there before it."""
    text = join_scripts(page).decode()
    assert not re.findall(r"^(?:import|export)\b", text, re.MULTILINE)
    exported: dict[str, set[str]] = {}
    for part in re.split(r"(?m)^(?=\$\.\w+ = )", text)[1:]:
        for names, module in re.findall(r"^const \{ ([\w, ]+) \} = \$\.(\w+);", part, re.MULTILINE):
            assert set(names.split(", ")) <= exported[module]
        name = re.match(r"\$\.(\w+)", part)
        returned = re.search(r"^return \{ ([\w, ]*) \};", part, re.MULTILINE)
        assert name
        assert returned
        assert name[1] not in exported
        exported[name[1]] = set(filter(None, returned[1].split(", ")))


def test_every_page_that_has_a_script_is_known() -> None:
    """And no script is known that no page asks for."""
    pages = (WEB / "templates").glob("*.html")
    assert {
        name for page in pages for name in re.findall(r"file\('page/(\w+)\.js'\)", page.read_text())
    } == PAGES


def test_a_script_that_no_page_has_is_not_there(client: FlaskClient) -> None:
    """Neither an unknown one nor one of an older program."""
    (address,) = re.findall(r'src="(/static/\w+/page/table\.js)"', client.get("/").text)
    assert client.get(address).mimetype == "text/javascript"
    assert client.get(address.replace("table.js", "words.js")).status_code == 404
    assert client.get(re.sub(r"/static/\w+", "/static/000000000000", address)).status_code == 404

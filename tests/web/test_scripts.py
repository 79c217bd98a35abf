"""A page's scripts as one file."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from flask.testing import FlaskClient

from pi_bunco.devices.ports import Ring
from pi_bunco.views.page.frame import CuesView, ShownDice
from pi_bunco.views.table import Alert
from pi_bunco.web import files
from pi_bunco.web.files import SCRIPTS, join_scripts
from tools.lint_scripts import FOLDER

WEB = Path(files.__file__).parent
TYPES = (FOLDER / "page.d.ts").read_text()


@pytest.mark.parametrize("page", sorted(SCRIPTS))
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
    } == SCRIPTS


def test_every_sound_that_a_page_plays_is_there() -> None:
    """A name without a pattern would stop the page's script; each alert sounds at the bell too."""
    texts = {file.name: file.read_text("utf-8") for file in (WEB / "static/js").glob("*.js")}
    patterns = re.search(r"^const PATTERNS = \{\n(.*?)^\};", texts["sound.js"], re.MULTILINE | re.DOTALL)
    assert patterns
    there = set(re.findall(r"^  (\w+):", patterns[1], re.MULTILINE))
    alerts = set(get_args(get_type_hints(Alert)["kind"]))
    played = set(re.findall(r'(?:play\(|kind: )"(\w+)"', "".join(texts.values())))
    assert {"doubt", "again", "drawn"} <= played
    assert (alerts | played) - there == set()
    assert alerts - set(Ring) == set()


def test_a_script_that_no_page_has_is_not_there(client: FlaskClient) -> None:
    """Neither an unknown one nor one of an older program."""
    (address,) = re.findall(r'src="(/static/\w+/page/table\.js)"', client.get("/").text)
    assert client.get(address).mimetype == "text/javascript"
    assert client.get(address.replace("table.js", "words.js")).status_code == 404
    assert client.get(re.sub(r"/static/\w+", "/static/000000000000", address)).status_code == 404


@pytest.mark.parametrize(("name", "sent"), [("Alert", Alert), ("ShownDice", ShownDice), ("Cues", CuesView)])
def test_typescript_knows_what_the_server_sends(name: str, sent: type) -> None:
    """The scripts are checked against the fields that the server's own type has."""
    [body] = re.findall(rf"type {name} = \{{(.+?)\}};", TYPES, re.DOTALL)
    assert re.findall(r"(\w+): ", body) == [field.name for field in fields(sent)]


def test_typescript_knows_the_words_of_scripts() -> None:
    """Neither a word that the page does not have, nor one fewer."""
    [known] = re.findall(r"type Word =(.+?);", TYPES, re.DOTALL)
    there = re.findall(r"data-([\w-]+)=", (WEB / "templates/words.html").read_text())
    camel = [re.sub(r"-(\w)", lambda found: found[1].upper(), word) for word in there]
    assert sorted(re.findall(r'"(\w+)"', known)) == sorted(camel)

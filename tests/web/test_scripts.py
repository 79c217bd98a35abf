"""The scripts of a page are joined into one file."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from flask.testing import FlaskClient

from pi_bunco.devices.ports import Ring
from pi_bunco.views.table import Alert
from pi_bunco.web import files
from pi_bunco.web.files import join_scripts
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages import KINDS
from pi_bunco.web.pages.table.frame import CuesView, ShownDice
from tools.lint_scripts import FOLDER

WEB = Path(files.__file__).parent
TYPES = (FOLDER / "page.d.ts").read_text()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.script], ids=lambda kind: kind.name)
def test_a_joined_file_imports_nothing(kind: PageKind) -> None:
    """No import or export remains, and each module comes before those that use it."""
    text = join_scripts(kind).decode()
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


def test_every_file_of_a_kind_of_page_is_used() -> None:
    """No style sheet or script is left when the last kind of page that used it has gone."""
    sheets = {path.stem for path in WEB.rglob("*.css")}
    assert sheets - {"plain"} == {name for kind in KINDS for name in kind.styles.split()}
    scripts = {path.stem for folder in ("static/js", "pages") for path in (WEB / folder).rglob("*.js")}
    joined = "".join(join_scripts(kind).decode() for kind in KINDS if kind.script)
    assert scripts == set(re.findall(r"(?m)^\$\.(\w+) = ", joined))


def test_every_sound_of_a_page_has_a_pattern() -> None:
    """A name without a pattern would stop the script. The bell also has a sound for each alert."""
    texts = {
        file.name: file.read_text("utf-8")
        for folder in ("static/js", "pages")
        for file in (WEB / folder).rglob("*.js")
    }
    block = re.search(r"^const PATTERNS = \{\n(.*?)^\};", texts["sound.js"], re.MULTILINE | re.DOTALL)
    assert block
    patterns = set(re.findall(r"^  (\w+):", block[1], re.MULTILINE))
    alerts = set(get_args(get_type_hints(Alert)["kind"]))
    played = set(re.findall(r'(?:play\(|kind: )"(\w+)"', "".join(texts.values())))
    assert {"doubt", "again", "drawn"} <= played
    assert (alerts | played) - patterns == set()
    assert alerts - set(Ring) == set()


def test_an_unknown_script_is_not_found(client: FlaskClient) -> None:
    """An address of an older version is not found either."""
    (address,) = re.findall(r'src="(/static/\w+/page/table\.js)"', client.get("/").text)
    assert client.get(address).mimetype == "text/javascript"
    assert client.get(address.replace("table.js", "words.js")).status_code == 404
    assert client.get(re.sub(r"/static/\w+", "/static/000000000000", address)).status_code == 404


@pytest.mark.parametrize(("name", "sent"), [("Alert", Alert), ("ShownDice", ShownDice), ("Cues", CuesView)])
def test_typescript_knows_what_the_server_sends(name: str, sent: type) -> None:
    """The scripts' types have the fields of the server's types."""
    [body] = re.findall(rf"type {name} = \{{(.+?)\}};", TYPES, re.DOTALL)
    assert re.findall(r"(\w+): ", body) == [field.name for field in fields(sent)]


def test_typescript_knows_the_words_of_scripts() -> None:
    """The type has exactly the words that the page contains."""
    [known] = re.findall(r"type Word =(.+?);", TYPES, re.DOTALL)
    words = re.findall(r"data-([\w-]+)=", (WEB / "templates/words.html").read_text())
    camel = [re.sub(r"-(\w)", lambda found: found[1].upper(), word) for word in words]
    assert sorted(re.findall(r'"(\w+)"', known)) == sorted(camel)

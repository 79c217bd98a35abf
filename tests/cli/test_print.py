"""``pi-bunco print``: the papers of a game in the log."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from pi_bunco.store import Log
from tests.cli.conftest import Call
from tests.fonts import PRINTED

pytestmark = PRINTED

GAMES = (
    (
        '{"record": "bunco/1", "rules": "houseparty", '
        '"tables": [["Ann", "Bob", "Cy", "Di"], ["Eve", "Fay", "Gil", "Hal"]]}'
    ),
    '{"record": "bunco/1", "rules": "classic", "tables": [["Ida", "Jo", "Kim", "Lou"]]}',
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two games."""
    with Log(tmp_path) as log:
        for game in GAMES:
            log.copy([game])
    return tmp_path


def read(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(path.read_bytes())).pages)


def test_a_paper_of_a_game_is_written(call: Call, folder: Path) -> None:
    """Without a number it is the last game's."""
    path = folder / "cards.pdf"
    words = ("print", "place-cards", "--state-dir", folder, "--to", path)
    assert call(*words) == (0, f"Wrote {path}.\n", "")
    assert "Ida" in read(path)
    assert call(*words, "--game", 1)[0] == 0
    assert "Hal" in read(path)


def test_codes_have_the_tables_address(call: Call, folder: Path) -> None:
    """The address comes from the settings. A table that nobody else reaches has no codes."""
    path, settings = folder / "codes.pdf", folder / "table.toml"
    settings.write_text('camera = "none"\nhost = "10.0.0.7"\nport = 8123\n', "utf-8")
    words = ("--state-dir", folder, "--config", settings, "--game", 1, "--to", path)
    assert call("print", "table-codes", *words)[0] == 0
    assert "http://10.0.0.7:8123/join/2" in read(path)
    assert call("print", "phone-poster", *words)[0] == 0
    assert "http://10.0.0.7:8123/me" in read(path)
    settings.write_text('camera = "none"\nhost = "127.0.0.1"\n', "utf-8")
    status, _, err = call("print", "phone-poster", *words)
    assert (status, "do not find this table" in err) == (2, True)


def test_nothing_to_print_is_said(call: Call, folder: Path) -> None:
    """A game in which nobody changes tables has no walking signs, and writes no file."""
    path = folder / "signs.pdf"
    status, out, err = call("print", "walking-signs", "--state-dir", folder, "--to", path)
    assert (status, out) == (2, "")
    assert "nobody changes tables" in err
    assert not path.exists()

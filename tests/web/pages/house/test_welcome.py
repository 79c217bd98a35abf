"""Before the first game a house sheet can be made as well, and the game is played by it."""

from pathlib import Path

from pi_bunco.app.house_folder import HouseFolder
from pi_bunco.app.welcome.desk import FolderSheets
from pi_bunco.settings.config import Settings
from pi_bunco.web.welcome_application import create_welcome_app
from tests.app.welcome.evening import Evening, answer_all, send
from tests.web.form_reader import FormReader


def test_the_first_game_is_played_by_a_sheet_made_before(tmp_path: Path) -> None:
    """The question about the rules leads to the page, which offers the sheet at once and leads back."""
    evening = Evening(tmp_path)
    sheets = FolderSheets(Settings(camera="none", state_dir=tmp_path))
    evening.app = create_welcome_app(
        evening.desk, sheets, door=evening.door, house=HouseFolder(tmp_path), catalogues={}
    )
    host = evening.switch_on_host()
    send(host, "pin", do="skip")
    assert "/house" in host.get("/welcome/rules").text
    made = {"parent": "classic", "title": "Rosa", "goal": "11", "do": "save"}
    page = host.get("/house/make?from=classic").text
    assert "Put back" not in page
    fields = FormReader(page).fields
    for name, value in made.items():
        fields[name] = value
    assert host.post("/house/sheets", data=fields).headers["Location"] == "/house?saved=rosa"
    page = host.get("/house?saved=rosa").text
    assert "Rosa" in host.get("/welcome/rules").text
    assert 'action="/welcome/rules"><button class="plain" name="rules" value="rosa">' in page
    answer_all(host, rules="rosa")
    assert send(host, "ready").location == "/host"
    assert evening.keeper.read(lambda book: book.game.sheet.goal) == 11
    evening.close()

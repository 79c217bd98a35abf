"""The pages of house sheets without scripts: made, tried, saved, taken along, taken in, and deleted."""

from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from pi_bunco.app.house_folder import HouseFolder
from pi_bunco.rules import SHEETS, load_written, parse_sheet
from pi_bunco.web import create_app
from pi_bunco.web.pages.house.draft import make_draft, read_draft
from tests.web.conftest import FakePageService
from tests.web.form_reader import FormReader

ROSA = """slug = "rosa"
title = "Rosa"
parent = "houseparty"
# by hand
goal = { is = 11, clause = "Rosa, 2019" }
"""


@pytest.fixture
def house(tmp_path: Path) -> HouseFolder:
    return HouseFolder(tmp_path)


@pytest.fixture
def app(service: FakePageService, house: HouseFolder) -> Flask:
    return create_app(service, house=house)


def read_form(client: FlaskClient, address: str) -> MultiDict[str, str]:
    """Return the fields of a form as a browser would send them back."""
    with client.get(address) as answer:
        assert answer.status_code == 200
        return FormReader(answer.get_data(as_text=True)).fields


def press(fields: MultiDict[str, str], do: str, **changed: str) -> MultiDict[str, str]:
    """Return what a browser sends after some other answers and a tap on a button."""
    form = MultiDict(fields)
    for name, value in {**changed, "do": do}.items():
        form[name] = value
    return form


def send(client: FlaskClient, fields: MultiDict[str, str], do: str, **changed: str) -> tuple[int, str]:
    """Send the form with some other answers; return the status, and the page or where it leads."""
    with client.post("/house/sheets", data=press(fields, do, **changed)) as answer:
        return answer.status_code, answer.headers.get("Location", answer.get_data(as_text=True))


@pytest.mark.parametrize("slug", SHEETS)
def test_the_form_shows_the_sheet_as_it_is(client: FlaskClient, slug: str) -> None:
    """The fields of the form say the same as the sheet with which it begins."""
    fields = read_form(client, f"/house/make?from={slug}")
    assert read_draft(fields) == make_draft(load_written(slug))


def test_the_tables_of_each_number_of_players_are_said_briefly(client: FlaskClient) -> None:
    """Each way to sit is another one, though a closed choice on a phone has room for few words."""
    with client.get("/house/make?from=classic") as answer:
        page = answer.get_data(as_text=True).translate(dict.fromkeys(map(ord, "\u2068\u2069")))
    assert '<option value="T4 T4 S2 S2">2 × 4 in teams, 2, 2</option>' in page
    assert '<option value="T4 S4 S4">4 in teams, 2 × 4 alone</option>' in page
    assert '<option value="S3 S3 S3 S3">3, 3, 3, 3</option>' in page


def test_a_sheet_of_teams_gets_tables_of_its_own(client: FlaskClient, house: HouseFolder) -> None:
    """From a printed sheet that lets all sit in fours, the host chooses how each number of players sits."""
    fields = read_form(client, "/house/make?from=classic")
    chosen = {"layouts.4": "T4", "layouts.5": "S3 S2", "layouts.8": "T4 T4"}
    status, page = send(client, fields, "save", title="Rosa", **chosen)
    assert (status, page) == (303, "/house?saved=rosa")
    (file,) = house.list_files()
    assert file.written
    layouts = enumerate(file.written.sheet.layouts, 1)
    assert {players: len(tables) for players, tables in layouts if tables} == {4: 1, 5: 2, 8: 2}


def test_a_sheet_is_made_and_saved(client: FlaskClient, house: HouseFolder) -> None:
    """It gets a short name by its title, its file has only what differs, and the list says what that is."""
    fields = read_form(client, "/house/make?from=classic")
    status, place = send(client, fields, "save", title="Rosa’s Kitchen", goal="11", **{"clause.goal": "Rosa"})
    assert (status, place) == (303, "/house?saved=rosas-kitchen")
    (file,) = house.list_files()
    assert file.data.decode() == (
        'slug = "rosas-kitchen"\ntitle = "Rosa’s Kitchen"\nparent = "classic"\n'
        'goal = { is = 11, clause = "Rosa" }\n'
    )
    page = client.get(place).text
    assert "“Rosa’s Kitchen” is saved." in page
    assert "when a team at the head table has 11 points" in page
    assert "Classic: The round ends" in page


def test_the_form_says_what_each_answer_means(client: FlaskClient, house: HouseFolder) -> None:
    """Before it is saved, the page has the new sentence, the printed one, and a way back."""
    fields = read_form(client, "/house/make?from=classic")
    _, page = send(client, fields, "look", mini_ends_turn="yes")
    assert "But a mini, though it scores, passes the dice on too." in page
    assert "Classic: A player who scores throws again" in page
    assert "1 rule differs from the printed sheet." in page
    _, page = send(client, FormReader(page).fields, "back mini_ends_turn")
    assert "Everything is as on the printed sheet." in page
    assert house.list_files() == []


@pytest.mark.parametrize("slug", [*SHEETS, "rosa"])
def test_a_form_that_nobody_changed_is_left_at_once(
    client: FlaskClient, house: HouseFolder, slug: str
) -> None:
    """*Back* leads to the list, from printed sheets and those of the house, also after a practice round."""
    house.save("rosa", ROSA.encode(), "")
    for address in (f"/house/make?from={slug}", *(["/house/sheets/rosa"] if slug == "rosa" else [])):
        fields = read_form(client, address)
        assert send(client, fields, "leave") == (303, "/house")
        with client.post("/house/practice", data=press(fields, "begin")) as answer:
            kept = FormReader(answer.get_data(as_text=True)).fields
        _, page = send(client, kept, "look")
        assert send(client, FormReader(page).fields, "leave") == (303, "/house")


@pytest.mark.parametrize(
    "changed", [{"goal": "13"}, {"title": "Rosa"}, {"clause.goal": "Rosa"}, {"goal": "x"}]
)
def test_back_asks_before_answers_are_lost(client: FlaskClient, changed: dict[str, str]) -> None:
    """The form comes back with all of them, and offers to save them or to leave, as often as it is tapped."""
    fields = read_form(client, "/house/make?from=classic")
    _, page = send(client, fields, "leave", **changed)
    assert "Your answers are not saved." in page
    assert '<a class="button plain" href="/house">Leave without saving</a>' in page
    _, page = send(client, FormReader(page).fields, "look")
    assert "Your answers are not saved." not in page
    assert all(FormReader(page).fields[name] == typed for name, typed in changed.items())
    _, page = send(client, FormReader(page).fields, "leave")
    assert "Your answers are not saved." in page


def test_a_contradiction_is_refused_and_nothing_lost(client: FlaskClient, house: HouseFolder) -> None:
    """The form comes back with all that was typed, and with the reason at both answers."""
    fields = read_form(client, "/house/make?from=classic")
    status, page = send(client, fields, "save", title="Rosa", drawings="yes", bunco="25")
    assert status == 400
    assert "This sheet cannot be saved yet." in page
    assert page.count("a player is drawn at each break, but there are no breaks") == 2
    again = FormReader(page).fields
    assert (again["title"], again["drawings"], again["bunco"]) == ("Rosa", "yes", "25")
    assert house.list_files() == []


def test_two_sheets_cannot_have_one_name(client: FlaskClient, house: HouseFolder) -> None:
    """Neither that of a printed sheet nor that of another one of the house; a similar name gets a number."""
    fields = read_form(client, "/house/make?from=boxed")
    assert send(client, fields, "save", title="Rosa")[0] == 303
    for title in ("rosa", "CLASSIC", ""):
        status, page = send(client, fields, "save", title=title)
        assert status == 400
        assert FormReader(page).fields["title"] == title
    assert send(client, fields, "save", title="Rosa!") == (303, "/house?saved=rosa-2")
    assert [file.slug for file in house.list_files()] == ["rosa-2", "rosa"]


def test_a_sheet_is_renamed_and_copied(client: FlaskClient, house: HouseFolder) -> None:
    """Its short name stays, since games and settings name it; a copy gets one of its own."""
    house.save("rosa", ROSA.encode(), "")
    fields = read_form(client, "/house/sheets/rosa")
    assert send(client, fields, "copy")[0] == 400  # it needs another name
    assert send(client, fields, "copy", title="Rosa, quick", goal="7")[0] == 303
    assert send(client, fields, "save", title="At Rosa’s")[0] == 303
    sheets = [file.written.sheet for file in house.list_files() if file.written]
    expected = [("rosa-quick", "Rosa, quick", 7), ("rosa", "At Rosa’s", 11)]
    assert [(sheet.slug, sheet.title, sheet.goal) for sheet in sheets] == expected


def test_a_change_by_somebody_else_is_seen(client: FlaskClient, house: HouseFolder, tmp_path: Path) -> None:
    """The second host sees their own answers and a warning. Saved again, theirs counts; the other is kept."""
    house.save("rosa", ROSA.encode(), "")
    mine = read_form(client, "/house/sheets/rosa")
    assert send(client, read_form(client, "/house/sheets/rosa"), "save", goal="13")[0] == 303
    status, page = send(client, mine, "save", goal="15")
    assert status == 409
    assert "Somebody else has changed this sheet since you opened it." in page
    fields = FormReader(page).fields
    assert fields["goal"] == "15"
    assert send(client, fields, "save")[0] == 303
    assert (tmp_path / "sheets/rosa.toml.old").read_text().splitlines()[3].startswith("goal = { is = 13")
    (file,) = house.list_files()
    assert file.written is not None
    assert file.written.sheet.goal == 15


def test_a_file_goes_to_another_table(client: FlaskClient, service: FakePageService, tmp_path: Path) -> None:
    """The file is sent as it is, and the other table takes it in to the byte, once."""
    HouseFolder(tmp_path).save("rosa", ROSA.encode(), "")
    with client.get("/house/sheets/rosa/file") as answer:
        assert 'filename="rosa.toml"' in answer.headers["Content-Disposition"]
        data = answer.data
    other = HouseFolder(tmp_path / "other")
    there = create_app(service, house=other).test_client()
    for _ in range(2):
        with there.post("/house/file", data={"file": (tmp_path / "sheets/rosa.toml").open("rb")}) as answer:
            assert answer.headers["Location"] == "/house?saved=rosa"
    assert [file.data for file in other.list_files()] == [data]
    assert data.decode() == ROSA


def test_a_faulty_file_is_refused_with_its_lines(
    client: FlaskClient, house: HouseFolder, tmp_path: Path
) -> None:
    """Every fault is listed with its line; so is a file that is no text, or none at all."""
    faults = {
        ROSA.replace("goal", "gaol") + "drawings = true\n": (
            "line 5: &#39;gaol&#39;",
            "line 6: &#39;drawings&#39; cannot be so with &#39;breaks&#39;",
        ),
        "\x00": ("line 1",),
        "": ("No file was chosen, or it is empty.",),
    }
    for text, expected in faults.items():
        (tmp_path / "sent.toml").write_text(text)
        with client.post("/house/file", data={"file": (tmp_path / "sent.toml").open("rb")}) as answer:
            assert answer.status_code == 400
            assert all(fault in answer.get_data(as_text=True) for fault in expected), answer.get_data(
                as_text=True
            )
    assert house.list_files() == []


def test_a_hostile_file_or_name_does_nothing(client: FlaskClient, tmp_path: Path) -> None:
    """Neither a name that looks like a path, nor a file that is hard to read, reaches another file."""
    (tmp_path / "secret.toml").write_text(ROSA)
    before = sorted(tmp_path.rglob("*"))
    for name in ("..%2Fsecret", "%2e%2e%2fsecret", "..", "x" * 5000, "%00"):
        for way in ("", "/file", "/delete"):
            with client.get(f"/house/sheets/{name}{way}") as answer:
                assert answer.status_code in {404, 308}, name
        with client.post(f"/house/sheets/{name}/delete") as answer:
            assert answer.status_code in {404, 405, 308}, name
    for data in (
        ROSA.replace('"rosa"', '"../secret"').encode(),
        ROSA.replace('"rosa"', '"classic"').encode(),
        b"a = " + b"[" * 20_000,
        b"a." * 20_000 + b"b = 1",
        b"a = " + b"9" * 50_000,
        b"\xff\xfe",
        b"PK\3\4" + bytes(1000),
    ):
        with client.post("/house/file", data={"file": (BytesIO(data), "../../x.toml")}) as answer:
            assert answer.status_code == 400, data[:40]
            assert 'class="wrong"' in answer.get_data(as_text=True)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_file_of_the_same_name_becomes_another_sheet(
    client: FlaskClient, house: HouseFolder, tmp_path: Path
) -> None:
    """The sheet that is there stays. The one in the file opens in the form, to be saved under a new name."""
    house.save("rosa", ROSA.encode(), "")
    (tmp_path / "sent.toml").write_text(ROSA.replace("11", "13"))
    with client.post("/house/file", data={"file": (tmp_path / "sent.toml").open("rb")}) as answer:
        page = answer.get_data(as_text=True)
    assert "There is another house sheet with the short name “rosa”." in page
    assert send(client, FormReader(page).fields, "save", title="Rosa of the others")[0] == 303
    assert [file.written.sheet.goal for file in house.list_files() if file.written] == [13, 11]


def test_a_faulty_sheet_of_the_folder_is_listed(client: FlaskClient, tmp_path: Path) -> None:
    """Its faults are shown with their lines, and it can be saved as a file or deleted, but not opened."""
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets/odd.toml").write_text(ROSA.replace('"rosa"', '"odd"').replace("goal", "gaol"))
    page = client.get("/house").text
    assert "line 5: &#39;gaol&#39; is no key of a sheet" in page
    assert "/house/sheets/odd/file" in page
    assert client.get("/house/sheets/odd").status_code == 404


def test_a_sheet_is_deleted_after_a_question(client: FlaskClient, house: HouseFolder, tmp_path: Path) -> None:
    """If it has changed since the question, the question comes again."""
    house.save("rosa", ROSA.encode(), "")
    asked = read_form(client, "/house/sheets/rosa/delete")
    (tmp_path / "sheets/rosa.toml").write_text(ROSA.replace("11", "13"))
    with client.post("/house/sheets/rosa/delete", data=asked) as answer:
        assert answer.headers["Location"] == "/house/sheets/rosa/delete"
    asked = read_form(client, "/house/sheets/rosa/delete")
    with client.post("/house/sheets/rosa/delete", data=asked) as answer:
        assert answer.headers["Location"] == "/house"
    assert house.list_files() == []
    assert client.get("/house/sheets/rosa/delete").status_code == 404


def test_a_round_is_tried_before_anything_is_saved(client: FlaskClient, house: HouseFolder) -> None:
    """Throws score by the answers in the form, which come back with the way back; nothing is stored."""
    fields = read_form(client, "/house/make?from=houseparty")
    fields["snake_eyes"] = "yes"
    page = client.post("/house/practice", data=press(fields, "begin 4")).text
    for do, said in (("throw 445", "+2"), ("throw 116", "Snake eyes!"), ("throw 444", "Bunco! +21")):
        fields = FormReader(page).fields
        page = client.post("/house/practice", data=press(fields, do)).text
        assert said in page
    assert "A bunco ends the round." in page
    fields = FormReader(page).fields
    assert fields["snake_eyes"] == "yes"
    page = client.post("/house/practice", data=press(fields, "all")).text
    assert " win.</b>" in page or " wins.</b>" in page
    assert house.list_files() == []


def test_nobody_practises_by_a_contradiction(client: FlaskClient) -> None:
    """The form comes back with what is wrong."""
    fields = press(read_form(client, "/house/make?from=classic"), "begin", drawings="yes")
    with client.post("/house/practice", data=fields) as answer:
        assert answer.status_code == 400
        assert "Nobody can practise by this sheet yet." in answer.get_data(as_text=True)
    unseated = {f"layouts.{seats}": "" for seats in range(2, 8)}
    fields = press(read_form(client, "/house/make?from=boxed"), "begin", **unseated)
    with client.post("/house/practice", data=fields) as answer:
        assert "Let four players, or fewer, sit at one table." in answer.get_data(as_text=True)


def test_the_length_of_a_night_is_estimated(client: FlaskClient) -> None:
    """The page says how many minutes a night takes, or that it takes until morning."""
    fields = read_form(client, "/house/make?from=houseparty")
    assert "With 12 guests, 6 rounds take" in send(client, fields, "length")[1]
    assert "would not end before" in send(client, fields, "length", goal="1000000", bunco_ends="no")[1]


def test_a_pi_without_sheets_has_no_page(service: FakePageService) -> None:
    """A Pi that follows another one makes none."""
    assert create_app(service).test_client().get("/house").status_code == 404


def test_what_is_saved_can_be_read(client: FlaskClient, house: HouseFolder) -> None:
    """Text with quotes, backslashes and other scripts comes back as it was typed."""
    odd = 'Zoë "C:\\" 骰子'
    fields = read_form(client, "/house/make?from=casino")
    assert send(client, fields, "save", title=odd, line=odd, goal="7", **{"clause.goal": odd})[0] == 303
    (file,) = house.list_files()
    written = parse_sheet(file.data.decode())
    assert (written.sheet.title, written.sheet.line, written.clauses["goal"]) == (odd, odd, odd)

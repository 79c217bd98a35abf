"""The pages that people open."""

import re
from dataclasses import replace
from html import unescape
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from markupsafe import escape
from werkzeug.test import TestResponse

from pi_bunco import web
from pi_bunco.game.commands import NewGame, SeatGuests
from pi_bunco.game.refused import Refused
from pi_bunco.rules import Written, load_sheet
from pi_bunco.store import KeptAmount
from tests.web.conftest import HOUSE, FakePageService
from tests.web.states import begin, over, playing

PAGES = Path(web.__file__).parent
NAMES = {"name1": "Ann", "name2": "Bob", "name3": "Cy", "name4": "Di"}


def test_table_page_is_served_whole(client: FlaskClient) -> None:
    """The page shows the table before any event arrives, and without scripts. Every button is a form."""
    page = client.get("/").text
    assert '<b id="score0-14">14</b>' in page
    assert (
        '<form class="tap" method="post" autocomplete="off" action="/api/table/1/undo">'
        '<input type="hidden" name="moment" value="1.1-3.playing"><input type="hidden" name="seq"' in page
    )
    assert '<script type="module"' in page


def test_no_browser_fills_in_an_old_moment() -> None:
    """A way back in the browser would restore the hidden fields of taps, and send them for a later moment."""
    forms = [
        form.partition("</form>")[0]
        for template in PAGES.rglob("*.html")
        for form in template.read_text(encoding="utf-8").split("<form ")[1:]
    ]
    taps = [
        form
        for form in forms
        if 'method="post"' in form and (form.startswith('class="tap') or 'name="moment"' in form)
    ]
    assert len(taps) > 40
    for form in taps:
        assert 'autocomplete="off" action="' in form, form


def test_a_throw_without_a_photo_says_why(client: FlaskClient, service: FakePageService) -> None:
    """A throw that somebody tapped has none. One that the camera saw had one, which was not kept."""
    lost = replace(playing().course[-1], image=None)
    for thrown, words in (
        (replace(lost, taken=None), "tapped in, no photo"),
        (lost, "its photo was not kept"),
    ):
        service.show(replace(playing(), last=thrown, course=(thrown,)))
        for path in ("/", f"/t/1/throw/{thrown.seq}"):
            assert words in client.get(path).text


def test_a_name_cannot_break_out_of_the_page(client: FlaskClient, service: FakePageService) -> None:
    """Markup in a name is not markup of the page."""
    evil = "</script><script>alert(1)//"
    service.show(replace(playing(), thrower=evil, players=(replace(playing().players[0], name=evil),)))
    assert "<script>alert" not in client.get("/").text
    assert "<script>alert" not in client.get("/results").text
    assert "<script>alert" not in client.get("/new").text


def test_pages_load_nothing_from_other_hosts(client: FlaskClient) -> None:
    """No page has another host's address, and the policy forbids browsers to load from one."""
    for path in ("/", "/new", "/camera", "/results", "/rules"):
        answer = client.get(path)
        assert not re.search(r"""(src|href|action)=["'](https?:)?//""", answer.text)
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_results_page_is_served_whole(client: FlaskClient, service: FakePageService) -> None:
    """The page shows the results before any event arrives."""
    service.show(over())
    page = client.get("/results").text
    assert "<td>412</td>" in page
    assert "page/results.js" in page


def test_rules_page_has_each_sentence_with_its_clause(client: FlaskClient) -> None:
    """The sentences are in the guests' words, each with the words of the printed sheet."""
    page = client.get("/rules").text
    for words in (
        "<h1>Casino</h1>",
        "<h2>What a throw scores</h2>",
        "Three of the target are a bunco and score 21 points instead.",
        "<p>BUNCO!: “Rolling BUNCO is worth 21 points”</p>",
        "<p>Not on the sheet.</p>",
    ):
        assert words in page
    assert "House rule" not in page


def test_rules_page_marks_house_rules(client: FlaskClient, service: FakePageService) -> None:
    """Each has the house's words, and what the printed sheet says instead."""
    service.written = HOUSE
    page = client.get("/rules").text
    assert "At Rosa&#39;s" in page
    assert page.count("<b>House rule</b>") == 3
    assert "<p>Rosa: “we work tomorrow”</p>" in page
    assert "<p>Classic: A game has 4 sets of six rounds, or as many as are agreed.</p>" in page


def test_rules_page_works_without_clauses(client: FlaskClient, service: FakePageService) -> None:
    """A sheet from a record may have none. The page then does not mention them."""
    service.written = Written(load_sheet("boxed"))
    page = client.get("/rules").text
    assert "“" not in page
    assert "Not on the sheet" not in page


def test_house_sheets_are_offered_and_faulty_ones_are_explained(
    client: FlaskClient, service: FakePageService
) -> None:
    """A house sheet can be chosen. A faulty one is disabled, and the page says what is wrong."""
    service.show(over())
    page = client.get("/new").text
    assert re.search(r'value="rosa"[^>]*>\s*<span><b>At Rosa&#39;s <i>house</i></b>', page)
    faulty = re.search(r'<label class="faulty">.*?</label>', page, re.DOTALL)
    assert faulty is not None
    assert "disabled" in faulty[0]
    assert "line 4: &#39;gaol&#39; is no key of a sheet" in faulty[0]
    assert 'data-sheet="late"' not in page


def test_a_game_by_a_house_sheet_contains_the_sheet(client: FlaskClient, service: FakePageService) -> None:
    """The form's choice becomes a command with the whole sheet."""
    service.show(over())
    assert client.post("/new", data={**NAMES, "rules": "rosa"}).status_code == 303
    assert service.commands == [NewGame("rosa", ("Ann", "Bob", "Cy", "Di"), None, {}, sheet=HOUSE.sheet)]


def test_a_faulty_house_sheet_is_not_played(client: FlaskClient, service: FakePageService) -> None:
    """The answer says what is wrong with it."""
    service.show(over())
    answer = client.post("/api/game", json={"rules": "late", "players": ["Ann", "Bob"]})
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["error"].startswith("“late” cannot be played: line 4:")
    assert answer.json["remedy"] == "Correct its file, or choose another sheet."
    assert service.commands == []


def test_style_script_and_font_can_be_cached_for_ever(client: FlaskClient) -> None:
    """The addresses of styles, scripts and fonts change with their content."""
    page = client.get("/").text
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(addresses) >= 4
    for address in addresses:
        answer = client.get(address, buffered=True)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
    stale = re.sub(r"/static/[^/]+", "/static/000000000000", addresses[0])
    assert client.get(stale).status_code == 404
    assert client.get(re.sub("vendor.*|page.*|js.*|icon.*", "../pages.py", addresses[0])).status_code == 404


def test_a_device_can_add_the_pages_to_its_home_screen(client: FlaskClient) -> None:
    """Every page names the manifest. The pictures in it exist and have the right sizes."""
    for path in ("/", "/room", "/host", "/join", "/rules", "/me"):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get(path).text
    sent = client.get("/manifest.webmanifest")
    manifest = sent.get_json(force=True)
    assert sent.mimetype == "application/manifest+json"
    assert client.get(manifest["start_url"]).status_code == 200
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = cv2.imdecode(
            np.frombuffer(client.get(icon["src"], buffered=True).data, np.uint8), cv2.IMREAD_COLOR
        )
        assert picture is not None
        height, width = picture.shape[:2]
        assert f"{width}x{height}" == icon["sizes"]
    assert '<meta name="theme-color" content="{}">'.format(manifest["theme_color"]) in client.get("/").text


def test_a_photo_can_be_cached(client: FlaskClient) -> None:
    """A photo is a JPEG. A browser that already has it gets the answer that it is still the same."""
    answer = client.get("/photos/353.jpg", buffered=True)
    assert answer.mimetype == "image/jpeg"
    assert answer.data[:2] == b"\xff\xd8"
    again = client.get("/photos/353.jpg", headers={"If-None-Match": answer.headers["ETag"]}, buffered=True)
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/photos/none.jpg", "/photos/..%2Fconftest.py", "/nothing"])
def test_a_wrong_address_shows_a_page(client: FlaskClient, path: str) -> None:
    """The page has a sentence and a link back."""
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is nothing at this address." in answer.text
    assert 'href="/"' in answer.text


def test_camera_page_shows_its_picture(client: FlaskClient, service: FakePageService) -> None:
    """If there is no picture, the page is still served."""
    assert client.get("/camera").status_code == 200
    assert client.get("/camera.jpg").mimetype == "image/jpeg"
    service.picture = None
    assert client.get("/camera.jpg").status_code == 404


def test_new_game_page_has_the_names_of_the_players(client: FlaskClient, service: FakePageService) -> None:
    """The page offers every sheet, and the names of the players at the table."""
    service.show(over())
    page = client.get("/new").text
    for words in ("Classic Bunco", "Boxed Bunco", 'value="Ann"', 'value="Di"', "traveling bag", "dice cup"):
        assert words in page


def test_form_begins_a_game(client: FlaskClient, service: FakePageService) -> None:
    """The form removes spaces around names, uses only the chosen sheet's options, and leads to the table."""
    service.show(over())
    form = {
        **NAMES,
        "name1": "  Ann ",
        "name4": "",
        "rules": "boxed",
        "boxed.cup": ["1", "2"],
        "boxed.goal": "11",
        "boxed.sets": "2",
        "classic.calls": "on",
    }
    answer = client.post("/new", data=form)
    assert (answer.status_code, answer.location) == (303, "/")
    assert service.commands == [NewGame("boxed", ("Ann", "Bob", "Cy"), 2, {"cup": [1, 2], "goal": 11})]


def test_form_begins_a_game_at_several_tables(client: FlaskClient, service: FakePageService) -> None:
    """First the page shows the guests that it has understood. Then the answer leads to the host's page."""
    service.show(over())
    names = tuple(f"P{number}" for number in range(1, 11))
    form = {"who": "room", "names": "\r\n".join(("", *names, "  ")), "draw": "on", "rules": "classic"}
    understood = client.post("/new", data={**NAMES, **form})
    assert (understood.status_code, service.commands) == (200, [])
    assert "<h1>10 guests</h1>" in understood.text
    assert "3 tables, 2 ghosts in empty seats. Chance decides who sits where." in understood.text
    answer = client.post("/new", data={**NAMES, **form, "step": "begin"})
    assert (answer.status_code, answer.location) == (303, "/host")
    client.post("/new", data={**form, "draw": "", "step": "begin"})
    assert service.commands == [
        NewGame("classic", names, None, {}, draw=True),
        NewGame("classic", names, None, {}),
    ]


def test_a_list_with_tables_seats_the_guests(client: FlaskClient, service: FakePageService) -> None:
    """The page shows who sits at which table and what was left out, and keeps the list for changes."""
    service.show(over())
    names = "Name;Table;Diet\n1. José;2;\nAnn;1;vegan\nBob;2;\n<Zoë>;1;"
    form = {"who": "room", "names": names, "draw": "on", "rules": "classic", "classic.sets": "2"}
    text = client.post("/new", data=form).text
    tables = [re.findall(r"<bdi>(.*?)</bdi>", part) for part in text.split("<b>Table ")[1:]]
    assert tables == [["Ann", "&lt;Zoë&gt;"], ["José", "Bob"]]
    assert "Left out: “Diet”." in text
    kept = {
        name: unescape(value)
        for name, value in re.findall(r'hidden" name="(.*?)" value="(.*?)"', text, re.DOTALL)
    }
    assert kept == form
    again = client.post("/new", data={**kept, "step": "change"})
    assert (again.status_code, service.commands) == (200, [])
    assert f'spellcheck="false">\n{escape(names)}</textarea>' in again.text
    assert 'name="classic.sets" inputmode="numeric" maxlength="2"\n  value="2"' in again.text
    assert client.post("/new", data={**kept, "step": "begin"}).location == "/host"
    assert service.commands == [
        NewGame("classic", ("José", "Ann", "Bob", "<Zoë>"), 2, {}, tables=(2, 1, 2, 1)),
    ]


def test_a_list_may_be_a_file(client: FlaskClient, service: FakePageService) -> None:
    """Its names are understood like typed ones. A file that is no list comes back with a sentence."""
    service.show(over())
    names = "José\r\nZoë\r\nAnn\r\nBob\r\nCy"

    def send(data: bytes) -> TestResponse:
        form = {"who": "table", "names": "", "rules": "classic", "file": (BytesIO(data), "guests.txt")}
        return client.post("/new", data=form, content_type="multipart/form-data")

    text = send(names.encode("cp1252")).text
    assert "<h1>5 guests</h1>" in text
    assert "<bdi>José</bdi>" in text
    assert "They were read as Windows-1252" in text
    refused = send(b"%PDF-1.7")
    assert refused.status_code == 400
    assert "It is a PDF." in refused.text
    assert service.commands == []


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("José\nJose\u0301\nAnn", "Two players are called “José”."),
        ("José\njo\u200bsé\nAnn", "Two players are called “José” and “josé”, which is the same."),
        ("Ann;1\nBob;1\nCy;2\nDi;2\nEve", "“Eve” has no table in the list"),
        ("Ann;1\nBob;1\nCy;2", "1 player would sit at table 2"),
        (f"Ann\n{'B' * 41}", "is too long."),
        (",;\n", "The list has no names."),
        ("Ann\nBob\x07", "A name has a character that cannot be shown."),
    ],
)
def test_a_wrong_list_comes_back(
    client: FlaskClient, service: FakePageService, names: str, message: str
) -> None:
    """The form says what is wrong and still contains the list. No game begins."""
    service.show(over())
    answer = client.post("/new", data={"who": "room", "names": names, "rules": "classic"})
    assert answer.status_code in {400, 409}
    assert message in answer.text
    assert escape(names) in answer.text
    assert service.commands == []


def test_the_understood_list_says_what_ends(client: FlaskClient) -> None:
    """While a game is played, the page asks whether it may end; its button says so."""
    form = {"who": "room", "names": "Ann,Bob,Cy,Di,Eve", "rules": "classic"}
    text = client.post("/new", data=form).text
    assert "is being played: set 1, round 3." in text
    assert 'name="end" value="yes"' in text
    assert "End it and begin" in text
    assert client.post("/new", data={**form, "step": "begin"}).status_code == 409
    assert client.post("/new", data={**form, "end": "yes", "step": "begin"}).status_code == 303


def test_late_guests_may_be_a_list(client: FlaskClient, service: FakePageService) -> None:
    """The field for late guests reads lists like the page of a new game."""
    client.post("/api/room/guests", data={"come": "1. Eve\n2. Zoe\u0308, Gus"})
    assert service.commands == [SeatGuests(come=("Eve", "Zoë", "Gus"))]


def test_too_many_names_are_refused(client: FlaskClient, service: FakePageService) -> None:
    """The form keeps the whole list, so that people can remove some."""
    service.show(over())
    names = [f"Guest number {number}" for number in range(101)]
    answer = client.post("/new", data={"who": "room", "names": "\n".join(names), "rules": "classic"})
    assert answer.status_code == 400
    assert "A room takes at most 100 players." in answer.text
    assert "Guest number 100" in answer.text
    assert service.commands == []


@pytest.mark.parametrize(
    ("how", "value"),
    [
        ("mini", {"any_mini": True}),
        ("number", {"number": 4}),
        ("no-bunco", {"number": 4, "bunco_counts": False}),
    ],
)
def test_form_reads_the_traveling_bag(
    client: FlaskClient, service: FakePageService, how: str, value: dict[str, object]
) -> None:
    """Each way to win the bag becomes an option of the game."""
    service.show(begin())
    form = {**NAMES, "rules": "classic", "classic.traveling": how, "classic.traveling.number": "4"}
    client.post("/new", data=form)
    assert service.commands == [NewGame("classic", ("Ann", "Bob", "Cy", "Di"), None, {"traveling": value})]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name2": "Ann"}, "Two players are called “Ann”."),
        ({"name2": "Ghost 7"}, "“Ghost 7” is a ghost’s name."),
        ({"name2": "x" * 41}, "is too long."),
        ({"name2": "", "name3": "", "name4": ""}, "at one table is not for 1 player."),
        ({"rules": "chess"}, "There is no sheet “chess”."),
        ({"classic.sets": "many"}, "The number of sets must be a whole number from 1 to 99, not “many”."),
        ({"classic.sets": "0"}, "The number of sets must be a whole number from 1 to 99, not “0”."),
    ],
)
def test_a_wrong_form_comes_back_filled_in(
    client: FlaskClient, service: FakePageService, change: dict[str, str], message: str
) -> None:
    """The page names the wrong field and keeps the input. No game begins."""
    service.show(over())
    answer = client.post("/new", data={**NAMES, "name4": "Dorothea", "rules": "classic", **change})
    assert answer.status_code == 400
    assert message in answer.text
    assert "name4" in change or 'value="Dorothea"' in answer.text
    assert service.commands == []


def test_the_end_of_an_unfinished_game_must_be_confirmed(
    client: FlaskClient, service: FakePageService
) -> None:
    """The first form is answered with a question. The second one says that the game may end."""
    form = {**NAMES, "rules": "classic"}
    first = client.post("/new", data=form)
    assert first.status_code == 409
    assert "is being played: set 1, round 3." in first.text
    assert 'name="end" value="yes"' in first.text
    assert service.commands == []
    assert client.post("/new", data={**form, "end": "yes"}).status_code == 303
    assert len(service.commands) == 1


def test_a_refusal_is_shown_in_the_form(client: FlaskClient, service: FakePageService) -> None:
    """The form comes back with the sentence of the game."""
    service.show(over())
    service.refusal = Refused("Nobody can play that.", "Choose another sheet.")
    answer = client.post("/new", data={**NAMES, "rules": "classic"})
    assert answer.status_code == 409
    assert "Nobody can play that." in answer.text


def test_a_program_can_begin_a_game(client: FlaskClient, service: FakePageService) -> None:
    """A request in JSON has the same fields as the form."""
    service.show(over())
    body = {"rules": "classic", "players": ["Ann", "Bob"], "sets": 1, "options": {"calls": True}}
    assert client.post("/api/game", json=body).status_code == 200
    assert service.commands == [NewGame("classic", ("Ann", "Bob"), 1, {"calls": True})]


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ({"rules": "classic"}, 400, "The field “players” is missing."),
        ({"rules": "classic", "players": ["Ann", " "]}, 400, "A name is empty."),
        ({"rules": "classic", "players": ["Ann", "Bob"], "sets": 0}, 400, "“sets” does not fit:"),
        (
            {"rules": "classic", "players": ["A", "B"], "options": {"cup": [1]}},
            400,
            "Classic Bunco has no option",
        ),
        ({"rules": "classic", "players": ["Ann", "Bob"]}, 409, "Classic Bunco is being played"),
    ],
)
def test_a_game_from_json_is_checked(
    client: FlaskClient, service: FakePageService, body: dict[str, object], code: int, message: str
) -> None:
    """The answer says what is wrong, and no game begins."""
    answer = client.post("/api/game", json=body)
    assert answer.status_code == code
    assert answer.json is not None
    assert answer.json["error"].startswith(message)
    assert service.commands == []


@pytest.mark.parametrize(
    ("kept", "message"),
    [
        (KeptAmount(1, 0.1, 200), "1 picture of a throw that people put right is kept"),
        (KeptAmount(27, 2.1, 200), "27 pictures of throws that people put right are kept"),
        (KeptAmount(27, 2.1, 200, "No space left on device"), "could not be kept: No space left on device."),
    ],
)
def test_camera_page_says_how_much_is_kept(
    client: FlaskClient, service: FakePageService, kept: KeptAmount, message: str
) -> None:
    """If corrected throws are kept for the reader, the page says how many, and what is wrong."""
    assert "put right" not in client.get("/camera").text
    service.kept = kept
    page = client.get("/camera").text
    assert message in page
    assert f"{kept.megabytes} of 200 MB" in page

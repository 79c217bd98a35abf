"""The pages of the welcome, with a real log: every answer, every error, two people, and power cuts."""

import errno
import json
from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.access.roles import HOST
from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.examine import collect_findings
from pi_bunco.app.pis.choice import FollowChoice
from pi_bunco.app.welcome.file import ASIDE, FILE, remove_answers
from pi_bunco.app.welcome.mode import choose_roles
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import BellDevice, Press, Ring, Stage
from pi_bunco.errors import Trouble
from pi_bunco.findings import Mark
from pi_bunco.game.commands import NewGame
from pi_bunco.rules import is_ghost
from pi_bunco.settings.config import RolesSetting, Settings
from pi_bunco.store import LogTrouble
from pi_bunco.views.devices import BellButton
from pi_bunco.web.needs import says_need
from pi_bunco.web.pages.setup.steps import STEPS
from pi_bunco.web.server import serve
from pi_bunco.web.visitors import COOKIE
from tests.app.welcome.evening import TWELVE, Evening, answer_all, send
from tests.web.wifis import HALL, FakeOwnWifi

STEP_NAMES = ("device", "pin", "rules", "names", "tables", "bell", "ready")
"""The steps of a table without a camera, a Wi-Fi of its own, and another language."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.close()


def list_tables(evening: Evening) -> list[list[str]]:
    """Return who sits at each table, without ghosts."""
    seats = evening.keeper.read(lambda book: book.game.header.tables)
    return [[name for name in table if not is_ghost(name)] for table in seats]


def test_each_answer_leads_to_the_next_question(evening: Evening) -> None:
    """From the first page to the game there is one question a page."""
    host = evening.switch_on()
    assert host.get("/").location == "/welcome/device"
    assert send(host, "device", place="/host").location == "/welcome/pin"
    assert send(host, "pin", do="skip").location == "/welcome/rules"
    assert send(host, "rules", rules="classic").location == "/welcome/names"
    assert send(host, "names", names=TWELVE).location == "/welcome/names"  # shows what it understood
    preview = host.get("/welcome/names").text
    assert "12 guests" in preview
    assert 'href="/welcome/tables"' in preview
    assert send(host, "tables", tables="3", draw="yes").location == "/welcome/bell"
    assert send(host, "bell", heard="yes").location == "/welcome/ready"
    assert "12 guests at 3 tables" in host.get("/welcome/ready").text
    assert send(host, "ready").location == "/host"
    assert sorted(map(len, list_tables(evening))) == [4, 4, 4]
    assert evening.desk.begun.is_set()


def test_a_list_that_was_shown_while_it_was_typed_leads_on(evening: Evening) -> None:
    """What a pause shows is kept at once. The list is shown once more only if it changed, or has notes."""
    host = evening.switch_on_host()
    looked = send(host, "names", names="Ann", do="look")
    assert looked.location == "/welcome/names?again"
    assert '<output id="guest-count" for="names" data-live></output>' in host.get(looked.location).text
    assert "Ann" in host.get("/welcome/names").text  # as after a reload
    looked = send(host, "names", names=TWELVE, do="look")
    assert looked.location == "/welcome/names?change"
    assert ">12 guests</output>" in host.get(looked.location).text
    assert send(host, "names", names=TWELVE + "\nMo", do="next", shown="yes").location == "/welcome/names"
    assert send(host, "names", names=TWELVE, do="look").location == "/welcome/names?change"
    assert send(host, "names", names=TWELVE, do="next", shown="yes").location == "/welcome/tables"
    assert send(host, "names", names=TWELVE, do="next").location == "/welcome/names"
    pair = TWELVE + "\nMo and Nell"
    assert "One guest, not two" in host.get(send(host, "names", names=pair, do="look").location).text
    assert send(host, "names", names=pair, do="next", shown="yes").location == "/welcome/names"
    assert send(host, "names", do="skip", shown="yes").location == "/welcome/tables"


def test_options_are_chosen_from_the_last_page(evening: Evening) -> None:
    """Nobody is asked for them. The last page says what is played, and leads to them and back."""
    host = evening.switch_on_host()
    answer_all(host, names="Ann\nBob\nCy\nDi")
    assert "as printed" in (page := host.get("/welcome/ready").text)
    assert 'href="/welcome/options"' in page
    assert "Options of Classic" in host.get("/welcome/options").text
    sent = send(host, "options", **{"classic.calls": "on", "classic.sets": "2"})
    assert sent.location == "/welcome/ready"
    assert "2 sets · Buncos must be called" in host.get("/welcome/ready").text
    evening.restart()
    host = evening.switch_on_host()
    page = host.get("/welcome/options").text
    assert 'name="classic.calls" checked' in page
    assert send(host, "ready").location == "/t/1"
    header = evening.keeper.read(lambda book: book.game.header)
    assert (header.sets, header.raw["options"]) == (2, {"calls": True})


def test_options_that_do_not_fit_say_why(evening: Evening) -> None:
    """A wrong number is refused, *As printed* chooses nothing, and another sheet has options of its own."""
    host = evening.switch_on_host()
    answer_all(host, names="Ann\nBob\nCy\nDi")
    refused = send(host, "options", **{"classic.sets": "two"})
    assert refused.status_code == 400
    assert "The number of sets must be a whole number from 1 to" in refused.text
    send(host, "options", **{"classic.calls": "on"})
    send(host, "options", do="skip", **{"classic.calls": "on"})
    assert "as printed" in host.get("/welcome/ready").text
    send(host, "options", **{"classic.calls": "on"})
    send(host, "rules", rules="boxed")
    send(host, "tables", do="skip")
    assert "as printed" in host.get("/welcome/ready").text
    cup: dict[str, Any] = {"boxed.cup": ["1", "6"]}
    send(host, "options", **cup, **{"boxed.goal": "11"})
    assert "Dice-cup bonus · Points that win a round" in host.get("/welcome/ready").text


def test_everything_can_be_skipped(evening: Evening) -> None:
    """Then four players with numbers play the first sheet at one table."""
    host = evening.switch_on_host()
    for step in ("pin", "rules", "names"):
        send(host, step, do="skip")
    send(host, "tables")
    send(host, "bell", do="skip")
    assert send(host, "ready").location == "/t/1"
    [table] = list_tables(evening)
    assert sorted(table) == ["Player 1", "Player 2", "Player 3", "Player 4"]


@pytest.mark.parametrize("step", STEP_NAMES)
def test_a_power_cut_loses_no_answer(evening: Evening, step: str) -> None:
    """After it the page of each step shows what was answered before."""
    host = evening.switch_on_host()
    answer_all(host, draw="no", tables="4")
    before = {name: host.get(f"/welcome/{name}").text for name in STEP_NAMES}
    evening.restart()
    again = evening.switch_on_host()
    assert again.get(f"/welcome/{step}").text == before[step]
    assert again.get("/").location == "/welcome/ready"


def test_back_and_forth_loses_nothing(evening: Evening) -> None:
    """A look at every page, in both directions, changes no answer. A change leads back to the last page."""
    host = evening.switch_on_host()
    answer_all(host)
    before = evening.desk.view()
    for name in (*STEP_NAMES, *reversed(STEP_NAMES)):
        assert host.get(f"/welcome/{name}").status_code == 200
        assert host.get(f"/welcome/{name}").status_code == 200  # a reload
    assert evening.desk.view() == before
    assert send(host, "bell", heard="yes").location == "/welcome/ready"


def test_another_list_asks_for_the_tables_again(evening: Evening) -> None:
    """The seats were chosen for other guests. The same list changes nothing."""
    host = evening.switch_on_host()
    answer_all(host, tables="4")
    send(host, "names", names=TWELVE)
    assert "tables" in evening.desk.view().answers
    send(host, "names", names="Ann\nBob")
    assert host.get("/").location == "/welcome/tables"
    assert host.get("/welcome/ready").location == "/welcome/tables"
    assert send(host, "ready").location == "/welcome/tables"
    assert evening.keeper.is_empty


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("\n".join(f"Guest {number}" for number in range(300)), "The list has 300 names"),
        ("Ann\nBob\nann", "which is the same"),
        ("Ann", "is not for 1 player"),
        ("Ann\nghost 1", "is a ghost’s name"),
        ("Name;Table\nAnn;1\nBob;", "table"),
        ("x" * 41 + "\nBob", "is too long"),
    ],
)
def test_a_list_that_does_not_work_gets_a_clear_answer(evening: Evening, typed: str, says: str) -> None:
    """The page says why. The list stays in its field, also after a power cut. Nobody begins with it."""
    host = evening.switch_on_host()
    answer_all(host)
    assert send(host, "names", names=typed).location.startswith("/welcome/names")
    evening.restart()
    host = evening.switch_on_host()
    page = host.get("/welcome/names").text
    assert says in page
    assert typed.splitlines()[-1] in page
    assert host.get("/welcome/ready").location == "/welcome/names"


def test_an_empty_list_is_no_answer(evening: Evening) -> None:
    """It is not the same as to skip the question."""
    host = evening.switch_on_host()
    location = send(host, "names", names=" \n").location
    assert "The list has no names." in host.get(location).text
    assert "names" not in evening.desk.view().answers


def test_a_list_too_large_says_so(evening: Evening) -> None:
    """Such as a picture instead of a list."""
    host = evening.switch_on_host()
    picture = (BytesIO(b"\xff" * 100_000), "party.jpg")
    answer = host.post("/welcome/names", data={"file": picture})
    assert answer.status_code == 413
    assert "paste the names" in answer.text


def test_a_file_and_its_tables_are_read(evening: Evening) -> None:
    """The list says who sits where, so nobody is asked that. Its remarks are shown."""
    host = evening.switch_on_host()
    answer_all(host)
    table = b"Name;Table\nAnn;2\nBob;1\nCy;2\nDi and Eve;1\n"
    host.post("/welcome/names", data={"seen": "99", "names": "", "file": (BytesIO(table), "guests.csv")})
    assert "One guest, not two" in host.get("/welcome/names").text
    assert "The list says who sits at which table." in host.get("/welcome/tables").text
    send(host, "tables")
    send(host, "ready")
    assert list_tables(evening) == [["Bob", "Di and Eve"], ["Ann", "Cy"]]


def test_the_number_of_tables_is_chosen(evening: Evening) -> None:
    """The guests sit as evenly as possible. Chance seats them there too, or the list does."""
    host = evening.switch_on_host()
    answer_all(host, tables="4", draw="no")
    send(host, "ready")
    assert [len(table) for table in list_tables(evening)] == [3, 3, 3, 3]
    assert list_tables(evening)[0] == ["Ann", "Bob", "Cy"]


def test_chance_seats_guests_at_more_tables(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are shuffled before they take the seats."""
    monkeypatch.setattr(evening.desk._chance, "sample", lambda names, _: names[::-1])
    host = evening.switch_on_host()
    answer_all(host, tables="4", draw="yes")
    send(host, "ready")
    assert list_tables(evening)[0] == ["Lee", "Kim", "Jo"]


def test_two_people_at_the_same_question(evening: Evening) -> None:
    """The second one sees the answer of the first, and may change it. Nobody conflicts with themselves."""
    one, two = evening.switch_on_host(), evening.switch_on_host("10.0.0.9")
    send(one, "rules", seen=0, rules="boxed")
    answer = send(two, "rules", seen=0, rules="casino")
    assert answer.status_code == 409
    assert "Somebody else has answered this meanwhile." in answer.text
    assert evening.desk.view().rules == "boxed"
    assert f'name="seen" value="{evening.desk.view().number}"' in answer.text
    send(two, "rules", seen=evening.desk.view().number, rules="casino")
    assert evening.desk.view().rules == "casino"
    send(two, "rules", seen=0, rules="classic")  # an old page of the same device
    assert evening.desk.view().rules == "classic"


def test_two_people_at_different_questions(evening: Evening) -> None:
    """Neither is in the way of the other."""
    one, two = evening.switch_on_host(), evening.switch_on_host("10.0.0.9")
    assert send(one, "rules", seen=0, rules="boxed").status_code == 303
    assert send(two, "names", seen=0, names="Ann\nBob").status_code == 303
    assert evening.desk.view().rules == "boxed"
    assert evening.desk.view().typed == "Ann\nBob"


def test_two_people_begin_at_once(evening: Evening) -> None:
    """There is one game."""
    one, two = evening.switch_on_host(), evening.switch_on_host("10.0.0.9")
    answer_all(one)
    send(one, "ready")
    assert two.post("/welcome/ready").status_code == 200
    assert "The game begins." in two.get("/welcome/ready").text
    evening.desk.begin(NewGame("boxed", ("Xi", "Yo")), "/", shuffle=False)
    assert evening.keeper.number == 1


def test_the_first_pin_needs_no_code(evening: Evening) -> None:
    """Then this device is the host's, and another one needs the PIN. Nobody sets a second one like this."""
    host, other = evening.switch_on_host(), evening.switch_on_host("10.0.0.9")
    assert send(host, "pin", pin="12").status_code == 400
    assert send(host, "pin", pin="258013").location == "/welcome/rules"
    assert evening.door.has_pin
    assert host.get("/welcome/rules").status_code == 200
    assert other.get("/welcome/rules").location == "/"
    assert send(other, "pin", pin="111111").location == "/"
    assert "The host is setting up." in other.get("/").text
    other.post("/api/access/pin", data={"pin": "258013", "back": "/"})
    assert other.get("/welcome/rules").status_code == 200
    send(other, "pin", pin="999999")
    evening.door.check_pin(evening.door.identify(None, "10.0.0.7"), "258013")  # raises if it is another


@pytest.mark.parametrize(("names", "is_kept"), [(TWELVE, True), ("Ann\nBob", False)])
def test_the_host_stays_the_host(evening: Evening, names: str, *, is_kept: bool) -> None:
    """In a room of several tables their device is the host's. At one table every device is."""
    host = evening.switch_on_host()
    answer_all(host, names)
    send(host, "ready")
    tables = 3 if is_kept else 1
    door = Door(DoorConfig(file=AccessFile(evening.folder), count_tables=lambda: tables))
    cookie = host.get_cookie(COOKIE)
    assert (cookie is not None) == is_kept
    assert door.identify(cookie.value if cookie else None, "10.0.0.8").role == HOST
    assert (door.identify(None, "10.0.0.9").role == HOST) != is_kept


def test_a_full_disk_keeps_the_answers(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says why the game does not begin, and begins it on another try."""
    host = evening.switch_on_host()
    answer_all(host)

    def refuse(*_: object) -> None:
        raise LogTrouble("The disk is full.", "Make room.")

    with monkeypatch.context() as full:
        full.setattr(evening.keeper, "handle", refuse)
        answer = send(host, "ready")
    assert answer.status_code == 503
    assert "The disk is full." in answer.text
    assert not evening.desk.begun.is_set()
    assert send(host, "ready").location == "/host"


def test_an_answer_that_cannot_be_kept_is_none(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a power cut would lose it."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    host = evening.switch_on_host()
    monkeypatch.setattr("pi_bunco.app.welcome.desk.save_answers", refuse)
    assert send(host, "rules", rules="boxed").status_code == 503
    assert evening.desk.view().rules == ""


def test_damaged_answers_are_set_aside(evening: Evening) -> None:
    """The page says it once, and asks again."""
    answer_all(evening.switch_on_host())
    (evening.folder / FILE).write_text('{"number": "?"}')
    evening.restart()
    host = evening.switch_on_host()
    assert "were damaged" in host.get("/welcome/pin").text
    assert (evening.folder / ASIDE).read_text() == '{"number": "?"}'
    send(host, "pin", do="skip")
    assert "were damaged" not in host.get("/welcome/rules").text


@pytest.mark.parametrize(
    ("place", "says"),
    [("/t/2", "This is the tablet of table 2."), ("/room", "the room’s screen"), ("/", "a table’s tablet")],
)
def test_other_devices_wait(evening: Evening, place: str, says: str) -> None:
    """They go on by themselves, also without scripts, and keep what they are."""
    tablet = evening.switch_on()
    assert send(tablet, "device", place=place).location == "/"
    page = tablet.get("/").text
    assert says in page
    assert '<noscript><meta http-equiv="refresh"' in page
    assert tablet.get_cookie("bunco-place").value == place  # type: ignore[union-attr] # it was set just now
    assert send(tablet, "device", place="/host").location == "/welcome/pin"


def test_the_pis_own_screen_shows_where_to_set_up(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows address and code for a tablet, waits for the game, and can be the host's device, too."""
    monkeypatch.setattr("pi_bunco.web.join.find_own_address", lambda: "192.168.1.20")
    page = evening.switch_on().get("/?screen").text
    assert "<b>http://192.168.1.20/</b>" in page
    assert 'class="qr"' in page
    assert "data-waits" in page
    assert 'href="/welcome/device"' in page


@pytest.mark.parametrize(
    "path", ["/t/2", "/host", "/room", "/new", "/me", "/rules", "/be?place=/t/1", "/xyz"]
)
def test_pages_of_a_game_lead_to_the_first_page(evening: Evening, path: str) -> None:
    """There is no game that they could show."""
    assert evening.switch_on().get(path).location == "/"
    assert evening.switch_on().post(path).location == "/"


@pytest.mark.parametrize("path", ["/api/room", "/api/table/1", "/events?topic=room"])
def test_programs_get_a_failure_in_json(evening: Evening, path: str) -> None:
    """They can tell it from a table that is broken. The answer about health says that the program runs."""
    answer = evening.switch_on().get(path)
    assert answer.status_code == 503
    assert answer.json == {
        "error": "There is no game yet.",
        "remedy": "The host begins one on the pages of the table.",
        "welcome": True,
    }
    assert evening.switch_on().get("/healthz").json == {"status": "ok", "welcome": True, "answers": 0}
    assert evening.switch_on().get("/static/old/page/setup.css").status_code == 404


def test_the_doctor_examines_a_table_without_a_game(evening: Evening) -> None:
    """Nothing is bad because of it: the camera is free, and the bell is tried on its page."""
    with serve(evening.app, port=0) as server:
        settings = Settings(camera="none", port=server.port, host="127.0.0.1", state_dir=evening.folder)
        context = CheckContext(settings, lambda *_: {})
        found = collect_findings(context, ("camera", "button", "disk"))
    assert {name: finding.mark for name, finding in found.items()} == {"button": Mark.LOOK}


def test_each_sheet_can_be_read(evening: Evening) -> None:
    """On one page, with the way back. A file elsewhere cannot be read like this."""
    host = evening.switch_on_host()
    page = host.get("/welcome/rules").text
    for slug in ("classic", "casino", "houseparty", "tournament", "boxed"):
        assert f"/rules/{slug}?back=/welcome/rules" in page
        assert 'href="/welcome/rules"' in host.get(f"/rules/{slug}?back=/welcome/rules").text
    (evening.folder / "elsewhere.toml").write_text('slug = "elsewhere"')
    assert host.get(f"/rules/{evening.folder}/elsewhere.toml").location == "/"
    assert host.get("/rules/..%2Felsewhere").location == "/"
    assert "//evil.example" not in host.get("/rules/classic?back=//evil.example").text


def test_the_settings_propose_a_sheet(tmp_path: Path) -> None:
    """It is chosen if people skip the question. The number of sets in the settings holds too."""
    evening = Evening(tmp_path, {"rules": "boxed", "sets": 2})
    host = evening.switch_on_host()
    assert 'value="boxed" aria-pressed="true"' in host.get("/welcome/rules").text
    answer_all(host, "Ann\nBob\nCy")
    send(host, "rules", do="skip")
    send(host, "ready")
    assert evening.keeper.read(lambda book: (book.game.header.rules, book.game.header.sets)) == ("classic", 2)
    evening.close()


def test_earlier_guests_are_ticked(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """They come before those who are typed. A name that is ticked and typed is one guest."""
    monkeypatch.setattr(evening.desk, "list_earlier_guests", lambda: ("Zoe", "Ann"))
    host = evening.switch_on_host()
    assert 'value="Zoe"' in host.get("/welcome/names").text
    send(host, "names", names="ann\nBob; 2\nCy; 1", guest=["Zoe", "Ann", "Nobody"])
    preview = host.get("/welcome/names").text
    assert "4 guests" in preview
    send(host, "names", names="Bob", guest=["Zoe"])
    assert evening.desk.view().ticked == ("Zoe",)
    assert "2 guests" in host.get("/welcome/names").text


class HeardBell(MockBell):
    """A bell that notes what it sounds."""

    def __init__(self) -> None:
        super().__init__()
        self.sounds: list[Ring] = []

    def sound(self, ring: Ring) -> None:
        self.sounds.append(ring)


def test_the_bell_rings_and_is_heard(tmp_path: Path) -> None:
    """If nobody hears it, the page says what may help. A press of the button shows that it works."""
    heard = HeardBell()
    bell: tuple[BellDevice, BellButton] = (heard, BellButton("missing", "No pins.", "Look at the wires."))
    evening = Evening(tmp_path, bell=bell)
    host = evening.switch_on_host()
    assert "No pins." in host.get("/welcome/bell").text
    send(host, "bell", do="ring")
    assert heard.sounds == [Ring.START]
    answer = send(host, "bell", heard="no")
    assert "check whether both wires of its buzzer are connected" in host.get(answer.location).text
    forgotten: list[str] = []
    listen = evening.desk.make_listener(lambda: forgotten.append("all"))
    listen(Press(Stage.SHORT))
    listen(Press(Stage.SHORT, let_go=True))
    assert "The button works" in host.get("/welcome/bell").text
    listen(Press(Stage.OFF, since_start=True))
    assert not forgotten
    listen(Press(Stage.OFF, let_go=True, since_start=True))
    assert forgotten == ["all"]
    assert heard.sounds[-1] == Ring.FORGOT
    evening.close()


@pytest.mark.parametrize(
    ("cameras", "path"),
    [
        ({"camera": "usb"}, "/calibrate"),
        ({"stations": {2: "usb"}}, "/table/2/calibrate"),
        ({"stations": {2: "guests", 9: "usb"}}, "/host"),
    ],
)
def test_a_camera_is_calibrated_now_or_later(tmp_path: Path, cameras: dict[str, Any], path: str) -> None:
    """Now: the host's device opens that of the first table with a camera, once the game has begun."""
    evening = Evening(tmp_path, cameras)
    host = evening.switch_on_host()
    answer_all(host)
    assert host.get("/").location == "/welcome/calibrate"
    assert send(host, "calibrate", when="now").location == "/welcome/ready"
    assert send(host, "ready").location == path
    evening.close()


def test_the_own_wifi_is_a_step(tmp_path: Path) -> None:
    """Its form is that of its own page, and leads back to the welcome."""
    evening = Evening(tmp_path, own_wifi=FakeOwnWifi())
    host = evening.switch_on_host()
    assert host.get("/").location == "/welcome/wifi"
    page = host.get("/welcome/wifi").text
    assert 'name="next" value="/welcome/wifi"' in page
    assert send(host, "wifi", do="next").location == "/welcome/pin"
    evening.close()


def test_a_wifi_that_cannot_be_switched_is_no_question(tmp_path: Path) -> None:
    """Nobody is asked, and the page of the question says why the Pi makes none."""
    trouble = Trouble("This machine has no NetworkManager.", "Use the house’s Wi-Fi.")
    evening = Evening(tmp_path, own_wifi=FakeOwnWifi(replace(HALL, trouble=trouble)))
    host = evening.switch_on_host()
    assert host.get("/").location == "/welcome/pin"
    page = host.get("/welcome/wifi").text
    assert trouble.text in page
    assert trouble.remedy in page
    answer_all(host)
    assert 'href="/welcome/wifi"' in host.get("/welcome/ready").text
    evening.close()


def test_a_second_pi_can_join_the_room_of_another(tmp_path: Path) -> None:
    """It needs no game of its own for that. Only the host chooses it, and a wrong address says so."""
    restarts: list[str] = []
    choice = FollowChoice(tmp_path, lambda: restarts.append("again"))
    evening = Evening(tmp_path, follow_choice=choice)
    host = evening.switch_on()
    assert "/welcome/device?follow" in host.get("/welcome/device").text
    assert "Where is the other Pi?" in host.get("/welcome/device?follow").text
    assert host.post("/api/link/follow", data={"head": "ftp://pi"}).status_code == 409
    answer = host.post("/api/link/follow", data={"head": "192.168.1.20"})
    assert "this Pi is starting again" in answer.text
    assert restarts == ["again"]
    assert choice.find_head() == "http://192.168.1.20:8080/"
    send(host, "pin", pin="258013")
    stranger = evening.switch_on("10.0.0.9")
    assert "?follow" not in stranger.get("/welcome/device").text
    assert stranger.post("/api/link/follow", data={"head": "192.168.1.66"}).status_code == 403
    evening.close()


def test_a_language_is_asked_if_that_of_the_browser_is_not_there(tmp_path: Path) -> None:
    """The device remembers it. Nobody else is asked, and with English alone nobody at all."""
    evening = Evening(tmp_path, catalogues={"de": NullTranslations()})
    host = evening.switch_on()
    for known in ("en-US,en;q=0.9", "de-AT", "fr,en;q=0.3"):
        assert host.get("/", headers={"Accept-Language": known}).location == "/welcome/device"
    assert host.get("/", headers={"Accept-Language": "fr-FR,fr;q=0.9"}).location == "/welcome/language"
    assert "Deutsch" in host.get("/welcome/language").text
    assert send(host, "language", language="de").location == "/welcome/device"
    assert '<html lang="de"' in host.get("/welcome/device").text
    assert host.get("/").location == "/welcome/device"
    evening.close()


def test_pages_that_each_device_answers_lead_on_too(tmp_path: Path) -> None:
    """The host opens them again from the last page. Another device has nowhere to go on to."""
    evening = Evening(tmp_path, catalogues={"de": NullTranslations()})
    host = evening.switch_on_host()
    answer_all(host)
    for name in ("language", "device"):
        assert '<a class="button strong" href="/welcome/ready">Next</a>' in host.get(f"/welcome/{name}").text
    send(host, "pin", pin="258013")
    stranger = evening.switch_on("10.0.0.9")
    assert ">Next</a>" not in stranger.get("/welcome/language").text
    evening.close()


def test_every_route_of_the_welcome_knows_its_role(evening: Evening) -> None:
    """A route that says nothing would be only the host's."""
    assert [name for name, route in evening.app.view_functions.items() if not says_need(route)] == []
    assert json.loads(evening.switch_on().get("/api/access").text)["on"] is False
    assert STEPS[-1].name == "ready"


def test_a_stranger_does_not_take_over_a_second_welcome(tmp_path: Path) -> None:
    """The host's tablet of the first evening answers without a PIN; another device waits, and sets none."""
    evening = Evening(tmp_path)
    host = evening.switch_on_host()
    answer_all(host)
    assert send(host, "ready").status_code == 303
    cookie = host.get_cookie(COOKIE)
    assert cookie
    remove_answers(tmp_path)
    evening.restart()
    stranger = evening.switch_on_host("10.0.0.66")
    assert send(stranger, "pin", pin="6666").headers["Location"] == "/"
    assert not evening.door.has_pin
    assert evening.door.wanted_code, "a host who has lost their tablet needs it"
    again = evening.switch_on()
    again.set_cookie(COOKIE, cookie.value)
    assert send(again, "pin", do="skip").headers["Location"] == "/welcome/rules"
    evening.close()


@pytest.mark.parametrize(("setting", "data"), [("off", None), ("auto", None), ("auto", "{")])
def test_without_a_host_from_before_everybody_may_answer(
    tmp_path: Path, setting: RolesSetting, data: str | None
) -> None:
    """In the first welcome nobody was let in yet. A damaged file lets nobody in by itself."""
    if data:
        (tmp_path / "access.json").write_text(data)
    assert choose_roles(Settings(camera="none", roles=setting, state_dir=tmp_path)) == setting

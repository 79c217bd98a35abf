"""Devices ask to be let in over the pages' addresses, and the host lets them in or removes them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Blueprint, Flask
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.access.roles import GUEST, HOST, ROLE_KINDS, SCREEN, Role, RoleKind
from pi_bunco.game.commands import CorrectThrow, EnterDice
from pi_bunco.sentences import say
from pi_bunco.views.late_throws import LateThrowView
from pi_bunco.views.table import StepView
from pi_bunco.web import create_app
from pi_bunco.web.context import get_parts
from pi_bunco.web.needs import needs
from pi_bunco.web.visitors import COOKIE
from tests.web.conftest import FakePageService
from tests.web.states import playing
from tests.web.visitors import PHONE, open_browser, open_browser_as

DICE = {"dice": [1, 1, 4]}
OpenApp = Callable[[], Flask]


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_app(service: FakePageService, tmp_path: Path, clock: Clock) -> OpenApp:
    """Return a function that opens the pages of a room with three tables. A second call is like a restart."""
    for table in (2, 3):
        service.show(replace(playing(), table=table))

    def open_app_() -> Flask:
        config = DoorConfig(
            file=AccessFile(tmp_path), count_tables=lambda: 3, clock=clock, steady_clock=clock
        )
        return create_app(service, door=Door(config))

    return open_app_


@pytest.fixture
def app(open_app: OpenApp) -> Flask:
    return open_app()


def get_cookie(client: FlaskClient) -> str:
    cookie = client.get_cookie(COOKIE)
    assert cookie is not None
    return cookie.value


def get_code(client: FlaskClient) -> str:
    answer = client.get("/api/access").json
    assert answer is not None
    return str(answer["device"]["code"])


def test_a_tablet_is_let_in_by_its_code(app: Flask, open_app: OpenApp, service: FakePageService) -> None:
    """A tablet is refused, asks, and is found by its code. Then it may tap, also after a restart."""
    tablet, host = open_browser(app), open_browser_as(app, HOST)
    refused = tablet.post("/api/table/3/enter", json=DICE)
    assert refused.status_code == 403
    asked = tablet.post("/api/access/ask", json={"table": 3})
    assert asked.json is not None
    code = asked.json["device"]["code"]
    again = tablet.post("/api/table/3/enter", json=DICE)
    assert again.json == {
        "error": "This device only watches.",
        "remedy": f"Ask the host to let it in for table 3: it shows the code {code}.",
        "needs": {"role": "table", "number": 3, "table": 3},
        "code": code,
    }
    assert service.commands == []
    listed = host.get("/api/access/devices").json
    assert listed is not None
    device = next(device for device in listed["devices"] if device["code"] == code)
    assert device["waiting"]
    assert device["asks"] == {"role": "table", "number": 3, "numbers": [3], "table": 3}
    assert host.post(f"/api/access/devices/{device['id']}", json={"table": 3}).status_code == 200
    assert tablet.post("/api/table/3/enter", json=DICE).status_code == 200
    assert service.commands == [EnterDice((1, 1, 4), table=3)]
    later = open_browser(open_app())
    later.set_cookie(COOKIE, get_cookie(tablet))
    assert later.post("/api/table/3/enter", json=DICE).status_code == 200


def test_a_tablet_that_becomes_the_hosts_gets_another_cookie(app: Flask) -> None:
    """Its next page brings it. Who knows the old one is a guest as soon as the tablet uses the new one."""
    tablet, host, thief = (
        open_browser_as(app, Role("table", 3)),
        open_browser_as(app, HOST),
        open_browser(app),
    )
    old = get_cookie(tablet)
    thief.set_cookie(COOKIE, old)
    listed = host.get("/api/access/devices").json
    assert listed is not None
    code = get_code(tablet)
    device = next(device for device in listed["devices"] if device["code"] == code)
    assert host.post(f"/api/access/devices/{device['id']}", json={"role": "host"}).status_code == 200
    assert tablet.get("/api/access").json is not None
    assert get_cookie(tablet) == old
    assert tablet.get("/host").status_code == 200
    assert get_cookie(tablet) != old
    assert tablet.get("/api/access/devices").status_code == 200
    assert thief.get("/api/access/devices").status_code == 403


def test_a_table_device_cannot_write_for_another_table(app: Flask, service: FakePageService) -> None:
    """The answer contains its table, and the code by which the host may let it in elsewhere."""
    tablet = open_browser_as(app, Role("table", 3))
    refused = tablet.post("/api/table/2/enter", json=DICE)
    assert refused.status_code == 403
    assert refused.json is not None
    assert refused.json["error"] == "This device is for table 3."
    assert f"for table 2: it shows the code {get_code(tablet)}." in refused.json["remedy"]
    assert service.commands == []


@pytest.mark.parametrize("form", [False, True])
def test_only_the_host_corrects_an_earlier_round(app: Flask, service: FakePageService, *, form: bool) -> None:
    """A table's device may correct a throw, but not confirm what this changes in other rounds."""
    tablet = open_browser_as(app, Role("table", 3))
    body = {"seq": 51, "dice": [1, 1, 1]}

    def correct(client: FlaskClient, **more: object) -> int:
        kind = "data" if form else "json"
        return client.post("/api/table/3/correct", **{kind: body | more}).status_code

    done = 303 if form else 200
    assert correct(tablet) == done
    assert correct(tablet, sure=True) == 403
    assert correct(open_browser_as(app, HOST), sure=True) == done
    assert service.commands[1:] == [CorrectThrow(51, (1, 1, 1), table=3, sure=True)]
    if not form:
        assert tablet.post("/api/table/3/correct", data='{"seq":51,"dice":[1,1,1],"sure":false,"sure":true}',
                           content_type="application/json").status_code == 403  # fmt: skip


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("correct", {"seq": 51, "dice": [1, 1, 1]}),
        ("void", {"seq": 51}),
        ("restore", {"seq": 51}),
        ("insert", {"after": 51, "dice": [1, 1, 1]}),
    ],
)
def test_the_pin_allows_one_correction_of_an_earlier_round(
    app: Flask, service: FakePageService, name: str, body: dict[str, object]
) -> None:
    """The PIN counts for this one correction. Afterwards the device is still a table's."""
    get_parts(app).door.set_pin(get_parts(app).door.identify(None, "127.0.0.1"), "", "2580")
    tablet = open_browser_as(app, Role("table", 3))
    sure = body | {"sure": True}
    assert tablet.post(f"/api/table/3/{name}", json=sure).status_code == 403
    wrong = tablet.post(f"/api/table/3/{name}", json=sure | {"pin": "0000"})
    assert wrong.status_code == 403
    assert wrong.json is not None
    assert wrong.json["error"] == "This is not the PIN."
    assert service.commands == []
    assert tablet.post(f"/api/table/3/{name}", json=sure | {"pin": "2580"}).status_code == 200
    assert len(service.commands) == 1
    assert tablet.post(f"/api/table/3/{name}", json=sure).status_code == 403
    page = tablet.get(f"/t/3/change/{name}", query_string=body)
    assert 'name="pin"' in page.text
    assert "PIN" not in open_browser_as(app, HOST).get(f"/t/3/change/{name}", query_string=body).text


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("answer", {"dice": [1, 1, 1]}),
        ("dismiss", {}),
        ("insert", {"after": 51, "dice": [1, 1, 1], "answers": 60}),
    ],
)
def test_only_the_host_answers_what_is_for_the_host(
    app: Flask, service: FakePageService, name: str, body: dict[str, object]
) -> None:
    """A table's device answers the questions of its table, but none about a round that is over."""
    tablet, host = open_browser_as(app, Role("table", 3)), open_browser_as(app, HOST)
    service.late_throws = (LateThrowView(60, 3, (1, 1, 1), 51, say("Count it?")),)
    for seq, status in ((59, 200), (60, 403)):
        asked = body | ({"answers": seq} if name == "insert" else {"seq": seq})
        assert tablet.post(f"/api/table/3/{name}", json=asked).status_code == status
        assert host.post(f"/api/table/3/{name}", json=asked).status_code == 200


@pytest.mark.parametrize("name", ["undo", "redo"])
def test_only_the_host_undoes_steps_of_the_host(app: Flask, service: FakePageService, name: str) -> None:
    """Table 1 may undo its throws and the bell, but not a step of the host. The host may undo both."""
    first, host = open_browser_as(app, Role("table", 1)), open_browser_as(app, HOST)
    for for_host, status in ((False, 200), (True, 403)):
        step = StepView(70, "the step", for_host)
        can = replace(playing().can, undo=step) if name == "undo" else replace(playing().can, redo=step)
        service.show(replace(playing(), can=can))
        assert first.post(f"/api/table/1/{name}", json={"seq": 70}).status_code == status
        assert host.post(f"/api/table/1/{name}", json={"seq": 70}).status_code == 200


def test_a_refused_form_is_answered_with_a_page(app: Flask) -> None:
    """The page says why the form was refused."""
    answer = open_browser(app).post("/new", data={"rules": "classic"}, headers={"Accept": "text/html"})
    assert answer.status_code == 403
    assert "That is for the host." in answer.text
    assert answer.mimetype == "text/html"


def test_with_roles_off_no_device_has_to_ask(service: FakePageService) -> None:
    """With one table and no PIN every device has the host's role, without a cookie."""
    client = open_browser(create_app(service))
    answer = client.get("/api/access").json
    assert answer is not None
    assert (answer["on"], answer["role"], answer["device"]) == (False, "host", None)
    assert client.post("/api/table/1/enter", json=DICE).status_code == 200
    assert client.get("/").headers.get("Set-Cookie") is None


@pytest.mark.parametrize(
    ("address", "role"), [("127.0.0.1", "host"), ("::1", "guest"), ("127.0.0.2", "guest"), (PHONE, "guest")]
)
def test_the_machine_itself_is_127_0_0_1(app: Flask, address: str, role: str) -> None:
    """Only this address has the host's role by itself, and shows the code for the first PIN."""
    answer = open_browser(app, address).get("/api/access", headers={"X-Forwarded-For": "127.0.0.1"}).json
    assert answer is not None
    assert answer["role"] == role
    assert (answer["machine_code"] is not None) == (role == "host")


@pytest.mark.parametrize(
    ("wants", "role", "table"), [({"role": "host"}, "host", None), ({"role": "room"}, "room", None),
                                 ({"table": 2}, "table", 2), ({"role": "table", "table": 2}, "table", 2)]
)  # fmt: skip
def test_a_device_may_ask_for_a_role(
    app: Flask, wants: dict[str, object], role: str, table: int | None
) -> None:
    """A device asks to be a table's, the room's screen or the host's. It is a guest until it is let in."""
    answer = open_browser(app).post("/api/access/ask", json=wants).json
    assert answer is not None
    assert answer["device"]["asks"] == {
        "role": role,
        "number": table,
        "numbers": [table] if table else [],
        "table": table,
    }
    assert (answer["role"], answer["device"]["waiting"]) == ("guest", True)


@pytest.mark.parametrize(
    ("wants", "status"),
    [({}, 400), ({"role": "guest"}, 400), ({"role": "host", "table": 2}, 400), ({"table": 0}, 400),
     ({"role": "table"}, 400), ({"table": "x"}, 400), ({"role": "king"}, 400), ({"table": 9}, 404),
     ({"table": 2, "back": "https://evil.example/"}, 400), ({"table": 2, "back": "//evil.example"}, 400),
     ({"table": 2, "more": 1}, 400)],
)  # fmt: skip
def test_a_wrong_request_for_a_role_is_refused(app: Flask, wants: dict[str, object], status: int) -> None:
    """The answer says what to send, and sets no cookie."""
    answer = open_browser(app).post("/api/access/ask", json=wants)
    assert answer.status_code == status
    assert answer.json is not None
    assert answer.json["remedy"]
    assert "Set-Cookie" not in answer.headers


def test_forms_work_without_scripts(app: Flask) -> None:
    """A form asks, enters the PIN or changes a device, and leads back to a page."""
    tablet, host = open_browser(app), open_browser_as(app, HOST)
    answer = tablet.post("/api/access/ask", data={"table": "3", "role": "table", "back": "/table/3"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/table/3")
    device = get_parts(app).door.identify(get_cookie(tablet), PHONE).device
    assert device is not None
    answer = host.post(f"/api/access/devices/{device.id}", data={"table": "3", "back": "/results"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/results")
    assert get_parts(app).door.identify(get_cookie(tablet), PHONE).role == Role("table", 3)
    get_parts(app).door.set_pin(get_parts(app).door.identify(None, "127.0.0.1"), "", "2580")
    assert tablet.post("/api/access/pin", data={"pin": "2580"}).status_code == 303
    assert get_parts(app).door.identify(get_cookie(tablet), PHONE).role == HOST


def test_the_cookie_is_for_no_script_and_no_other_site(app: Flask) -> None:
    """The cookie is HttpOnly and SameSite. Each opened page keeps it for another 400 days."""
    tablet = open_browser(app)
    first = tablet.post("/api/access/ask", json={"table": 3}).headers["Set-Cookie"]
    fresh = tablet.get("/t/3").headers["Set-Cookie"]
    for cookie in (first, fresh):
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Path=/" in cookie
        assert f"Max-Age={400 * 24 * 3600}" in cookie
    assert first.split(";")[0] == fresh.split(";")[0]
    assert "Set-Cookie" not in tablet.get("/api/table/3").headers
    assert "Set-Cookie" not in open_browser(app).get("/t/3").headers


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize(
    "address", ["/api/access/ask", "/api/access/pin", "/api/access/pin/set", "/api/table/3/enter"]
)
def test_a_page_of_another_site_can_do_nothing(app: Flask, site: str, address: str) -> None:
    """A request from another site is refused, even in the host's browser and on the machine itself."""
    get_parts(app).door.set_pin(get_parts(app).door.identify(None, "127.0.0.1"), "", "2580")
    body = {"pin": "2580", "dice": [1, 1, 1], "table": 3}
    for client in (open_browser_as(app, HOST), open_browser(app, "127.0.0.1"), open_browser(app)):
        answer = client.post(address, data=body, headers={"Sec-Fetch-Site": site})
        assert answer.status_code == 403
        assert "Another site" in answer.text
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "origin", ["http://[::1", "http://[x]/", "http://evil.example", "null", "", "localhost"]
)
def test_a_page_of_another_origin_can_do_nothing(app: Flask, origin: str) -> None:
    """Older browsers send only where their page comes from; what cannot be an address is refused too."""
    answer = open_browser(app).post("/api/access/ask", data={"table": 3}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "Another site" in answer.text


def test_the_pin_gives_the_hosts_role(app: Flask) -> None:
    """The first PIN needs the code that the machine shows. More devices need the PIN."""
    first, second = open_browser(app), open_browser(app, "10.0.0.9")
    shown = open_browser(app, "127.0.0.1").get("/api/access").json
    assert shown is not None
    assert second.post("/api/access/pin", json={"pin": "2580"}).status_code == 409
    body = {"proof": shown["machine_code"], "pin": "2580"}
    answer = first.post("/api/access/pin/set", json=body).json
    assert answer is not None
    assert (answer["role"], answer["pin"]) == ("host", True)
    assert second.post("/api/access/pin/set", json=body | {"pin": "1111"}).status_code == 403
    answer = second.post("/api/access/pin", json={"pin": "2580"}).json
    assert answer is not None
    assert answer["role"] == "host"
    assert second.get("/api/access/devices").status_code == 200


def test_wrong_pins_cause_a_wait(app: Flask, clock: Clock) -> None:
    """A wrong PIN is status 403, then 429 with the seconds to wait, in the body and in the header."""
    get_parts(app).door.set_pin(get_parts(app).door.identify(None, "127.0.0.1"), "", "2580")
    client = open_browser(app)
    assert [client.post("/api/access/pin", json={"pin": "0000"}).status_code for _ in range(4)] == [
        403, 403, 403, 429,
    ]  # fmt: skip
    answer = client.post("/api/access/pin", json={"pin": "2580"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "2")
    assert answer.json is not None
    assert answer.json["wait"] == 2
    clock.now += 2
    assert client.post("/api/access/pin", json={"pin": "2580"}).status_code == 200


@pytest.mark.parametrize("pin", ["12", "123456789", "abcd", ""])
def test_a_bad_new_pin_is_refused(app: Flask, pin: str) -> None:
    """The answer is status 400, and says how many digits a PIN has."""
    answer = open_browser(app, "127.0.0.1").post("/api/access/pin/set", json={"pin": pin})
    assert answer.status_code == 400
    assert "4 to 8 digits" in answer.text


def test_the_host_sees_and_changes_devices(app: Flask) -> None:
    """The host names a device and sends it to a page. A device that the host removes is a guest at once."""
    tablet, host = open_browser_as(app, Role("table", 3)), open_browser_as(app, HOST, "10.0.0.9")
    tablet.get("/t/3")
    listed = host.get("/api/access/devices").json
    assert listed is not None
    other, own = listed["devices"]
    assert (own["this"], other["this"]) == (True, False)
    assert other["seen"] == {"at": 1000.0, "page": "table", "table": 3}
    where = f"/api/access/devices/{other['id']}"
    assert host.post(where, json={"name": " tablet  3 ", "show": "/results"}).status_code == 200
    answer = tablet.get("/api/access").json
    assert answer is not None
    assert answer["device"]["name"] == "tablet 3"
    assert answer["device"]["show"] == {"number": 1, "address": "/results"}
    assert host.post(where, json={"role": "guest"}).status_code == 200
    assert tablet.post("/api/table/3/enter", json=DICE).status_code == 403
    assert host.post(where, json={"role": "host"}).status_code == 404


@pytest.mark.parametrize(
    "body",
    [{}, {"show": "https://evil.example/"}, {"show": "//evil.example/"}, {"show": "javascript:alert(1)"},
     {"show": "/\\evil.example"}, {"name": "a\0b"}, {"name": "x" * 41}, {"role": "table"}],
)  # fmt: skip
def test_a_wrong_change_of_a_device_is_refused(app: Flask, body: dict[str, object]) -> None:
    """The answer is status 400, and nothing changes."""
    open_browser_as(app, Role("table", 3))
    before = get_parts(app).door.devices
    answer = open_browser_as(app, HOST).post(f"/api/access/devices/{before[0][0].id}", json=body)
    assert answer.status_code == 400
    assert get_parts(app).door.devices[0] == before[0]


@pytest.mark.parametrize(
    ("page", "shown"),
    [("/", ("welcome", None)), ("/t/2", ("table", 2)), ("/results?table=3", ("results", None)),
     ("/rules", ("rules", None)), ("/new", ("", None)), ("/camera?table=3", ("camera", 3)),
     ("/table/2/camera", ("camera", 2)), ("/room", ("room", None)),
     ("/t/2/sheet/more", ("", None)), ("/nothing", ("", None)), ("/api/table/2", ("", None))],
)  # fmt: skip
def test_the_page_that_a_device_opens_is_remembered(
    app: Flask, page: str, shown: tuple[str, int | None]
) -> None:
    """Each page has a name, and its table if it has one. A page that is only for the host was not opened."""
    open_browser_as(app, SCREEN).get(page)
    activity = get_parts(app).door.devices[0][1]
    assert activity is not None
    assert (activity.page, activity.table) == shown


def test_a_damaged_file_is_reported(open_app: OpenApp, tmp_path: Path) -> None:
    """Everybody watches, and only the machine itself may tap. Refusals name the file and the remedy."""
    AccessFile(tmp_path).path.write_bytes(b"damaged")
    app = open_app()
    guest = open_browser(app)
    assert guest.get("/t/3").status_code == 200
    refused = guest.post("/api/table/3/enter", json=DICE)
    assert refused.status_code == 403
    assert refused.json is not None
    assert "The guide says how" in refused.json["remedy"]
    assert guest.post("/api/access/ask", json={"table": 3}).status_code == 503
    answer = guest.get("/api/access").json
    assert answer is not None
    assert "access.json is damaged" in answer["trouble"]["error"]
    assert open_browser(app, "127.0.0.1").post("/api/table/3/enter", json=DICE).status_code == 200


def test_a_removed_device_asks_again(app: Flask) -> None:
    """The old cookie of a removed device no longer works. The device gets a new id and code."""
    tablet = open_browser_as(app, Role("table", 3))
    device = get_parts(app).door.identify(get_cookie(tablet), PHONE).device
    assert device is not None
    get_parts(app).door.let_in(device.id, GUEST)
    answer = tablet.post("/api/access/ask", json={"table": 3}).json
    assert answer is not None
    assert answer["device"]["id"] != device.id


def test_a_role_of_a_new_kind_is_only_data(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device asks for it and is let in, also after a restart. Only its own requests are answered."""
    monkeypatch.setitem(ROLE_KINDS, "team", RoleKind(lambda number: say("team {team}", team=number), 12))
    routes = Blueprint("claims", __name__)

    @routes.get("/claims/<number>")
    @needs(lambda values: Role("team", int(values["number"])))
    def show_page(number: str) -> str:
        return f"the claims of team {number}"

    def open_app_() -> Flask:
        app = open_app()
        app.register_blueprint(routes)
        return app

    app = open_app_()
    device, host = open_browser(app), open_browser_as(app, HOST)
    assert device.get("/claims/2").status_code == 403
    device.post("/api/access/ask", json={"role": "team", "number": 2})
    assert "asks to be let in as team 2" in host.get("/host/devices").text
    [asks] = [each for each, _, _ in get_parts(app).door.devices if each.since is None]
    host.post(f"/api/access/devices/{asks.id}", json={"role": "team", "number": 2})
    cookie = get_cookie(device)
    for now in (app, open_app_()):
        device = open_browser(now)
        device.set_cookie(COOKIE, cookie)
        assert device.get("/claims/2").text == "the claims of team 2"
        refused = device.get("/claims/3").text
        assert "This device is for team 2." in refused
        assert "let it in for team 3" in refused

"""The page of the own Wi-Fi says what will happen, asks whether to do it, and shows how to get in again."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.devices.wifi import reasons
from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.port import WifiState, WifiTrouble
from pi_bunco.settings.config import LOOPBACK
from pi_bunco.web import create_app
from pi_bunco.web.pages.wifi.form import make_form
from tests.web.conftest import FakePageService
from tests.web.visitors import open_browser, open_browser_as
from tests.web.wifis import ACCESS, HALL, OWN, FakeOwnWifi

TYPED = {"to": "own", "name": ACCESS.name, "password": ACCESS.password}


@pytest.fixture
def wifi() -> FakeOwnWifi:
    return FakeOwnWifi()


@pytest.fixture
def app(service: FakePageService, wifi: FakeOwnWifi) -> Flask:
    door = Door(DoorConfig(roles="on"))
    door.set_pin(door.identify(None, LOOPBACK), "", "890302")
    return create_app(service, own_wifi=wifi, door=door)


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return open_browser_as(app, HOST)


def find_field(page: str, name: str) -> str:
    found = re.search(rf'<input[^>]*name="{name}"[^>]*value="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_the_form_proposes_a_name_and_a_password(host: FlaskClient) -> None:
    """The password is new each time, until one was used."""
    first, second = host.get("/wifi").text, host.get("/wifi").text
    assert find_field(first, "name") == "Bunco"
    assert find_field(first, "password") != find_field(second, "password")
    assert "Village Hall" in first


def test_the_form_keeps_what_was_used(host: FlaskClient, wifi: FakeOwnWifi) -> None:
    """Guests who have joined once join again by themselves."""
    wifi.state = replace(HALL, own=WifiAccess("Our Bunco", "old-password"))
    page = host.get("/wifi").text
    assert (find_field(page, "name"), find_field(page, "password")) == ("Our Bunco", "old-password")


def test_nothing_is_switched_before_it_is_confirmed(host: FlaskClient, wifi: FakeOwnWifi) -> None:
    """First the page says what will happen, with both codes; the second tap does it."""
    page = host.post("/wifi", data=TYPED)
    assert wifi.asked == []
    assert "This device loses the page at once" in page.text
    assert "goes back to “Village Hall” by itself" in page.text
    assert page.text.count('class="qr"') == 2
    assert "http://10.42.0.1:8080/<" in page.text
    page = host.post("/wifi", data={**TYPED, "sure": "yes"})
    assert wifi.asked == [ACCESS]
    assert ACCESS.password in page.text
    assert page.text.count('class="qr"') == 2


def test_the_way_back_is_confirmed_too(host: FlaskClient, wifi: FakeOwnWifi) -> None:
    """It says that all devices must change their Wi-Fi."""
    wifi.state = OWN
    page = host.post("/wifi", data={"to": "house"})
    assert wifi.asked == []
    assert "join the house’s Wi-Fi, “Village Hall”" in page.text
    host.post("/wifi", data={"to": "house", "sure": "yes"})
    assert wifi.asked == [None]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"name": ""}, "has no name"),
        ({"name": " Bunco"}, "begins or ends with a space"),
        ({"name": "ü" * 17}, "34 bytes"),
        ({"password": "short"}, "has 5 characters"),
        ({"password": "grüße-alle"}, "an umlaut"),
    ],
)
def test_a_wrong_name_or_password_is_explained(
    host: FlaskClient, wifi: FakeOwnWifi, fields: dict[str, str], says: str
) -> None:
    """The form comes again with what was typed, and nothing is switched, even if it was confirmed."""
    answer = host.post("/wifi", data={**TYPED, "sure": "yes", **fields})
    assert answer.status_code == 400
    assert says in answer.text
    for name, value in fields.items():
        assert find_field(answer.text, name) == value
    assert wifi.asked == []


def test_a_name_is_no_markup(host: FlaskClient) -> None:
    """A name may have any signs."""
    page = host.post("/wifi", data={**TYPED, "name": "<b>\"&'"}).text
    assert "&lt;b&gt;&#34;&amp;&#39;" in page


@pytest.mark.parametrize(
    "trouble", [reasons.NO_MANAGER, reasons.NO_DEVICE, reasons.NO_COUNTRY, reasons.NO_RIGHTS]
)
def test_what_is_missing_is_said(host: FlaskClient, wifi: FakeOwnWifi, trouble: tuple[str, str]) -> None:
    """Instead of the form the page says why, and what to do."""
    wifi.state = replace(HALL, trouble=WifiTrouble(*trouble))
    page = host.get("/wifi").text
    assert trouble[0] in page
    assert trouble[1] in page
    assert "<form" not in page
    assert host.post("/wifi", data={**TYPED, "sure": "yes"}).status_code == 503
    assert wifi.asked == []


def test_a_pi_that_follows_names_its_head(service: FakePageService) -> None:
    """The room's Wi-Fi is the head's matter."""
    client = create_app(service).test_client()
    assert "follows another one" in client.get("/wifi").text
    assert client.post("/wifi", data=TYPED).status_code == 404


def test_why_it_failed_is_shown_afterwards(host: FlaskClient, wifi: FakeOwnWifi) -> None:
    """The tablet is in the house's Wi-Fi again."""
    wifi.failure = WifiTrouble("The own Wi-Fi did not come up.", "Try again.")
    page = host.get("/wifi").text
    assert "The own Wi-Fi did not come up." in page
    assert "Switch it on" in page


def test_while_it_is_switched_the_page_looks_again(host: FlaskClient, wifi: FakeOwnWifi) -> None:
    """Nothing can be tapped meanwhile, and a second request is refused."""
    wifi.is_changing = True
    page = host.get("/wifi").text
    assert 'http-equiv="refresh"' in page
    assert "<form" not in page
    assert host.post("/wifi", data={**TYPED, "sure": "yes"}).status_code == 409


def test_in_the_own_wifi_the_page_shows_how_to_join(host: FlaskClient, wifi: FakeOwnWifi) -> None:
    """Guests who come later find both codes there."""
    wifi.state = OWN
    page = host.get("/wifi").text
    assert page.count('class="qr"') == 2
    assert f"<b>{ACCESS.name}</b>" in page
    assert ACCESS.password in page


@pytest.mark.parametrize("role", [GUEST, Role("table", 1), Role("room")])
def test_only_the_host_sees_the_password(app: Flask, wifi: FakeOwnWifi, role: Role) -> None:
    """Others neither read nor switch anything."""
    wifi.state = OWN
    client = open_browser_as(app, role)
    for answer in (client.get("/wifi"), client.post("/wifi", data={**TYPED, "sure": "yes"})):
        assert answer.status_code == 403
        assert ACCESS.password not in answer.text
    assert wifi.asked == []


def test_the_form_is_a_step_of_another_page(app: Flask, host: FlaskClient) -> None:
    """The other page is kept through all steps, and the code for afterwards leads to it."""
    with app.test_request_context("/welcome"):
        form = make_form("/welcome?step=3")
        html = app.jinja_env.get_template("wifi/form.html").render(wifi=form)
    assert find_field(html, "next") == "/welcome?step=3"
    page = host.post("/wifi", data={**TYPED, "next": "/welcome?step=3"}).text
    assert find_field(page, "next") == "/welcome?step=3"
    assert "http://10.42.0.1:8080/welcome?step=3<" in page
    assert 'href="/welcome?step=3"' in page


@pytest.mark.parametrize(
    "evil",
    ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/" + "x" * 300],
)
def test_no_form_leads_to_another_site(host: FlaskClient, evil: str) -> None:
    """Anything but a page of this machine is forgotten."""
    for page in (
        host.get("/wifi", query_string={"next": evil}),
        host.post("/wifi", data={**TYPED, "next": evil}),
        host.post("/wifi", data={"to": "house", "sure": "yes", "next": evil}),
    ):
        assert evil not in page.text
        assert "evil" not in page.text


@pytest.mark.parametrize("state", [HALL, OWN], ids=["on", "back"])
def test_a_host_without_a_pin_sets_one_first(service: FakePageService, state: WifiState) -> None:
    """At the other address its device is a guest without a PIN to enter. The machine itself is not."""
    wifi = FakeOwnWifi(state)
    app = create_app(service, own_wifi=wifi, door=Door(DoorConfig(roles="on")))
    host = open_browser_as(app, HOST)
    page = host.get("/wifi").text
    assert "only by the PIN does the Pi know" in page
    assert 'href="/pin"' in page
    assert "<form" not in page
    for fields in (TYPED, {"to": "house"}):
        answer = host.post("/wifi", data={**fields, "sure": "yes"})
        assert answer.status_code == 409
        assert "The host has no PIN yet." in answer.text
    assert wifi.asked == []
    open_browser(app, LOOPBACK).post("/wifi", data={**TYPED, "sure": "yes"})
    assert wifi.asked == [ACCESS]

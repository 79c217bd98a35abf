"""The page "Awake and safe": what it says, who may switch, and how a device takes its role along."""

from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.certificates.span import Span
from pi_bunco.errors import Trouble
from pi_bunco.web import create_app
from pi_bunco.web.context import get_parts
from pi_bunco.web.ports.secure import SecureView
from pi_bunco.web.visitors import COOKIE, SECURE_COOKIE
from tests.web.conftest import FakePageService
from tests.web.secure import FakeSecurePages
from tests.web.visitors import PHONE, open_browser

ON = SecureView(
    is_on=True,
    port=8443,
    plain_port=8080,
    called="Bunco table of bunco (3f9a)",
    fingerprint="AB:CD",
    hosts=("bunco.local", "192.168.1.20"),
    valid=Span(datetime(2027, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC)),
)
PLAIN, SAFE = "http://192.168.1.20:8080", "https://192.168.1.20:8443"


def open_browser_as(app: Flask, role: Role) -> FlaskClient:
    """Return the browser of a device with a role, which has opened the table by its address."""
    client, door = open_browser(app), get_parts(app).door
    if role != GUEST:
        device = door.ask(door.identify(None, PHONE), role)
        door.let_in(device.id, role)
        client.set_cookie(COOKIE, door.make_cookie(device), domain="192.168.1.20")
    return client


@pytest.fixture
def pages() -> FakeSecurePages:
    return FakeSecurePages(ON)


@pytest.fixture
def app(service: FakePageService, pages: FakeSecurePages) -> Flask:
    return create_app(service, secure_pages=pages, door=Door(DoorConfig(roles="on")))


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return open_browser_as(app, HOST)


def test_off_says_what_plain_pages_lack(app: Flask, host: FlaskClient, pages: FakeSecurePages) -> None:
    """The host can switch it on; a guest reads who can."""
    pages.now = SecureView()
    page = host.get("/secure", base_url=PLAIN).text
    assert "may fall asleep" in page
    assert "Switch on secure pages" in page
    assert "bunco.crt" not in page
    guest = open_browser(app).get("/secure", base_url=PLAIN).text
    assert "The host can switch secure pages on" in guest
    assert 'action="/api/secure"' not in guest


def test_on_shows_steps_code_and_check(app: Flask) -> None:
    """A guest's device gets the steps too, on the plain page, with those of its own system open."""
    agent = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"}
    answer = open_browser(app).get("/secure", base_url=PLAIN, headers=agent)
    assert 'data-system="apple" open' in answer.text
    assert 'data-system="mac">' in answer.text
    assert f'data-check="{SAFE}/secure/check"' in answer.text
    assert "Bunco table of bunco (3f9a)" in answer.text
    assert 'class="qr"' in answer.text
    policy = answer.headers["Content-Security-Policy"]
    assert f"connect-src 'self' {SAFE}" in policy
    assert f"form-action 'self' {SAFE};" in policy
    assert "data-tells" not in answer.text, "a guest's clock counts for nothing"


def test_other_pages_keep_the_strict_policy(app: Flask) -> None:
    """Only this page may ask the other port."""
    assert SAFE not in open_browser(app).get("/t/1", base_url=PLAIN).headers["Content-Security-Policy"]


def test_page_on_https_is_content(host: FlaskClient) -> None:
    """It leads other devices to the plain address, where they get the certificate."""
    page = host.get("/secure", base_url=SAFE).text
    assert "This page is secure." in page
    assert f"{PLAIN}<wbr>/secure" in page
    assert "data-check" not in page


def test_the_machine_itself_needs_nothing(app: Flask) -> None:
    """Its own screen is told so."""
    assert "own screen needs nothing" in open_browser(app, "127.0.0.1").get("/secure").text


def test_trouble_is_shown(host: FlaskClient, pages: FakeSecurePages) -> None:
    """With what to do."""
    pages.now = SecureView(is_on=True, trouble=Trouble("Port 8443 is taken.", "Choose another."))
    assert "Port 8443 is taken.</b> Choose another." in host.get("/secure", base_url=PLAIN).text


def test_an_uncovered_name_leads_to_a_covered_one(app: Flask) -> None:
    """A router's name is not in the certificate, so the link has another one."""
    app.wsgi_app = app.wsgi_app._app  # type: ignore[method-assign, attr-defined] # any name is taken here
    page = open_browser(app).get("/secure", base_url="http://bunco.fritz.box:8080").text
    assert 'data-check="https://bunco.local:8443/secure/check"' in page


def test_files_have_the_types_that_devices_expect(app: Flask, pages: FakeSecurePages) -> None:
    """They are there as soon as there is an authority."""
    browser = open_browser(app)
    profile, root = browser.get("/secure/bunco.mobileconfig"), browser.get("/secure/bunco.crt")
    assert (profile.mimetype, profile.data) == ("application/x-apple-aspen-config", b"a profile")
    assert (root.mimetype, root.data) == ("application/x-x509-ca-cert", b"a root")
    assert 'filename="bunco.crt"' in root.headers["Content-Disposition"]
    assert browser.get("/secure/check").text == "safe\n"
    pages.now = SecureView()
    assert browser.get("/secure/bunco.mobileconfig").status_code == 404


def test_host_switches(host: FlaskClient, pages: FakeSecurePages) -> None:
    """By a form with the time of its browser, or without one; and by JSON."""
    assert (
        host.post("/api/secure", data={"on": "yes", "now": "1800000000000"}, base_url=PLAIN).status_code
        == 303
    )
    host.post("/api/secure", data={"on": "yes", "now": ""}, base_url=PLAIN)
    host.post("/api/secure", data={"on": "no"}, base_url=PLAIN)
    host.post("/api/secure", data={"again": "yes"}, base_url=PLAIN)
    state = host.post("/api/secure", json={"now": 1_800_000_000_000}, base_url=PLAIN).json
    assert pages.calls == [
        ("on", 1_800_000_000_000),
        ("on", None),
        ("off",),
        ("again",),
        ("time", 1_800_000_000_000),
    ]
    assert state is not None
    assert (state["on"], state["address"], state["until"]) == (True, f"{SAFE}/", "2029-01-01T00:00:00+00:00")


@pytest.mark.parametrize("body", [{}, {"on": "yes"}, {"now": -1}, {"now": 1.5}, {"off": True}])
def test_what_does_not_fit_is_refused(
    host: FlaskClient, pages: FakeSecurePages, body: dict[str, object]
) -> None:
    """Nothing happens, and the answer says what to send."""
    answer = host.post("/api/secure", json=body, base_url=PLAIN)
    assert (answer.status_code, pages.calls) == (400, [])
    assert answer.json is not None
    assert "milliseconds" in answer.json["remedy"]


@pytest.mark.parametrize("role", [GUEST, Role("table", 1)])
def test_only_the_host_switches(app: Flask, pages: FakeSecurePages, role: Role) -> None:
    """Neither a guest nor a table's tablet may, and neither says the time."""
    browser = open_browser_as(app, role)
    for body in ({"on": True}, {"on": False}, {"again": True}, {"now": 1_800_000_000_000}):
        assert browser.post("/api/secure", json=body, base_url=PLAIN).status_code == 403
    assert pages.calls == []


@pytest.mark.parametrize("role", [HOST, Role("table", 1)])
def test_a_role_goes_along(app: Flask, role: Role) -> None:
    """From the plain page to the secure one: the new cookie is for HTTPS, and the old one ends."""
    tablet = open_browser_as(app, role)
    led = tablet.post("/secure/open", base_url=PLAIN)
    assert led.status_code == 303
    assert led.location.startswith(f"{SAFE}/secure/arrive?code=")
    path = led.location.removeprefix(SAFE)
    safe = open_browser(app)
    arrived = safe.get(path, base_url=SAFE)
    assert (arrived.status_code, arrived.location) == (303, "/")
    (cookie,) = arrived.headers.getlist("Set-Cookie")
    assert cookie.startswith(f"{SECURE_COOKIE}=")
    assert "; Secure; HttpOnly; Path=/; SameSite=Lax" in cookie
    state = safe.get("/api/access", base_url=SAFE).json
    assert state is not None
    assert state["role"] == role.name
    old = tablet.get("/api/access", base_url=PLAIN).json
    assert old is not None
    assert old["role"] == "guest"


@pytest.mark.parametrize("address", [PHONE, "10.0.0.99"])
def test_a_used_or_foreign_code_is_refused(app: Flask, address: str) -> None:
    """The page says what to do, and no cookie comes."""
    tablet = open_browser_as(app, HOST)
    path = tablet.post("/secure/open", base_url=PLAIN).location.removeprefix(SAFE)
    if address == PHONE:
        open_browser(app).get(path, base_url=SAFE)
    answer = open_browser(app, address).get(path, base_url=SAFE, headers={"Accept": "text/html"})
    assert answer.status_code == 403
    assert "used before, or is more than a minute old" in answer.text
    assert "Set-Cookie" not in answer.headers


def test_a_code_counts_over_https_only(app: Flask) -> None:
    """Sent to the plain page it does nothing."""
    tablet = open_browser_as(app, HOST)
    path = tablet.post("/secure/open", base_url=PLAIN).location.removeprefix(SAFE)
    assert tablet.get(path, base_url=PLAIN).status_code == 404
    assert get_parts(app).door.devices[0][0].role == HOST


def test_a_guest_goes_without_a_code(app: Flask, pages: FakeSecurePages) -> None:
    """They are guests there too. While HTTPS is off there is nowhere to go."""
    assert open_browser(app).post("/secure/open", base_url=PLAIN).location == f"{SAFE}/"
    pages.now = SecureView()
    assert open_browser(app).post("/secure/open", base_url=PLAIN).status_code == 404


def test_host_page_says_once_what_it_lacks(host: FlaskClient) -> None:
    """One line with a link, until somebody puts it away. On a secure page it is not needed."""
    words = "This page is not encrypted"
    assert words in host.get("/host", base_url=PLAIN).text
    answer = host.post("/secure/read", data={"back": "/host"}, base_url=PLAIN)
    assert (answer.status_code, answer.location) == (303, "/host")
    assert words not in host.get("/host", base_url=PLAIN).text
    assert host.post("/secure/read", data={"back": "//evil.example/"}).location == "/secure"


def test_line_is_missing_where_it_is_not_true(app: Flask) -> None:
    """On the machine itself, and on a page that came over HTTPS."""
    assert "This page is not encrypted" not in open_browser(app, "127.0.0.1").get("/host").text
    device = get_parts(app).door.ask(get_parts(app).door.identify(None, PHONE), HOST)
    get_parts(app).door.let_in(device.id, HOST)
    browser = open_browser(app)
    browser.set_cookie(SECURE_COOKIE, get_parts(app).door.make_cookie(device), domain="192.168.1.20")
    page = browser.get("/host", base_url=SAFE).text
    assert 'id="host"' in page
    assert "This page is not encrypted" not in page


def test_plain_cookies_are_as_before(app: Flask) -> None:
    """Without HTTPS a device gets the cookie that it always got."""
    answer = open_browser(app).post("/api/access/ask", json={"table": 1}, base_url=PLAIN)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "Secure" not in cookie


def test_no_page_forbids_plain_http(app: Flask) -> None:
    """HSTS would lock people out of the plain pages for as long as it says."""
    for base in (PLAIN, SAFE):
        assert "Strict-Transport-Security" not in open_browser(app).get("/secure", base_url=base).headers


def test_without_secure_pages_there_is_no_switch(service: FakePageService) -> None:
    """Such as in a table that other programs embed."""
    client = create_app(service).test_client()
    page = client.get("/secure", base_url=PLAIN).text
    assert "This program serves no secure pages." in page
    assert "<form" not in page
    assert client.post("/api/secure", json={"on": True}).status_code == 404
    assert "not encrypted" not in client.get("/host").text

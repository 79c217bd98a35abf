"""axe checks the pages for barriers to people who see little or nothing, and finds none."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.app.evenings.shelf import EveningShelf
from pi_bunco.devices.wifi.port import WifiState
from pi_bunco.web import Server, create_app, serve
from pi_bunco.web.ports.secure import SecureView
from tests.app.evenings.nights import make_pi, stay_here
from tests.app.people.evenings import make_state
from tests.app.people.test_desk import Desk
from tests.app.welcome.evening import Evening, answer_all
from tests.hands.program import run_program
from tests.web.calibrations import FakeCalibrator
from tests.web.conftest import FakePageService
from tests.web.desks import FREE, MAT, PHONE, FakeDesk
from tests.web.doctors import ILL, FakeDoctor
from tests.web.driving import DRIVEN, SIZES, expect_text
from tests.web.money_states import MoneyService
from tests.web.night_states import NIGHT, casino_over
from tests.web.pages.secure.test_page import ON
from tests.web.room_states import make_room
from tests.web.secure import FakeSecurePages
from tests.web.states import STATES, playing
from tests.web.test_browser_retabulate import CardsService
from tests.web.test_browser_room import make_rooms
from tests.web.test_browser_tv import GO_ON
from tests.web.tv_states import MOMENTS_OF_TV
from tests.web.wifis import HALL, OWN, FakeOwnWifi

AXE = Path(__file__).parents[2] / "tools/js/node_modules/axe-core/axe.min.js"

pytestmark = [
    *DRIVEN,
    pytest.mark.skipif(not AXE.exists(), reason="axe is not installed: make setup-dev"),
    pytest.mark.nightly,
]
ADDRESSES = (
    "/?choose", "/t/3", "/t/9", "/camera", "/calibrate", "/room", "/host", "/me", "/me?guest=Ann", "/join",
    "/results", "/rules", "/new", "/pin", "/paper", "/doctor", "/wifi", "/nothing-here",
)  # fmt: skip
ABOUT_THE_PI = (
    "/cameras", "/phone", "/wifi", "/secure", "/people", "/people/photos/1", "/join", "/join/tables",
    "/join/2", "/evenings", "/evenings/1", "/league",
)  # fmt: skip
OF_RULES = ("/house", "/house/make?from=houseparty", "/guide", "/language")  # /api is for programmers
VIOLATIONS = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
  .flatMap(({ id, nodes }) => nodes
    .map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary}`))"""


@pytest.fixture(params=["tablet", "telephone"])
def page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    width, height = SIZES[request.param]
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", bypass_csp=True
    )
    context.add_init_script(path=AXE)
    yield context.new_page()
    context.close()


@pytest.fixture
def server(service: FakePageService) -> Iterator[Server]:
    app = create_app(service, calibrators={1: FakeCalibrator()}, examiner=FakeDoctor(*ILL), most_streams=99)
    with serve(app, "127.0.0.1", 0, per_address=300) as server:
        yield server


def find_violations(page: Any) -> list[str]:
    violations: list[str] = page.evaluate(VIOLATIONS)
    return violations


def test_every_page_passes(page: Any, server: Server, service: FakePageService) -> None:
    """The room has three tables. Some pages are checked in a round, between rounds and at the end."""
    for table in (2, 3):
        service.show(replace(playing(), table=table))
    found = {}
    for name, room in make_rooms(3).items():
        service.show_room(room)
        for address in ADDRESSES if name == "playing" else ("/room", "/host", "/me?guest=Ann", "/results"):
            page.goto(f"http://127.0.0.1:{server.port}{address}")
            if violations := find_violations(page):
                found[name, address] = violations
    assert found == {}


def test_the_pages_of_staff_pass(page: Any, server: Server, service: FakePageService) -> None:
    """There are claims that wait, wins, confirmed and doubted ones; and a device chooses its teams."""
    base = casino_over()
    first, second, third, fourth, *rest = base.results.claims
    claims = (
        replace(first, kind="win", table=2, where="table 2, 21 : 8", confirmed=False),
        replace(second, doubted=True, verdict=9),
        replace(third, seq=12, table=1, dice=(2, 2, 2), image="135.jpg", entered="read by the camera"),
        replace(fourth, seq=13, table=1, dice=(3, 3, 3), entered="entered on device KHRM", codes=("KHRM",)),
        *rest,
    )
    teams = ("Team 1: The Rollers", "Team 2")
    members = (*base.results.members, ("Eve",))
    service.show(replace(base, results=replace(base.results, claims=claims, teams=teams, members=members)))
    found = {}
    for address in ("/staff/1", "/staff/2", "/results"):
        page.goto(f"http://127.0.0.1:{server.port}{address}")
        assert page.locator("h1").count() == 1
        if violations := find_violations(page):
            found[address] = violations
    assert found == {}


@pytest.mark.parametrize(
    ("address", "make"), [("/money", MoneyService), ("/retabulate", CardsService)], ids=["money", "cards"]
)
def test_the_pages_of_money_and_cards_pass(
    page: Any, tmp_path: Path, address: str, make: type[FakePageService]
) -> None:
    """A night is over; nothing is paid and no card is compared."""
    with serve(create_app(make(tmp_path)), "127.0.0.1", 0, per_address=300) as server:
        page.goto(f"http://127.0.0.1:{server.port}{address}")
        assert page.locator("h1").count() == 1
        assert find_violations(page) == []


def test_the_pages_of_house_sheets_languages_and_reference_pass(page: Any, tmp_path: Path) -> None:
    """A house sheet is made and saved; guide, languages and the reference of the addresses are opened."""
    options = ("--camera", "none", "--players", "Ann,Bob,Cy,Di", "--roles", "off")
    found = {}
    with run_program(tmp_path / "state", *options) as program:
        for address in OF_RULES:
            page.goto(f"http://127.0.0.1:{program.port}{address}")
            page.wait_for_selector("h1")
            if violations := find_violations(page):
                found[address] = violations
    assert found == {}


@pytest.mark.parametrize("state", [(HALL, SecureView()), (OWN, ON)], ids=["usual", "own"])
def test_every_page_about_the_pi_passes(
    page: Any,
    service: FakePageService,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    state: tuple[WifiState, SecureView],
) -> None:
    """The pages for cameras, people, past evenings, Wi-Fi and HTTPS, in their usual states."""
    stay_here(monkeypatch)
    make_pi(tmp_path / "other", 1, 2)
    app = create_app(
        service,
        camera_desk=FakeDesk(MAT, FREE, PHONE),
        own_wifi=FakeOwnWifi(state[0]),
        people=Desk(make_state(tmp_path / "state")).desk,
        evenings=EveningShelf(tmp_path / "other", lambda: 0),
        secure_pages=FakeSecurePages(state[1]),
    )
    found = {}
    with serve(app, "127.0.0.1", 0, per_address=300) as server:
        for address in ABOUT_THE_PI:
            page.goto(f"http://127.0.0.1:{server.port}{address}")
            if violations := find_violations(page):
                found[address] = violations
    assert found == {}


def test_every_state_of_a_table_passes(page: Any, server: Server, service: FakePageService) -> None:
    """The states include questions, drawings, finals and long names."""
    page.goto(f"http://127.0.0.1:{server.port}/t/1")
    page.wait_for_selector(".foot")
    found = {}
    for name, state in (STATES | NIGHT).items():
        service.show(replace(state(), told=f"shown {name}"))
        expect_text(page, ".told", f"shown {name}")
        if violations := find_violations(page):
            found[name] = violations
    assert found == {}


def test_every_moment_of_the_television_passes(page: Any, server: Server, service: FakePageService) -> None:
    """The scenes between two bells, each as it is shown."""
    found = {}
    for name, change in MOMENTS_OF_TV.items():
        service.show_room(change(make_room(12, "usual")))
        page.goto(f"http://127.0.0.1:{server.port}/room")
        for number in range(page.locator(".scene").count()):
            scene = page.evaluate(GO_ON, number)
            if violations := find_violations(page):
                found[name, scene] = violations
    assert found == {}


@pytest.mark.parametrize("opens", [".slip", "[data-do=more]", ".odds"])
def test_every_dialog_passes(page: Any, server: Server, opens: str) -> None:
    """Three dialogs are opened over a table's page."""
    page.goto(f"http://127.0.0.1:{server.port}/t/1")
    page.locator(opens).first.click()
    page.wait_for_selector("dialog[open] h2")
    assert find_violations(page) == []


def test_every_page_of_the_welcome_passes(page: Any, tmp_path: Path) -> None:
    """From the first question to the page of a device that waits."""
    evening = Evening(tmp_path, {"camera": "usb"})
    answer_all(evening.switch_on_host())
    names = ("device", "device?table", "pin", "rules", "names", "names?change", "tables", "calibrate", "bell")
    found = {}
    with serve(evening.app, port=0, per_address=300) as server:
        for name in (*names, "ready", "options"):
            page.goto(f"http://127.0.0.1:{server.port}/welcome/{name}")
            if violations := find_violations(page):
                found[name] = violations
        page.goto(f"http://127.0.0.1:{server.port}/welcome/device")
        page.locator("[value='/room']").click()
        page.wait_for_selector(".waits")
        if violations := find_violations(page):
            found["waiting"] = violations
    evening.close()
    assert found == {}

"""Every form of every page is sent with every choice, as a browser does. Its route accepts what it sends.

The forms are found on the pages, and the pages by their links. So a new form is tested without a change here.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.wrappers import Response

from pi_bunco.access.devices import Device, Visitor
from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.pin import Pin
from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.game.commands import (
    Amendment,
    Command,
    EndRoundNow,
    EnterDice,
    NewGame,
    RingBell,
    SeatGuests,
    TableCommand,
    UndoStep,
    VoidThrow,
)
from pi_bunco.game.corrections import NotSure
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import HEAD
from pi_bunco.game.round_key import RoundKey
from pi_bunco.messages.calibration import CalibrationView
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, Photos
from pi_bunco.views.host import SeatsView
from pi_bunco.views.rounds import RoundView
from pi_bunco.views.table import TableView
from pi_bunco.web import create_app
from pi_bunco.web.context import get_parts
from tests.at_night import leave_to_night
from tests.web.calibrations import CALIBRATIONS, FakeCalibrator
from tests.web.conftest import FakePageService
from tests.web.desks import FREE, MAT, PHONE, FakeDesk
from tests.web.doctors import FakeDoctor
from tests.web.doubt_states import EVERY_DOUBT
from tests.web.forms import Fields, Form, read_page
from tests.web.night_states import NIGHT
from tests.web.real_service import RealService
from tests.web.states import STATES, begin, playing
from tests.web.visitors import open_browser, open_browser_as

MACHINE = "127.0.0.1"
SKIPPED = ("/static/", "/photos/", "/events", "/paper/", "/house")
"""Addresses that no form is on, or one with too many answers to send all. ``tests/web/pages/paper`` draws the
papers, and ``tests/web/pages/house`` sends the form of a house sheet."""
CORNERS = "90,60 1180.5,70 1210,900 60,890"
"""What the script sends after somebody has moved the mat's corners."""


class StillDoor(Door):
    """A door that checks what is asked of it, but changes no device and no PIN once it stands still."""

    still = False

    def let_in(self, device_id: str, role: Role) -> None:
        if not self.still:
            super().let_in(device_id, role)

    def rename(self, device_id: str, name: str) -> None:
        if not self.still:
            super().rename(device_id, name)

    def set_pin(self, visitor: Visitor, proof: str, digits: str) -> Device | None:
        if not self.still:
            return super().set_pin(visitor, proof, digits)
        Pin.of(digits)
        return None


class StillService(RealService):
    """Shows a real game. It remembers commands but does none, so that no form goes away."""

    def ask(self, command: Command) -> TableView:
        self.commands.append(command)
        _ask_whether_sure(command)
        return self.view(command.table if isinstance(command, TableCommand) else HEAD)

    def publish_seats(self, number: int, token: str = "") -> SeatsView:  # noqa: ARG002 - nothing is published
        return self.view_seats()


def _ask_whether_sure(command: Command) -> None:
    """Treat every throw as one of an earlier round, so that its dialog is shown."""
    if isinstance(command, Amendment) and not command.sure:
        raise NotSure("That throw is from an earlier round.", "Look at what would change.")


class DrawnService(FakePageService):
    """Shows the state that a test has set, with a dialog for each of its rounds."""

    def view_round(self, table: int, key: RoundKey) -> RoundView | None:
        now = self.view(table)
        sides = tuple((side.players, side.score) for side in now.sides)
        return RoundView(
            key=key,
            bell=40,
            sides=sides,
            winners=(),
            rolloff=False,
            throws=now.course,
            besides=now.course[:1],
            removed=now.course[:1],
            tallied=False,
            before=RoundKey(1, 1),
            after=RoundKey(1, 2),
            table=table,
            tables=len(self._now),
        )

    def ask(self, command: Command) -> TableView:
        _ask_whether_sure(command)
        return super().ask(command)


class StillCalibrator(FakeCalibrator):
    """Always shows the same state."""

    def __init__(self, state: CalibrationView) -> None:
        super().__init__()
        self.state = state

    def get_view(self) -> CalibrationView:
        return self.state


@dataclass
class Walk:
    """Walks through all pages that one device finds, and sends all their forms.

    Attributes
    ----------
    client
        The device's browser.
    scripts
        Whether the pages' scripts send the forms.
    only
        How the addresses begin that it opens.
    sent, opened
        What was sent, and which addresses were opened.
    faults
        What a person would have seen as a fault, each with its request.
    posted
        The addresses to which forms were sent.
    """

    client: FlaskClient
    scripts: bool
    only: tuple[str, ...] = ("/",)
    sent: set[tuple[str, Fields]] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    posted: set[str] = field(default_factory=set)

    def go(self, *starts: str) -> None:
        """Open these pages, and all that their links and forms lead to and was not opened before."""
        waiting = list(starts)
        while waiting:
            address = waiting.pop()
            for found in self._open(address):
                path = urlsplit(urljoin(address, found))
                target = path.path + (f"?{path.query}" if path.query else "")
                is_page = path.netloc in {"", "localhost"} and target.startswith(self.only)
                if is_page and target not in self.opened and not target.startswith(SKIPPED):
                    self.opened.add(target)
                    waiting.append(target)

    def _open(self, address: str) -> list[str]:
        with self.client.get(address, headers={"Accept": "text/html"}) as answer:
            if answer.status_code in {302, 303, 308}:
                return [answer.headers["Location"]]
            if answer.status_code not in {200, 403, 409}:
                self.faults.append(f"GET {address}: {answer.status_code}")
            if answer.mimetype != "text/html":
                return []
            page = read_page(answer.get_data(as_text=True), scripts=self.scripts)
        found = page.links
        for form in page.forms:
            if "hidden" in form.attributes:
                continue  # people cannot send it: a script fills and shows it
            for target, body in self._list_requests(form, address):
                if form.posts:
                    found += self._post(target, body)
                elif self.scripts and "data-dialog" in form.attributes:
                    found.append(target)
                else:
                    found.append(f"{target.partition('?')[0]}?{urlencode(body)}")
        return found

    def _list_requests(self, form: Form, page: str) -> Iterator[tuple[str, Fields]]:
        """Yield what the page's script sends, or what the browser sends for each button without it."""
        typed: Fields = ()
        if self.scripts and form.wanted:
            typed = (("dice", "1"),) * form.wanted + (
                (("after", form.after),) if form.after is not None else ()
            )
        for body in form.list_bodies():
            if self.scripts:
                moved = (("corners", CORNERS),) if ("corners", "") in body else body
                yield form.action or page, (*moved, *typed)
                continue
            for button in form.buttons:
                own = ((button["name"], button.get("value", "")),) if "name" in button else ()
                yield button.get("formaction") or form.action or page, (*body, *own)

    def _post(self, address: str, body: Fields) -> list[str]:
        """Send a form, note what is wrong with the answer, and return the addresses that it names."""
        if (address, body) in self.sent:
            return []
        self.sent.add((address, body))
        self.posted.add(address)
        headers = {
            "Accept": "application/json" if self.scripts else "text/html",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        sent = urlencode([*body, ("token", f"page.{len(self.sent)}")] if self.scripts else body)
        with self.client.post(address, data=sent, headers=headers) as answer:
            if fault := self._find_fault(answer):
                self.faults.append(f"POST {address} {sent}: {answer.status_code} {fault}")
            if "Location" in answer.headers:
                return [answer.headers["Location"]]
            data = answer.get_json(silent=True) or {}
            return [data["sheet"]] if "sheet" in data else []

    def _find_fault(self, answer: Response) -> str:
        """Return what is wrong with the answer to a form, ``""``: nothing."""
        text = "" if answer.mimetype == "application/zip" else answer.get_data(as_text=True)
        if answer.is_json and not self.scripts:
            return "a person would see JSON"
        if answer.status_code < 400:
            return ""
        if answer.status_code not in {400, 403, 409, 429}:
            return text[:300]
        shows_form = "<form" in text and 'role="alert"' in text
        if answer.status_code == 400 and not shows_form:
            return text[:300]
        is_explained = '"remedy":"' in text if answer.is_json else shows_form or "<h1>" in text
        return "" if is_explained else "no sentence"


FOUR, TWELVE = ("Ann", "Bob", "Cy", "Di"), tuple(f"P{number}" for number in range(1, 13))


def play_rounds(room: LiveRoom, count: int, *then: Command) -> None:
    """Play rounds in which the first throw at each table scores one and all others nothing; then do more."""
    for _ in range(count):
        view = room.ask(RingBell())
        hit, miss = (view.target, view.target % 6 + 1, (view.target + 1) % 6 + 1), (view.target % 6 + 1,) * 2
        for table in range(1, len(room.view_room().tables) + 1):
            room.ask(EnterDice(hit, table=table))
        room.ask(EndRoundNow())
        while room.view_room().status == "playing":
            for table in room.view_room().moment.waiting:
                room.ask(EnterDice((*miss, (view.target + 1) % 6 + 1), table=table))
    enter(room, *then)


def enter(room: LiveRoom, *commands: Command) -> None:
    """Do these commands."""
    for command in commands:
        room.ask(command)


GAMES: dict[str, tuple[NewGame, Callable[[LiveRoom], None]]] = {
    "one table, before the first bell": (NewGame("classic", FOUR), enter),
    "one table, in a round": (
        NewGame("boxed", FOUR[:2]),
        lambda room: enter(room, RingBell(), EnterDice((1, 3, 4)), EnterDice((2, 2, 2)), UndoStep(3)),
    ),
    "one table, a throw taken out": (
        NewGame("classic", FOUR),
        lambda room: play_rounds(room, 2, VoidThrow(2, sure=True)),
    ),
    "one table, awards": (NewGame("casino", FOUR, sets=1), lambda room: play_rounds(room, 6)),
    "three tables, before the first bell": (
        NewGame("classic", TWELVE),
        lambda room: enter(room, SeatGuests(come=("Eve",))),
    ),
    "three tables, in a round": (
        NewGame("classic", TWELVE),
        lambda room: play_rounds(
            room, 1, RingBell(), EnterDice((2, 3, 4), table=2), SeatGuests(leave=("P5",))
        ),
    ),
    "three tables, a PIN": (NewGame("classic", TWELVE), lambda room: play_rounds(room, 2)),
    "three tables, tournament": (NewGame("tournament", TWELVE, sets=1), lambda room: play_rounds(room, 6)),
}


@contextmanager
def open_game(
    folder: Path, first: NewGame, play: Callable[[LiveRoom], None], *, pin: str = ""
) -> Iterator[tuple[Flask, StillService]]:
    """Open the pages of a room that has played so far, and then stands still."""
    with Log(folder) as log:
        keeper = Keeper(log, Photos(folder))
        keeper.handle(first)
        room = LiveRoom(keeper, {})
        try:
            play(room)
            doctor = FakeDoctor()
            doctor.backup = folder / "backup.zip"
            doctor.backup.write_bytes(b"PK")
            door = StillDoor(DoorConfig(count_tables=lambda: 3))
            if pin:
                door.set_pin(door.identify(None, MACHINE), "", pin)
            service = StillService(folder, room)
            yield (
                create_app(service, examiner=doctor, door=door, camera_desk=FakeDesk(MAT, FREE, PHONE)),
                service,
            )
        finally:
            room.close()


def open_devices(app: Flask) -> dict[str, FlaskClient]:
    """Return the browsers of a guest, of table 1, of the host and of the machine. Another device waits."""
    open_browser(app, "10.0.0.9").post("/api/access/ask", data={"table": "1"})
    devices = {role.name: open_browser_as(app, role) for role in (GUEST, Role("table", HEAD), HOST)}
    return devices | {"machine": open_browser(app, MACHINE)}


def list_faults(walks: Mapping[str, Walk]) -> list[str]:
    """Return what is wrong with the pages and forms of all these devices."""
    return [f"{name}: {fault}" for name, walk in walks.items() for fault in walk.faults]


@pytest.mark.parametrize(
    "scripts", [pytest.param(True, id="scripts"), pytest.param(False, id="plain", marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize(
    "moment",
    leave_to_night(GAMES, ["one table, before the first bell", "one table, in a round"]),
)
def test_every_form_of_a_game_fits_its_route(tmp_path: Path, moment: str, scripts: bool) -> None:  # noqa: FBT001 - a parameter
    """Each device walks through all pages of a game. No form is refused because of its fields."""
    with open_game(tmp_path, *GAMES[moment], pin="2580" if "PIN" in moment else "") as (app, service):
        walks = {name: Walk(client, scripts=scripts) for name, client in open_devices(app).items()}
        cast("StillDoor", get_parts(app).door).still = True
        if service.view_room().status == "ready":
            service.draw_seats()
        for walk in walks.values():
            walk.go("/", "/pin", "/host")
        assert list_faults(walks) == []
        sent = [form for walk in walks.values() for form in walk.sent]
        assert [address for address, body in sent if ("moment", "") in body] == []
        assert {"/api/room/countdown", "/api/room/guests", "/new", "/doctor/backup"} <= walks["host"].posted
        assert {"/api/access/ask", "/api/access/pin/set"} <= walks["guest"].posted


@pytest.mark.nightly
@pytest.mark.parametrize(("tables", "scripts"), [(1, True), (3, False)])
def test_every_form_of_every_state_fits_its_route(tmp_path: Path, tables: int, scripts: bool) -> None:  # noqa: FBT001 - a parameter
    """So do the forms of each state that a table's page and the results can have, with each kind of doubt."""
    service = DrawnService(tmp_path)
    for table in range(2, tables + 1):
        service.show(replace(playing(), table=table))
    app = create_app(
        service, camera_desk=FakeDesk(MAT, FREE, PHONE), door=StillDoor(DoorConfig(count_tables=lambda: 3))
    )
    devices = open_devices(app)
    walks = {
        name: Walk(devices[name], scripts=scripts, only=("/t/1", "/results", "/staff/1", "/host/"))
        for name in ("table", "host")
    }
    for state in (
        *STATES.values(),
        *NIGHT.values(),
        *(lambda doubt=doubt: doubt for doubt in EVERY_DOUBT.values()),
    ):
        service.show(state())
        for walk in walks.values():
            walk.go("/t/1", "/results")
    assert list_faults(walks) == []
    done = {address.removeprefix("/api/table/1/") for address in walks["host"].posted}
    assert done >= {
        "ring",
        "enter",
        "answer",
        "dismiss",
        "correct",
        "void",
        "insert",
        "undo",
        "draw",
        "confirm",
        "doubt",
        "take-back",
        "judge",
        "offer",
    }


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
@pytest.mark.parametrize("state", CALIBRATIONS)
def test_every_form_of_the_calibration_fits_its_route(
    service: FakePageService,
    state: str,
    scripts: bool,  # noqa: FBT001 - a parameter
) -> None:
    """So do the steps of the calibration, in a round and between two rounds."""
    calibrator = StillCalibrator(CALIBRATIONS[state])
    walk = Walk(
        open_browser(create_app(service, calibrators={1: calibrator}, camera_desk=FakeDesk(MAT)), MACHINE),
        scripts=scripts,
        only=("/calibrate",),
    )
    for now in (begin(), playing()):
        service.show(now)
        walk.go("/calibrate")
    assert walk.faults == []
    assert walk.posted

"""A fake service for the pages, whose answers a test sets, and the pages themselves."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.game.book import Book
from pi_bunco.game.commands import Amendment, ChangeSeats, Command, TableCommand
from pi_bunco.game.corrections import find_number
from pi_bunco.game.lines import HEAD, ROOM
from pi_bunco.game.refused import Refused
from pi_bunco.game.round_key import RoundKey
from pi_bunco.rules import Game, Header, Written, load_written, parse_sheet
from pi_bunco.store import KeptAmount
from pi_bunco.views.consequences import ConsequencesView
from pi_bunco.views.devices import CameraView
from pi_bunco.views.host import DraftView, HostView, SeatsView
from pi_bunco.views.late_throws import LateThrowView
from pi_bunco.views.money import MoneyView, make_money_view
from pi_bunco.views.results import Results
from pi_bunco.views.retabulation import RetabulationView, make_retabulation
from pi_bunco.views.room import RoomView
from pi_bunco.views.rounds import FoundThrow, RoundView
from pi_bunco.views.table import TableView
from pi_bunco.views.television import TvShow
from pi_bunco.web import Option, Server, SheetChoice, create_app, serve
from tests.web.described import CheckedClient
from tests.web.drawing import draw_photo
from tests.web.states import add_cards, playing, roomful

CALLS = Option("calls", "flag", "Must a bunco be called to count?", "Off, the camera's word is enough.")
HOUSE = parse_sheet(
    'slug = "rosa"\ntitle = "At Rosa\'s"\nparent = "classic"\nsets = 2\n'
    'goal = { is = 11, clause = "Rosa: “we work tomorrow”" }\nmini_above = 0\n'
)
SHEETS = (
    SheetChoice(
        "classic",
        "Classic Bunco",
        "Head table, bell, and tallies; partners change every round.",
        2,
        4,
        teams=True,
        sets=4,
        options=(CALLS, Option("traveling", "traveling", "Who takes the traveling bag?")),
    ),
    SheetChoice(
        "boxed",
        "Boxed Bunco",
        "Two to four, each alone.",
        2,
        4,
        teams=False,
        sets=1,
        options=(
            Option(
                "cup", "faces", "Which numbers are on the dice cup?", "Three alike of these give five more."
            ),
            Option("goal", "number", "Play to how many points?", "11 is the quick game; empty is 21."),
        ),
    ),
    SheetChoice(
        "rosa",
        "At Rosa's",
        "House rules after Classic Bunco.",
        2,
        4,
        teams=True,
        sets=2,
        house=HOUSE.sheet,
    ),
    SheetChoice(
        "late",
        "late",
        "",
        0,
        0,
        teams=True,
        sets=1,
        fault="line 4: 'gaol' is no key of a sheet; did you mean \"goal\"?",
    ),
)


class FakePageService:
    """A room whose answers a test sets. It remembers the commands, and has one table at first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.commands: list[Command] = []
        self.camera_requests: list[int] = []
        self.countdown = self.break_minutes = 0
        self.age = 0.0
        self.late_throws: tuple[LateThrowView, ...] = ()
        self.draft: DraftView | None = None
        self.refusal: Exception | None = None
        self.picture: bytes | None = draw_photo((2, 4, 6))
        self.kept: KeptAmount | None = None
        self.camera_view = CameraView(
            "live", "Pi camera live, calibrated", "", (1280, 960), 29.8, 29.9, 46, 54.2
        )
        self.written = load_written("casino")
        self.viewed_tables: set[int] = set()
        self._room: RoomView | None = None
        self._now = {HEAD: playing()}
        self._change = 0
        self._changes = {ROOM: 0}
        self._changed = threading.Condition()

    head = ""

    def plays(self, table: int) -> bool:  # noqa: ARG002 - all tables are alike
        """Return whether it follows nobody, so that dice can be entered here."""
        return not self.head

    def measure_age(self, table: int = ROOM) -> float:  # noqa: ARG002 - as above
        """Return the age that a test has set, for all pages."""
        return self.age

    def show(self, snapshot: TableView) -> None:
        """Publish a new state of a table."""
        self._publish(snapshot.table, self._now | {snapshot.table: snapshot})

    def remove_table(self, table: int) -> None:
        """Remove a table from the game."""
        self._publish(table, {number: now for number, now in self._now.items() if number != table})

    def _publish(self, table: int, now: dict[int, TableView]) -> None:
        with self._changed:
            self._now = now
            self._change += 1
            self._changes |= {ROOM: self._change, table: self._change}
            self._changed.notify_all()

    def view(self, table: int = HEAD, *, with_results: bool = False) -> TableView:
        if table not in self._now:
            raise Refused(f"There is no table {table} now.", f"The last is table {max(self._now)}.")
        self.viewed_tables.add(table)
        now = self._now[table]
        return add_cards(now) if with_results or now.phase != "playing" else replace(now, results=Results())

    def copy_game(self) -> Game:
        return Game(
            Header.parse({"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]})
        )

    def view_room(self) -> RoomView:
        return self._room or roomful(len(self._now))

    def show_room(self, room: RoomView) -> None:
        """Publish a new state of the room."""
        self._room = room
        self._publish(HEAD, self._now)

    def get_newest_room(self) -> tuple[int, RoomView]:
        return self._changes[ROOM], self.view_room()

    def get_newest_host(self) -> tuple[int, HostView]:
        view = HostView(self.view_room(), self.view_seats(), self._now[HEAD], follows=self.head)
        return self._changes[ROOM], view

    def view_money(self) -> MoneyView:
        return make_money_view(Book([self.copy_game().header.to_dict()]))

    def view_retabulation(self) -> RetabulationView:
        return make_retabulation(Book([self.copy_game().header.to_dict()]))

    def view_seats(self) -> SeatsView:
        return SeatsView((("Ann", "Bob", "Cy", "Di"),), (), (), free=True, draft=self.draft)

    def preview_correction(self, command: Amendment) -> ConsequencesView:
        return ConsequencesView(past=False, leaves=False, changes=(f"Throw {find_number(command)}.",))

    def view_round(self, table: int, key: RoundKey) -> RoundView | None:  # noqa: ARG002 - it has no earlier rounds
        return None

    def list_late_throws(self) -> tuple[LateThrowView, ...]:
        return self.late_throws

    def find_throw(self, table: int, seq: int) -> FoundThrow | None:
        now = self.view(table)
        throw = next((throw for throw in (*now.course, now.last) if throw and throw.seq == seq), None)
        return FoundThrow(throw, RoundKey(now.set, now.round)) if throw else None

    def choose_countdown(self, seconds: int) -> None:
        self.countdown = seconds

    def show_on_tv(self, show: TvShow) -> None:
        self.show_room(replace(self.view_room(), tv=show))

    def choose_break(self, minutes: int) -> None:
        self.break_minutes = minutes

    def draw_seats(self) -> SeatsView:
        self.draft = DraftView(1, (("Di", "Cy", "Bob", "Ann"),), fits=True)
        return self.view_seats()

    def swap_seats(self, names: tuple[str, str]) -> SeatsView:
        exchanged = dict(zip(names, reversed(names), strict=True))
        seats = tuple(exchanged.get(name, name) for name in ("Ann", "Bob", "Cy", "Di"))
        self.draft = DraftView(2, (seats,), fits=True)
        return self.view_seats()

    def drop_seats(self) -> SeatsView:
        self.draft = None
        return self.view_seats()

    def publish_seats(self, number: int, token: str = "") -> SeatsView:
        if self.draft is None or number != self.draft.number:
            raise Refused("These are not the seats that were drawn last.", "Look at the seats again.")
        self.draft = None
        self.commands.append(ChangeSeats((), token=token))
        return self.view_seats()

    def ask(self, command: Command) -> TableView:
        if self.refusal is not None:
            raise self.refusal
        self.commands.append(command)
        return self.view(command.table if isinstance(command, TableCommand) else HEAD)

    def get_newest(self, table: int, *, with_results: bool = False) -> tuple[int, TableView]:
        with self._changed:
            return self._changes.get(ROOM if with_results else table, 0), self.view(
                table, with_results=with_results
            )

    def wait_for_change(self, seen: int, timeout: float) -> int | None:
        with self._changed:
            self._changed.wait_for(lambda: self._change > seen, timeout)
            return self._change if self._change > seen else None

    def find_photo(self, name: str) -> Path | None:
        digits = tuple(int(sign) for sign in name.removesuffix(".jpg") if sign.isdigit())
        if len(digits) != 3 or not name.endswith(".jpg"):
            return None
        path = self.folder / name
        if not path.exists():
            path.write_bytes(draw_photo(digits))
        return path

    def find_camera_picture(self, table: int = HEAD) -> bytes | None:
        self.camera_requests.append(table)
        return self.picture

    def view_camera(self, table: int = HEAD) -> CameraView:
        self.camera_requests.append(table)
        return self.camera_view

    def count_kept(self) -> KeptAmount | None:
        return self.kept

    def list_sheets(self) -> tuple[SheetChoice, ...]:
        return SHEETS

    def get_sheet(self) -> Written:
        return self.written

    def find_rules(self, slug: str) -> Written | None:
        return self.written if self.written.sheet.slug == slug else None


@pytest.fixture(scope="session", autouse=True)
def compare_answers() -> Iterator[None]:
    """Compare each answer that a test of the pages gets with the description of the API."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "test_client_class", CheckedClient)
        yield


@pytest.fixture
def service(tmp_path: Path) -> FakePageService:
    return FakePageService(tmp_path)


@pytest.fixture
def refused() -> Refused:
    return Refused("No round is being played.", "Ring the bell first.")


@pytest.fixture
def app(service: FakePageService) -> Flask:
    return create_app(service, heartbeat=0.3, most_streams=3)


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


@pytest.fixture
def server(service: FakePageService) -> Iterator[Server]:
    with serve(create_app(service), "127.0.0.1", 0) as server:
        yield server


@pytest.fixture
def page(browser: Any, server: Server) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1024, "height": 768}, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".foot")
    yield page
    context.close()
    assert faults == []

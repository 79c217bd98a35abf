"""The room's screen and the host's page, served by a room that plays."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.web import create_app
from tests.web.real_service import open_service

GUESTS = tuple(f"P{number}" for number in range(1, 13))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Any]:
    """Open a classic room of three tables."""
    with open_service(tmp_path, NewGame("classic", GUESTS)) as service:
        yield service


@pytest.fixture
def pages(room: Any) -> FlaskClient:
    return create_app(room).test_client()


def test_the_screen_says_who_sits_where_before_a_round(pages: FlaskClient) -> None:
    """The screen shows every name before a round, and no buttons."""
    page = pages.get("/room").text
    assert all(f'<b><span class="fit">{name}</span></b>' in page for name in GUESTS)
    assert "Everybody waits for the first bell." in page
    assert "<form" not in page
    assert "<button" not in page


def test_the_screen_shows_every_score(pages: FlaskClient, room: Any) -> None:
    """The screen shows the scores at table 3 after a throw, and who leads there."""
    room.ask(RingBell())
    room.ask(EnterDice((1, 1, 4), table=3))
    page = pages.get("/room").text
    table = page.partition('id="room_tables-3"')[2].partition("</article>")[0]
    assert '<p class="us turn leads"><b data-digits="1">2</b>' in table
    assert '<p class="them"><b data-digits="1">0</b>' in table


def test_a_stream_sends_the_table_that_changed(pages: FlaskClient, room: Any) -> None:
    """After a throw at table 3 the stream sends neither the other tables nor the header."""
    room.ask(RingBell())
    known = pages.get("/room").text.partition('data-known="')[2].partition('"')[0]
    room.ask(EnterDice((1, 1, 4), table=3))
    event = pages.get(f"/events?page=room&known={known}").text
    assert "room_tables-3" in event
    assert "room_tables-2" not in event
    assert "room_head" not in event


def test_the_host_adds_and_removes_guests(pages: FlaskClient, room: Any) -> None:
    """Forms add several names at once and remove one. The page shows who waits."""
    came = pages.post("/api/room/guests", data={"come": "Eve\r\n\r\n Zoë \r\n"})
    assert (came.status_code, came.location) == (303, "/host")
    page = pages.get("/host").text
    assert all(name in page for name in ("Eve", "Zoë"))
    pages.post("/api/room/guests", data={"leave": "P1"})
    assert "<option>P1</option>" not in pages.get("/host").text
    before = room.view_seats().tables
    assert pages.post("/api/room/guests", data={"leave": "Nobody"}).status_code == 409
    assert room.view_seats().tables == before


def test_nobody_leaves_by_an_empty_choice(pages: FlaskClient, room: Any) -> None:
    """The form may be sent with an empty choice. Then nobody leaves."""
    before = room.view_seats().tables
    assert pages.post("/api/room/guests", data={"leave": ""}).status_code == 303
    assert room.view_seats().tables == before


def test_seats_are_drawn_in_private(pages: FlaskClient, room: Any) -> None:
    """Seats may be drawn again. Only the host's page shows them until they are published."""
    assert "New seats, seen by nobody else" not in pages.get("/host").text
    screen = pages.get("/api/room").json
    for _ in range(2):
        assert pages.post("/api/room/seats/draw", data={"token": "a"}).location == "/host"
    drawn = room.view_seats().draft
    assert "New seats, seen by nobody else" in pages.get("/host").text
    assert pages.get("/api/room").json == screen
    pages.post("/api/room/seats/publish", data={"draft": str(drawn.number)})
    assert room.view_seats().tables == drawn.tables
    assert "New seats, seen by nobody else" not in pages.get("/host").text


def test_the_host_chooses_a_countdown(pages: FlaskClient, room: Any) -> None:
    """The page also lists a chosen number of seconds that is not one of the usual numbers."""
    pages.post("/api/room/countdown", data={"seconds": "45"})
    assert room.view_room().countdown == 45
    assert '<option value="45" selected>45 seconds</option>' in pages.get("/host").text


def test_a_paper_table_is_counted_by_a_form(pages: FlaskClient, room: Any) -> None:
    """The form has scores, buncos and minis of a table on paper. Empty fields count as nothing."""
    room.ask(RingBell())
    assert pages.get("/host").text.count('data-do="tally"') == 2  # the head table is never on paper
    dialog = pages.get("/host/tally/2").text
    assert 'name="bunco P5"' in dialog
    names = {"bunco P5": "1", "mini P5": "", "bunco P6": "", "mini P8": "2"}
    fields = {"scores": ["15", "12"], "winner": "", **names}
    assert pages.post("/api/table/2/tally", data=fields).status_code == 303
    table = room.view_room().tables[1]
    assert (table.scores, table.winners) == ((15, 12), ("P5", "P7"))
    line = pages.get("/host").text.partition('id="host_tables-2"')[2].partition("</li>")[0]
    assert 'data-do="tally"' not in line


def test_the_host_rings_and_ends_the_round(pages: FlaskClient, room: Any) -> None:
    """The page has the bell's button only before a round. The end of a round must be confirmed."""
    assert 'data-do="ring"' in pages.get("/host").text
    pages.post("/api/table/1/ring", data={})
    room.ask(EnterDice((1, 1, 4)))
    page = pages.get("/host").text
    assert 'data-do="ring"' not in page
    assert 'action="/host/end-round"' in page
    assert 'action="/api/table/1/end-round"' in pages.get("/host/end-round").text


def test_the_end_says_who_has_won(tmp_path: Path) -> None:
    """After one set of Boxed Bunco the screen names the winner."""
    with open_service(tmp_path, NewGame("boxed", ("Ann", "Bob")), RingBell()) as service:
        dice = Random(1)
        while (view := service.view()).phase != "over":
            throw = EnterDice(tuple(dice.choices(range(1, 7), k=view.dice)))
            service.ask(throw if view.can.enter else RingBell())
        (winner,) = view.winners
        page = create_app(service).test_client().get("/room").text
        assert winner in page.partition('class="card finale"')[2]

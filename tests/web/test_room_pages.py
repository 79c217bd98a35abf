"""The room's screen and the host's page, served by a room that plays."""

from collections.abc import Iterator
from pathlib import Path
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
    """Each name is at its table. The screen has no button."""
    page = pages.get("/room").text
    assert all(f"<b>{name}</b>" in page for name in GUESTS)
    assert "Waiting for the bell" in page
    assert "<form" not in page
    assert "<button" not in page


def test_the_screen_shows_every_score(pages: FlaskClient, room: Any) -> None:
    """It shows a throw at table 3, and who leads there."""
    room.ask(RingBell())
    room.ask(EnterDice((1, 1, 4), table=3))
    page = pages.get("/room").text
    table = page.partition('id="room_tables-3"')[2].partition("</article>")[0]
    assert '<p class="us turn leads"><b data-digits="1">2</b>' in table
    assert '<p class="them"><b data-digits="1">0</b>' in table


def test_a_stream_sends_the_table_that_changed(pages: FlaskClient, room: Any) -> None:
    """It does not send the other tables and the header."""
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
    refused = pages.post("/api/room/guests", data={"leave": "Nobody"})
    assert refused.status_code == 409
    assert room.view_seats().tables


def test_nobody_leaves_by_an_empty_choice(pages: FlaskClient, room: Any) -> None:
    """The first choice of the form is nobody."""
    before = room.view_seats().tables
    assert pages.post("/api/room/guests", data={"leave": ""}).status_code == 303
    assert room.view_seats().tables == before


def test_seats_are_drawn_in_private(pages: FlaskClient, room: Any) -> None:
    """They may be drawn again. No other page shows them until they are published."""
    assert "Drawn, and seen by nobody else" not in pages.get("/host").text
    screen = pages.get("/api/room").json
    for _ in range(2):
        assert pages.post("/api/room/seats/draw", data={"token": "a"}).location == "/host"
    drawn = room.view_seats().draft
    assert "Drawn, and seen by nobody else" in pages.get("/host").text
    assert pages.get("/api/room").json == screen
    pages.post("/api/room/seats/publish", data={"draft": str(drawn.number)})
    assert room.view_seats().tables == drawn.tables
    assert "Drawn, and seen by nobody else" not in pages.get("/host").text


def test_the_host_chooses_a_countdown(pages: FlaskClient, room: Any) -> None:
    """The list also has a number of seconds that is not one of the usual ones."""
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
    """The bell's button is there before a round. The end of a round must be confirmed."""
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
        pages = create_app(service).test_client()
        for _ in range(3000):
            view = service.view()
            if view.phase == "over":
                break
            service.ask(EnterDice((1, 2, 3)[: view.dice]) if view.can.enter else RingBell())
            if view.can.enter and view.dice == 3:
                face = service.view().target
                if service.view().can.enter:
                    service.ask(EnterDice((face, face, face)))
        assert service.view().phase == "over"
        winner = service.view().winners
        page = pages.get("/room").text
        assert all(name in page.partition('class="card end"')[2] for name in winner)

"""The host's page of a Pi that follows another one: what that Pi refuses is a link to the head's page."""

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from pi_bunco.sentences import say
from pi_bunco.views.host import HostView
from pi_bunco.views.late_throws import LateThrowView
from pi_bunco.web.pages.host.view import make_host_actions, make_tables
from tests.web.conftest import FakePageService
from tests.web.states import between, playing

HEAD_PAGE = "http://10.0.0.7:8080/host"


@pytest.fixture
def far(service: FakePageService) -> FakePageService:
    """Return the service of a Pi that follows, between two rounds."""
    service.head = "http://10.0.0.7:8080/"
    service.show(between())
    return service


def make_view(service: FakePageService, *own_tables: int) -> HostView:
    """Return what the host's page shows if the Pi takes the throws of these tables."""
    return replace(service.get_newest_host()[1], own_tables=own_tables)


def test_nothing_is_offered_that_is_refused(client: FlaskClient, far: FakePageService) -> None:
    """Bell, seats, guests, countdown and new games are the head's; its address is there as a link."""
    page = client.get("/host").text
    for action in ("/api/room/guests", "/api/room/seats/draw", "/api/room/countdown", "/ring", "/undo"):
        assert f'{action}"' not in page
    assert 'href="/new"' not in page
    assert page.count(f'href="{HEAD_PAGE}"') == 2
    assert ">10.0.0.7:8080/host<" in page
    assert re.search(r"Countdown to the next bell</span> <b>none: somebody rings</b>", page)
    far.head = ""
    assert "/api/room/guests" in client.get("/host").text


def test_its_own_devices_are_let_in_here(client: FlaskClient, far: FakePageService) -> None:
    """Each Pi lets in the devices that show its pages."""
    assert far.head
    page = client.get("/host").text
    assert 'data-fetch="/host/devices"' in page
    assert 'href="/doctor"' in page


def test_a_far_head_table_has_its_bell(far: FakePageService) -> None:
    """If the Pi takes the throws of table 1, it also rings and takes back there, and nothing more."""
    actions = make_host_actions(make_view(far, 1))
    assert actions.can_ring
    assert actions.elsewhere is None
    actions = make_host_actions(make_view(far, 2))
    assert (actions.can_ring, actions.undo, actions.draw_label) == (False, None, "")
    assert actions.elsewhere is not None
    assert actions.elsewhere.link == HEAD_PAGE


def test_a_tally_is_entered_where_its_table_plays(far: FakePageService) -> None:
    """A Pi that follows offers the tally of its own tables alone."""
    far.show(playing())
    room = far.view_room()
    tables = tuple(replace(at, standing="playing", scores=(0, 0)) for at in room.tables[:1])
    two = (*tables, replace(tables[0], table=2), replace(tables[0], table=3))
    far.show_room(replace(room, status="playing", tables=two))
    shown = make_tables(make_view(far, 3))
    assert [table.table for table in shown.values() if table.can_tally] == [3]


def test_a_late_throw_is_put_right_on_the_head(
    client: FlaskClient, far: FakePageService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list says what waits, and leads to the page on which it can be answered."""
    late = LateThrowView(seq=9, table=2, dice=(1, 2, 3), after=7, text=say("1-2-3 by Eve came late"))
    monkeypatch.setattr(far, "list_late_throws", lambda: (late,))
    asked = client.get("/host/asked").text
    assert "1-2-3 by Eve came late" in asked
    assert f'href="{HEAD_PAGE}"' in asked
    assert "<form" not in asked
    far.head = ""
    assert asked.count("<form") < client.get("/host/asked").text.count("<form")

"""A table whose Pi does not hear the head: people go on, and see what is kept."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from pi_bunco.game.commands import WithdrawItem
from pi_bunco.views.devices import KeptSlip
from pi_bunco.views.table import TableView
from tests.web.conftest import FakePageService
from tests.web.states import between, doubtful, playing

KEPT = (KeptSlip("7c1f09aa.7", "1-1-4", (1, 1, 4)), KeptSlip("7c1f09aa.8", "dice to look at"))


def cut_off(view: TableView, minutes: int = 0, kept: tuple[KeptSlip, ...] = KEPT) -> TableView:
    """Return what a far Pi shows of its table while it does not hear the head."""
    can = replace(view.can, ring=False, undo=None, redo=None, call=False)
    return replace(view, alone=minutes, kept=kept, can=can)


def test_people_go_on_and_see_what_is_kept(client: FlaskClient, service: FakePageService) -> None:
    """The keys, each slip and the way back of the newest are there; whose turn it is nobody can know."""
    service.show(cut_off(playing()))
    page = client.get("/t/1").text
    assert "everything is kept here" in page
    assert 'aria-label="one, one, four"' in page
    assert "dice to look at" in page
    assert "<dice-keypad" in page
    assert "2 wait" in page
    assert "Throw in your usual order" in page
    assert 'action="/api/table/1/withdraw"' in page
    assert client.post("/api/table/1/withdraw", data={"slip": "7c1f09aa.8"}).status_code == 303
    assert service.commands == [WithdrawItem("7c1f09aa.8", table=1)]


@pytest.mark.parametrize(
    ("minutes", "says"),
    [(0, "is not heard."), (1, "for 1 minute."), (12, "for 12 minutes.")],
)
def test_the_page_says_for_how_long(
    client: FlaskClient, service: FakePageService, minutes: int, says: str
) -> None:
    """The minutes are those since the head was heard."""
    service.show(cut_off(playing(), minutes))
    assert says in client.get("/t/1").text


def test_nothing_waits_yet(client: FlaskClient, service: FakePageService) -> None:
    """Before the first entry there is nothing to take back."""
    service.show(cut_off(playing(), kept=()))
    page = client.get("/t/1").text
    assert "Nothing waits yet" in page
    assert "withdraw" not in page


def test_between_rounds_nobody_throws(client: FlaskClient, service: FakePageService) -> None:
    """There are no keys, and no bell: the next round begins when the head is heard."""
    service.show(cut_off(between(), kept=()))
    page = client.get("/t/1").text
    assert "Nobody throws here now" in page
    assert "<dice-keypad" not in page
    assert 'data-do="ring"' not in page


def test_a_slip_that_waits_for_the_disk_is_a_note(client: FlaskClient, service: FakePageService) -> None:
    """The head is heard, but has not logged it: the table goes on as usual, and the note says what waits."""
    service.show(replace(playing(), kept=KEPT[:1]))
    page = client.get("/t/1").text
    assert "1 throw is kept here" in page
    assert "everything is kept here" not in page


def test_a_question_waits_until_the_head_is_heard(client: FlaskClient, service: FakePageService) -> None:
    """While nobody knows what was answered meanwhile, the page asks nothing."""
    service.show(cut_off(doubtful()))
    page = client.get("/t/1").text
    assert "everything is kept here" in page
    assert 'data-do="dismiss"' not in page

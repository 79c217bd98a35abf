"""A station's messages and views belong to its table."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.equipment.table_client import TableClient
from pi_bunco.game.refused import Refused
from pi_bunco.messages.up import Ages, Seen
from pi_bunco.readings import Die, Reading, Snapshot, Status, Tumble
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.table import TableView
from tests.equipment.test_mock_party import add_doubt


class FakePageService(LiveRoom):
    """A room with pages for two tables; it records each message with its table."""

    def __init__(self, page: TableView) -> None:
        self.page = page
        self.messages: list[tuple[Any, int]] = []

    def view(self, table: int = 1, *, with_results: bool = False) -> TableView:
        assert not with_results
        if table > 2:
            raise Refused(f"There is no table {table} now.", "The last is table 2.")
        return self.page

    def send(self, message: Any, table: int = 1) -> None:
        self.messages.append((message, table))


SEEN = Seen(
    reading=Reading(Status.READ, (Die(3, 0.99, (0, 0, 9, 9)),)),
    moment="3.1-2.playing",
    at_start=True,
    tumble=Ages(900.0, None, 250.0),
    age=500.0,
    index=7,
    size=(640, 480),
    file=b"jpeg",
)


def test_client_sends_messages_for_its_table(ready: TableView) -> None:
    """Dice and the camera's state reach the room with the number of the station's table."""
    service = FakePageService(ready)
    client = TableClient(service, 2)
    client.send(SEEN)
    client.send(CameraStatus("live", "usb live", mock=False))
    (dice, dice_table), (camera, camera_table) = service.messages
    assert (dice.table, dice_table, camera.status, camera_table) == (2, 2, "live", 2)
    assert client.view() is ready


def test_ages_become_times_of_this_program(ready: TableView, monkeypatch: pytest.MonkeyPatch) -> None:
    """A station sends no clock, so its ages count from the moment in which they arrive."""
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    service = FakePageService(ready)
    TableClient(service, 1).send(SEEN)
    ((dice, _),) = service.messages
    assert dice.snapshot == Snapshot(b"jpeg", (640, 480), 7, 99.5)
    assert dice.tumble == Tumble(99.1, None, 99.75)
    assert (str(dice.seen), dice.at_start, dice.reading) == ("3.1-2.playing", True, SEEN.reading)
    TableClient(service, 1).send(replace(SEEN, tumble=Ages(900.0, 400.0, 250.0), moment="yesterday"))
    assert service.messages[1][0].tumble == Tumble(99.1, 99.6, 99.75)
    assert service.messages[1][0].seen is None


def test_client_of_a_table_that_does_not_play_has_an_empty_view(ready: TableView) -> None:
    """If a table does not play, as in a semi-final with fewer tables, its station's view has no dice."""
    view = TableClient(FakePageService(add_doubt(ready)), 3).view()
    assert (view.table, view.dice, view.phase, view.doubt) == (3, 0, "over", None)

"""A station's messages and views belong to its table."""

from typing import Any

from pi_bunco.game.refused import Refused
from pi_bunco.stations.loop import TableClient
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.live import LiveRoom
from pi_bunco.views.table import TableView
from tests.game.conftest import Hands
from tests.stations.test_mock_party import add_doubt


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


def test_client_sends_messages_for_its_table(ready: TableView, hands: Hands) -> None:
    """Dice and the camera's state reach the room with the number of the station's table."""
    service = FakePageService(ready)
    client = TableClient(service, 2)
    client.send(hands.throw(1, 2, 3))
    client.send(CameraStatus("live", "usb live", mock=False))
    (dice, dice_table), (camera, camera_table) = service.messages
    assert (dice.table, dice_table, camera.status, camera_table) == (2, 2, "live", 2)
    assert client.view() is ready


def test_client_of_a_table_that_does_not_play_has_an_empty_view(ready: TableView) -> None:
    """If a table does not play, as in a semi-final with fewer tables, its station's view has no dice."""
    view = TableClient(FakePageService(add_doubt(ready)), 3).view()
    assert (view.table, view.dice, view.phase, view.doubt) == (3, 0, "over", None)

"""What a station tells and asks is of its table."""

from typing import Any

from pi_bunco.game.refused import Refused
from pi_bunco.stations.loop import TableClient
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.live import LiveRoom
from pi_bunco.views.table import TableView
from tests.game.conftest import Hands
from tests.stations.test_mock_party import doubtful


class FakePageService(LiveRoom):
    """Takes down what it is told; it has pages for two tables."""

    def __init__(self, page: TableView) -> None:
        self.page = page
        self.told: list[tuple[Any, int]] = []

    def view(self, table: int = 1, *, with_results: bool = False) -> TableView:
        assert not with_results
        if table > 2:
            raise Refused(f"There is no table {table} now.", "The last is table 2.")
        return self.page

    def send(self, said: Any, table: int = 1) -> None:
        self.told.append((said, table))


def test_what_a_camera_tells_is_of_its_table(ready: TableView, hands: Hands) -> None:
    """Dice and the camera's state reach the game under the number of the table."""
    service = FakePageService(ready)
    at = TableClient(service, 2)
    at.send(hands.throw(1, 2, 3))
    at.send(CameraStatus("live", "usb live", mock=False))
    (seen, table), (camera, beside) = service.told
    assert (seen.table, table, camera.status, beside) == (2, 2, "live", 2)
    assert at.view() is ready


def test_a_camera_at_a_table_that_does_not_play(ready: TableView) -> None:
    """As in a semi-final with fewer tables: nobody throws there, and looking goes on."""
    now = TableClient(FakePageService(doubtful(ready)), 3).view()
    assert (now.table, now.dice, now.phase, now.doubt) == (3, 0, "over", None)

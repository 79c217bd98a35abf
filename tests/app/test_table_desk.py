"""What a station tells and asks is of its table."""

from typing import Any

from pi_bunco.app.table_desk import TableDesk
from pi_bunco.table.desk import Desk
from pi_bunco.table.refused import Refused
from pi_bunco.table.snapshot import Camera, Snapshot
from tests.app.test_party import doubtful
from tests.table.conftest import Hands


class FakeDesk(Desk):
    """Takes down what it is told; it has pages for two tables."""

    def __init__(self, page: Snapshot) -> None:
        self.page = page
        self.told: list[tuple[Any, int]] = []

    def snapshot(self, table: int = 1, *, whole: bool = False) -> Snapshot:
        assert not whole
        if table > 2:
            raise Refused(f"There is no table {table} now.", "The last is table 2.")
        return self.page

    def tell(self, said: Any, table: int = 1) -> None:
        self.told.append((said, table))


def test_what_a_camera_tells_is_of_its_table(ready: Snapshot, hands: Hands) -> None:
    """Dice and the camera's state reach the game under the number of the table."""
    desk = FakeDesk(ready)
    at = TableDesk(desk, 2)
    at.tell(hands.seen(1, 2, 3))
    at.tell(Camera("live", "usb live", mock=False))
    (seen, table), (camera, beside) = desk.told
    assert (seen.table, table, camera.status, beside) == (2, 2, "live", 2)
    assert at.snapshot() is ready


def test_a_camera_at_a_table_that_does_not_play(ready: Snapshot) -> None:
    """As in a semi-final with fewer tables: nobody throws there, and looking goes on."""
    now = TableDesk(FakeDesk(doubtful(ready)), 3).snapshot()
    assert (now.table, now.dice, now.phase, now.doubt) == (3, 0, "over", None)

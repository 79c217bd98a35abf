"""Which camera each table has, and how what it tells reaches the game."""

from typing import Any

import pytest

from pi_bunco.app.stations import StationTrouble, TableDesk, cameras_of
from pi_bunco.table.desk import Desk
from pi_bunco.table.refused import Refused
from pi_bunco.table.snapshot import Camera, Snapshot
from tests.app.test_party import doubtful
from tests.table.conftest import Hands


def cameras(tables: int, camera: str = "mock", **stations: str) -> dict[int, str]:
    given = {int(key[1:]): value for key, value in stations.items()}
    return dict(cameras_of(camera, given, tables))


def test_a_table_without_a_station_is_tapped() -> None:
    """Table 1 has the camera, others what their station says."""
    assert cameras(1) == {1: "mock"}
    assert cameras(3, s3="usb") == {1: "mock", 2: "none", 3: "usb"}
    assert cameras(4, s2="mock", s3="guests", s4="guests") == {1: "mock", 2: "mock", 3: "guests", 4: "guests"}


@pytest.mark.parametrize(
    ("tables", "camera", "stations", "says"),
    [
        (3, "mock", {"s4": "usb"}, r"There is no table 4 for its station\. The last is table 3"),
        (1, "mock", {"s2": "usb"}, r"There is no table 2 for its station\. There is one table"),
        (3, "mock", {"s1": "usb"}, r"Table 1 has its camera by --camera"),
        (3, "usb", {"s3": "usb"}, r"Tables 1 and 3 have the same camera, “usb”"),
        (3, "none", {"s2": "/dev/video0", "s3": "/dev/video0"}, r"Tables 2 and 3 have the same camera"),
    ],
)
def test_stations_that_do_not_fit(tables: int, camera: str, stations: dict[str, str], says: str) -> None:
    """The station is named, with what to do."""
    with pytest.raises(StationTrouble, match=says):
        cameras(tables, camera, **stations)


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

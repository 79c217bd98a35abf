"""The cameras that the tables get."""

import pytest

from pi_bunco.equipment.cameras import StationTrouble, assign_cameras


def cameras(tables: int, camera: str = "mock", **stations: str) -> dict[int, str]:
    """Return the camera of each table; ``s3="usb"`` is a station for table 3."""
    by_table = {int(key[1:]): value for key, value in stations.items()}
    return dict(assign_cameras(camera, by_table, tables))


def test_table_without_a_station_has_no_camera() -> None:
    """Table 1 has the camera of the command line; each other table has that of its station, or none."""
    assert cameras(1) == {1: "mock"}
    assert cameras(3, s3="usb") == {1: "mock", 2: "none", 3: "usb"}
    assert cameras(4, s2="mock", s3="guests", s4="guests") == {1: "mock", 2: "mock", 3: "guests", 4: "guests"}


@pytest.mark.parametrize(
    ("tables", "camera", "stations", "sentence"),
    [
        (
            3,
            "mock",
            {"s4": "usb"},
            r"There is a station for table 4, but no such table\. The last is table 3",
        ),
        (1, "mock", {"s2": "usb"}, r"There is a station for table 2, but no such table\. There is one table"),
        (3, "usb", {"s3": "usb"}, r"Tables 1 and 3 have the same camera, “usb”"),
        (3, "none", {"s2": "/dev/video0", "s3": "/dev/video0"}, r"Tables 2 and 3 have the same camera"),
        (3, "0", {"s3": "/dev/video0"}, r"Tables 1 and 3 have the same camera"),
        (3, "picamera2", {"s3": "picamera2:0"}, r"Tables 1 and 3 have the same camera"),
        (3, "http://Phone:8080/v", {"s2": "http://phone:8080/v/"}, r"Tables 1 and 2 have the same camera"),
        (3, "film.mp4", {"s2": "./film.mp4"}, r"Tables 1 and 2 have the same camera, “film\.mp4”"),
        (
            3,
            "none",
            {"s2": "http://ann:s3cret@cam/v", "s3": "http://cam:80/v"},
            r"Tables 2 and 3 have the same camera, “http://cam/v”\. Give each table a camera of its own",
        ),
    ],
)
def test_wrong_stations_are_refused(
    tables: int, camera: str, stations: dict[str, str], sentence: str
) -> None:
    """A station for a missing table, or with the camera of another table, is refused."""
    with pytest.raises(StationTrouble, match=sentence):
        cameras(tables, camera, **stations)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("picamera2", "picamera2:1"),  # the ribbon cable's first and second camera
        ("usb", "/dev/video2"),  # the first USB camera, and a named one
        ("http://cam/v", "http://cam/V"),
        ("http://cam/v?channel=1", "http://cam/v?channel=2"),
        ("http://cam:80/v", "https://cam:80/v"),
        ("rtsp://[::1", "rtsp://[::2"),  # no valid addresses, which is reported when they are opened
    ],
)
def test_two_different_cameras_are_accepted(one: str, other: str) -> None:
    """Two tables can have cameras whose names may mean different devices."""
    assert cameras(2, one, s2=other) == {1: one, 2: other}


def test_message_names_the_line_of_a_station() -> None:
    """If a function for the place in the settings is given, the message begins with that place."""
    with pytest.raises(StationTrouble, match=r"^table\.toml, line 7: There is a station for table 4"):
        assign_cameras("mock", {4: "usb"}, 3, lambda table: f"table.toml, line {table + 3}: ")

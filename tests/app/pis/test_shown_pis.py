"""Pages of the head show the cameras of other Pis, and which Pis are not heard."""

import pytest

from pi_bunco.app.pis.shown_pis import list_far_cameras, list_silent_tables
from pi_bunco.link.head import FarPi as LinkedPi
from pi_bunco.room.presence import NO_CAMERA
from pi_bunco.views.devices import CameraStatus

LIVE = CameraStatus("live", "USB camera live", mock=False)


def make_pi(name: str, cameras: dict[int, CameraStatus]) -> LinkedPi:
    """Return a far Pi that is there."""
    return LinkedPi(name, "1.0", 0, has_twin=False, cameras=cameras)


def test_pages_show_the_cameras_of_other_pis() -> None:
    """Only a camera at a table of its own Pi is shown. A table without one keeps what the head has there."""
    there = [make_pi("hall", {7: LIVE, 9: LIVE}), make_pi("bar", {})]
    assert list_far_cameras({"hall": (7, 8), "bar": (2,)}, there, ()) == {7: LIVE}


def test_page_says_that_the_pi_of_its_camera_is_gone() -> None:
    """The state is trouble until the Pi is there again; a table without such a camera says nothing."""
    gone = list_far_cameras({"hall": (7, 8)}, (), (7,))
    assert [(table, status.status) for table, status in gone.items()] == [(7, "trouble")]
    assert list_far_cameras({"hall": (7, 8)}, [make_pi("hall", {7: LIVE})], (7,)) == {7: LIVE}


@pytest.mark.parametrize("tables", [{}, {"hall": ()}, {"hall": (8,)}])
def test_table_that_was_taken_from_a_pi_has_no_camera(tables: dict[str, tuple[int, ...]]) -> None:
    """The last state of its camera does not stay on the page."""
    assert list_far_cameras(tables, [make_pi("hall", {7: LIVE})], (7,)) == {7: NO_CAMERA}


def test_tables_of_a_pi_that_is_not_there_are_silent() -> None:
    """Their pages say so, with a camera and without one, and those of a Pi that is there do not."""
    tables = {"hall": (7, 8), "bar": (2,), "attic": ()}
    assert list_silent_tables(tables, [make_pi("bar", {})]) == {7, 8}
    assert list_silent_tables(tables, [make_pi("bar", {}), make_pi("hall", {})]) == frozenset()

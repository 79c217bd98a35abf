"""A camera that stops: the game goes on by taps, and the camera comes back by itself."""

import pytest

from tests.pi.test_play import throws
from tests.pi.virtualpi import VirtualPi

pytestmark = pytest.mark.pi

FAULT = "/run/camera"


@pytest.mark.parametrize("fault", ["stuck", "gone"])
def test_camera_stops_delivering(pi: VirtualPi, truth: list[list[int]], fault: str) -> None:
    """No picture comes any more: the page says so, taps play on, and pictures that come again are read."""
    pi.until_table("the camera gives pictures", lambda now: now["camera"]["status"] == "live")
    if pi.table()["phase"] != "playing":
        assert pi.post("/api/table/1/ring", {})[0] == 200
    before = pi.pid()

    pi.run(f"echo {fault} >{FAULT}")
    lost = pi.until_table("the page says so", lambda now: now["camera"]["status"] == "trouble")
    assert lost["camera"]["says"]
    assert lost["camera"]["remedy"]
    seen = len(throws(pi))
    status, told = pi.post("/api/table/1/enter", {"dice": [2, 4, 6], "token": fault})
    assert status == 200, told
    assert throws(pi)[seen:] == [[2, 4, 6]]

    pi.run(f"rm {FAULT}")
    pi.until_table("the camera is back", lambda now: now["camera"]["status"] == "live")
    played = pi.table()["revision"]
    pi.until_table("a throw is read again", lambda now: now["revision"] > played)
    assert all(dice in truth for dice in throws(pi)[seen + 1 :])
    assert pi.pid() == before

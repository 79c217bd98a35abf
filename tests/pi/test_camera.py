"""A camera that fails: the game goes on by tapping, and the camera is used again when it works."""

import pytest

from tests.pi.test_play import list_throws
from tests.pi.virtualpi import VirtualPi

pytestmark = pytest.mark.pi

FAULT = "/run/camera"


def dismiss_doubt(pi: VirtualPi) -> None:
    """Answer that the dice which the table asks about are no throw."""
    if doubt := pi.table()["doubt"]:
        status, body = pi.post("/api/table/1/dismiss", {"seq": doubt["seq"]})
        assert status == 200, body


@pytest.mark.parametrize("fault", ["stuck", "gone"])
def test_camera_that_fails_is_reported_and_used_again(
    pi: VirtualPi, truth: list[list[int]], fault: str
) -> None:
    """Without pictures the page reports it and dice can be tapped; when pictures come again they are read."""
    pi.wait_for_table("the camera gives pictures", lambda now: now["camera"]["status"] == "live")
    if pi.table()["phase"] != "playing":
        assert pi.post("/api/table/1/ring", {})[0] == 200
    before = pi.pid()

    pi.run(f"echo {fault} >{FAULT}")
    lost = pi.wait_for_table("the page says so", lambda now: now["camera"]["status"] == "trouble")
    assert lost["camera"]["says"]
    assert lost["camera"]["remedy"]
    dismiss_doubt(pi)  # a throw may have passed while no picture came
    before_tap = len(list_throws(pi))
    status, body = pi.post("/api/table/1/enter", {"dice": [2, 4, 6], "token": fault})
    assert status == 200, body
    assert list_throws(pi)[before_tap:] == [[2, 4, 6]]

    pi.run(f"rm {FAULT}")
    pi.wait_for_table("the camera is back", lambda now: now["camera"]["status"] == "live")
    played = pi.table()["revision"]
    pi.wait_for_table("a throw is read again", lambda now: now["revision"] > played)
    assert all(dice in truth for dice in list_throws(pi)[before_tap + 1 :])
    assert pi.pid() == before

"""The state of a room's devices, as they last reported it."""

from pi_bunco.room.presence import NO_CAMERA, DeviceMessage, Presence
from pi_bunco.views.devices import (
    Banner,
    BellButton,
    BreakLeft,
    CameraStatus,
    DiceMotion,
    TimeLeft,
    TimeToBell,
)

LIVE = CameraStatus("live", "mock camera live", mock=True)


def test_table_without_a_camera_has_none() -> None:
    """Only the tables that are named have a camera, and banners are passed on."""
    presence = Presence({2: LIVE})
    assert presence.get_status(1, ()).camera == NO_CAMERA
    banner = Banner("The card is full.", "Delete photos.")
    status = presence.get_status(2, (banner,))
    assert (status.camera, status.banners) == (LIVE, (banner,))


def test_report_of_a_table_changes_that_table() -> None:
    """A camera and a moving mat belong to one table."""
    presence = Presence({})
    assert presence.take(LIVE, 3) == (3,)
    assert presence.take(DiceMotion(moving=True), 3) == (3,)
    assert presence.get_status(3, ()).moving
    assert not presence.get_status(1, ()).moving
    presence.take(DiceMotion(moving=False), 3)
    assert not presence.get_status(3, ()).moving


def test_reports_of_button_and_clocks_change_all_tables() -> None:
    """The button and the clocks are the same at each table."""
    presence = Presence({})
    messages: tuple[DeviceMessage, ...] = (BellButton("end"), TimeToBell(20), BreakLeft(4), TimeLeft(7))
    assert [presence.take(message, 1) for message in messages] == [None] * 4
    status = presence.get_status(9, ())
    assert (status.button.stage, status.bell_in, status.break_left, status.minutes_left) == ("end", 20, 4, 7)
    assert (presence.bell_in, presence.break_left) == (20, 4)

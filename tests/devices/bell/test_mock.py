"""The bell without wires."""

from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Ring


def test_mock_bell_press_and_sound() -> None:
    """Its key rings, its sound reaches everybody who listens, and it remembers what sounded."""
    bell = open_bell("mock")
    assert isinstance(bell, MockBell)
    pressed: list[str] = []
    page: list[Ring] = []
    lamp: list[Ring] = []
    bell.press()
    bell.on_press(lambda: pressed.append("ring"))
    bell.on_sound(page.append)
    bell.on_sound(lamp.append)
    bell.press()
    bell.sound(Ring.START)
    bell.sound(Ring.BUNCO)
    assert pressed == ["ring"]
    assert page == lamp == list(bell.sounded) == [Ring.START, Ring.BUNCO]


def test_mock_bell_closed_is_deaf_and_dumb() -> None:
    """Once closed, as often as one likes, nobody hears of it any more."""
    bell = MockBell()
    heard: list[object] = []
    bell.on_press(lambda: heard.append("press"))
    bell.on_sound(heard.append)
    bell.close()
    bell.close()
    bell.press()
    bell.sound(Ring.END)
    assert heard == []

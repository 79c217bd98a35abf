"""The bell without wires."""

from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Lamp, Press, Ring, Stage


def test_mock_bell_press_and_sound() -> None:
    """Its key rings, and it remembers what sounded and what its lamp shows."""
    bell = open_bell("mock")
    assert isinstance(bell, MockBell)
    pressed: list[Press] = []
    bell.press()
    bell.on_press(pressed.append)
    bell.press()
    bell.sound(Ring.START)
    bell.sound(Ring.BUNCO)
    bell.light(Lamp.PLAYING)
    assert pressed == [Press(Stage.SHORT), Press(Stage.SHORT, let_go=True)]
    assert list(bell.sounded) == [Ring.START, Ring.BUNCO]
    assert bell.lit is Lamp.PLAYING
    assert not bell.down


def test_mock_bell_held_comes_through_the_stages() -> None:
    """A finger that stays on it is told of as a real one is, and is down until it lets go."""
    bell = MockBell()
    pressed: list[Press] = []
    bell.on_press(pressed.append)
    bell.hold(Stage.END)
    assert pressed == [Press(Stage.SHORT), Press(Stage.WARN_END), Press(Stage.END)]
    assert bell.down


def test_mock_bell_held_since_the_start_tells_what_a_finger_tells() -> None:
    """Nothing before the stage ``off``, and nothing of how it began."""
    bell = MockBell()
    pressed: list[Press] = []
    bell.on_press(pressed.append)
    bell.press(Stage.WARN_OFF, since_start=True)
    assert pressed == []
    bell.press(Stage.OFF, since_start=True)
    assert pressed == [Press(Stage.OFF, since_start=True), Press(Stage.OFF, let_go=True, since_start=True)]
    bell.press(Stage.STUCK, since_start=True)
    assert pressed[2:] == [
        Press(Stage.OFF, since_start=True),
        Press(Stage.STUCK, since_start=True),
        Press(Stage.STUCK, let_go=True, since_start=True),
    ]


def test_mock_bell_closed_is_deaf_and_dumb() -> None:
    """Once closed, however often, it reports nothing any more."""
    bell = MockBell()
    heard: list[object] = []
    bell.on_press(heard.append)
    bell.light(Lamp.READY)
    bell.close()
    bell.close()
    bell.press()
    bell.sound(Ring.END)
    assert heard == []
    assert bell.lit is Lamp.DARK

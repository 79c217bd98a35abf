"""The bell without wires."""

from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Lamp, Press, Ring, Stage


def test_mock_bell_press_and_sound() -> None:
    """A mock bell reports a press, and remembers which rings it played and what its lamp shows."""
    bell = open_bell("mock")
    assert isinstance(bell, MockBell)
    presses: list[Press] = []
    bell.press()
    bell.on_press(presses.append)
    bell.press()
    bell.sound(Ring.START)
    bell.sound(Ring.BUNCO)
    bell.light(Lamp.PLAYING)
    assert presses == [Press(Stage.SHORT), Press(Stage.SHORT, let_go=True)]
    assert list(bell.sounded) == [Ring.START, Ring.BUNCO]
    assert bell.lit is Lamp.PLAYING
    assert not bell.down


def test_mock_bell_held_reports_each_stage() -> None:
    """A held mock bell reports each stage up to the given one, and stays down."""
    bell = MockBell()
    presses: list[Press] = []
    bell.on_press(presses.append)
    bell.hold(Stage.END)
    assert presses == [Press(Stage.SHORT), Press(Stage.WARN_END), Press(Stage.END)]
    assert bell.down


def test_mock_bell_held_since_the_start_reports_from_off() -> None:
    """A press that began before the start is reported from the stage ``off`` on, with ``since_start``."""
    bell = MockBell()
    presses: list[Press] = []
    bell.on_press(presses.append)
    bell.press(Stage.WARN_OFF, since_start=True)
    assert presses == []
    bell.press(Stage.OFF, since_start=True)
    assert presses == [Press(Stage.OFF, since_start=True), Press(Stage.OFF, let_go=True, since_start=True)]
    bell.press(Stage.STUCK, since_start=True)
    assert presses[2:] == [
        Press(Stage.OFF, since_start=True),
        Press(Stage.STUCK, since_start=True),
        Press(Stage.STUCK, let_go=True, since_start=True),
    ]


def test_mock_bell_closed_reports_nothing() -> None:
    """A closed mock bell reports no press and its lamp is dark; closing it twice does no harm."""
    bell = MockBell()
    presses: list[object] = []
    bell.on_press(presses.append)
    bell.light(Lamp.READY)
    bell.close()
    bell.close()
    bell.press()
    bell.sound(Ring.END)
    assert presses == []
    assert bell.lit is Lamp.DARK

"""The bell's button and buzzer."""

import pytest

from pi_bunco.app.doctor.bell import BellState, examine_bell, judge_button, judge_part
from pi_bunco.config import Settings
from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import BellTrouble, Stage
from pi_bunco.findings import Mark

BOARD = load_board("generic-lamp")
TROUBLE = BellTrouble("This user may not use the GPIO pins.", "Add the user to the group gpio.")


@pytest.mark.parametrize(
    ("heard", "marks"),
    [
        (BellState(), [Mark.GOOD] * 3),
        (BellState(BOARD), [Mark.GOOD] * 3),
        (BellState(BOARD, TROUBLE), [Mark.BAD] * 3),
        (BellState(BOARD, TROUBLE, runs=True), [Mark.BAD] * 3),
        (BellState(BOARD, seconds_pressed=3.0, runs=True), [Mark.GOOD] * 3),
        (BellState(BOARD, tried={"button": True, "buzzer": False}), [Mark.GOOD, Mark.BAD, Mark.GOOD]),
        (BellState(BOARD, tried={"button": False, "lamp": False}), [Mark.BAD, Mark.GOOD, Mark.BAD]),
        (BellState(BOARD, down=True), [Mark.BAD, Mark.GOOD, Mark.GOOD]),
    ],
)
def test_judged(heard: BellState, marks: list[Mark]) -> None:
    """What somebody tried and did not come is bad, and the remedy says where the wires go."""
    found = [judge_button(heard), judge_part("buzzer", heard), judge_part("lamp", heard)]
    assert [one.mark for one in found] == marks
    for one in found:
        if one.mark is Mark.BAD:
            wiring = BOARD.parts[one.check].wiring
            assert (wiring if heard.trouble is None else TROUBLE.remedy) in one.remedy


def test_a_board_without_a_lamp() -> None:
    """A lamp that a board does not have is no fault."""
    assert judge_part("lamp", BellState(load_board("generic"))).mark is Mark.GOOD


def test_the_page_is_the_bell() -> None:
    """Without pins nothing is opened; nobody is asked to press."""
    assert (
        examine_bell(Settings(camera="none"), trial=lambda *_: pytest.fail("nothing to try")) == BellState()
    )


def test_tried_and_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bell is opened for the trial and closed after it."""
    bell = MockBell()
    monkeypatch.setattr("pi_bunco.app.doctor.bell.open_bell", lambda _: bell)
    closed = []
    monkeypatch.setattr(bell, "close", lambda: closed.append(True))
    heard = examine_bell(Settings(bell="gpio:generic"), lambda given, _: {"button": given is bell})
    assert (heard.tried, closed) == ({"button": True}, [True])
    assert examine_bell(Settings(bell="gpio")) == BellState(load_board("generic"))


def test_a_stuck_button_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A button that is down when the bell is opened is reported at once; nobody is asked to press it."""
    bell = MockBell()
    bell.hold(Stage.STUCK)
    monkeypatch.setattr("pi_bunco.app.doctor.bell.open_bell", lambda _: bell)
    heard = examine_bell(Settings(bell="gpio"), trial=lambda *_: pytest.fail("it cannot be pressed"))
    assert heard.down
    assert "stuck" in judge_button(heard).found


def test_no_board() -> None:
    """An unknown board is reported in the bell's own words."""
    no_board = examine_bell(Settings(bell="gpio:toaster"))
    assert "toaster" in judge_button(no_board).found
    assert judge_part("buzzer", no_board).mark is Mark.BAD


def test_a_bell_of_another_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is opened and given back; nobody says that the page is the bell, or knows its wires."""
    bell = MockBell()
    monkeypatch.setattr("pi_bunco.app.doctor.bell.open_bell", lambda _: bell)
    settings = Settings(bell="gong:left")
    heard = examine_bell(settings, trial=lambda *_: pytest.fail("nobody knows its wires"))
    assert heard == BellState(plugin="gong")
    found = [judge_button(heard), judge_part("buzzer", heard), judge_part("lamp", heard)]
    assert [(one.mark, "“gong”" in one.found) for one in found] == [(Mark.GOOD, True)] * 3
    bell.hold(Stage.SHORT)
    stuck = judge_button(examine_bell(settings))
    assert (stuck.mark, "“gong” is down" in stuck.found) == (Mark.BAD, True)


def test_a_bell_of_another_package_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says is what the doctor says."""

    def fails(_: str) -> None:
        raise TROUBLE

    monkeypatch.setattr("pi_bunco.app.doctor.bell.open_bell", fails)
    found = judge_button(examine_bell(Settings(bell="gong")))
    assert (found.mark, found.found) == (Mark.BAD, TROUBLE.text)

"""The checks of the bell's button, buzzer and lamp."""

import pytest

from pi_bunco.app.doctor.bell import BellState, examine_bell, judge_button, judge_part
from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import BellTrouble, Stage
from pi_bunco.findings import Mark
from pi_bunco.settings.config import Settings

BOARD = load_board("generic-lamp")
TROUBLE = BellTrouble("This user may not use the GPIO pins.", "Add the user to the group gpio.")


@pytest.mark.parametrize(
    ("state", "marks"),
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
def test_bell_parts_are_judged(state: BellState, marks: list[Mark]) -> None:
    """A part that failed its trial is bad, and the remedy contains its wiring or the bell's own remedy."""
    findings = [judge_button(state), judge_part("buzzer", state), judge_part("lamp", state)]
    assert [finding.mark for finding in findings] == marks
    for finding in findings:
        if finding.mark is Mark.BAD:
            wiring = BOARD.parts[finding.check].wiring
            assert (wiring if state.trouble is None else TROUBLE.remedy) in finding.remedy


def test_bell_without_a_lamp_is_good() -> None:
    """The missing lamp of a board without one is no fault."""
    assert judge_part("lamp", BellState(load_board("generic"))).mark is Mark.GOOD


def test_bell_on_the_page_is_not_tried() -> None:
    """If the bell is a key on the page, nothing is opened or tried."""
    assert (
        examine_bell(Settings(camera="none"), trial=lambda *_: pytest.fail("nothing to try")) == BellState()
    )


def test_bell_is_closed_after_its_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bell is opened for the trial and closed after it."""
    bell = MockBell()
    monkeypatch.setattr("pi_bunco.app.doctor.bell.open_bell", lambda _: bell)
    closed = []
    monkeypatch.setattr(bell, "close", lambda: closed.append(True))
    state = examine_bell(Settings(bell="gpio:generic"), lambda opened, _: {"button": opened is bell})
    assert (state.tried, closed) == ({"button": True}, [True])
    assert examine_bell(Settings(bell="gpio")) == BellState(load_board("generic"))


def test_bell_with_a_stuck_button_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A button that is down when the bell is opened is reported as stuck, without a trial."""
    bell = MockBell()
    bell.hold(Stage.STUCK)
    monkeypatch.setattr("pi_bunco.app.doctor.bell.open_bell", lambda _: bell)
    state = examine_bell(Settings(bell="gpio"), trial=lambda *_: pytest.fail("it cannot be pressed"))
    assert state.down
    assert "stuck" in judge_button(state).found


def test_bell_with_an_unknown_board_is_bad() -> None:
    """The finding about an unknown board contains the bell's own message."""
    no_board = examine_bell(Settings(bell="gpio:toaster"))
    assert "toaster" in judge_button(no_board).found
    assert judge_part("buzzer", no_board).mark is Mark.BAD


def test_bell_of_another_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plug-in's bell is not tried, but a pressed button is reported. Findings have the plug-in's name."""
    bell = MockBell()
    monkeypatch.setattr("pi_bunco.app.doctor.bell.open_bell", lambda _: bell)
    settings = Settings(bell="gong:left")
    state = examine_bell(settings, trial=lambda *_: pytest.fail("its wiring is unknown"))
    assert state == BellState(plugin="gong")
    findings = [judge_button(state), judge_part("buzzer", state), judge_part("lamp", state)]
    assert [(each.mark, "“gong”" in each.found) for each in findings] == [(Mark.GOOD, True)] * 3
    bell.hold(Stage.SHORT)
    stuck = judge_button(examine_bell(settings))
    assert (stuck.mark, "“gong” is down" in stuck.found) == (Mark.BAD, True)


def test_bell_of_another_package_that_does_not_open_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    """The finding contains the message of the plug-in."""

    def fail_to_open(_: str) -> None:
        raise TROUBLE

    monkeypatch.setattr("pi_bunco.app.doctor.bell.open_bell", fail_to_open)
    found = judge_button(examine_bell(Settings(bell="gong")))
    assert (found.mark, found.found) == (Mark.BAD, TROUBLE.text)

"""The bell's button and buzzer."""

import pytest

from pi_bunco.app.doctor.bell import Heard, by_opening, judge_button, judge_buzzer
from pi_bunco.config import Settings
from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import BellTrouble
from pi_bunco.findings import Mark

BOARD = load_board("generic")
TROUBLE = BellTrouble("This user may not use the GPIO pins.", "Add the user to the group gpio.")


@pytest.mark.parametrize(
    ("heard", "button", "buzzer"),
    [
        (Heard(), Mark.GOOD, Mark.GOOD),
        (Heard(BOARD), Mark.GOOD, Mark.GOOD),
        (Heard(BOARD, TROUBLE), Mark.BAD, Mark.BAD),
        (Heard(BOARD, pressed=True, sounded=False), Mark.GOOD, Mark.BAD),
        (Heard(BOARD, pressed=False, sounded=True), Mark.BAD, Mark.GOOD),
    ],
)
def test_judged(heard: Heard, button: Mark, buzzer: Mark) -> None:
    """What somebody tried and did not come is bad, and the remedy says where the wires go."""
    found = judge_button(heard), judge_buzzer(heard)
    assert (found[0].mark, found[1].mark) == (button, buzzer)
    for one, wire in zip(found, (BOARD.button, BOARD.buzzer), strict=True):
        if one.mark is Mark.BAD:
            assert (wire.wiring if heard.trouble is None else TROUBLE.remedy) in one.remedy


def test_the_page_is_the_bell() -> None:
    """Without pins nothing is opened; nobody is asked to press."""
    assert by_opening(Settings(camera="none"), trial=lambda *_: pytest.fail("nothing to try")) == Heard()


def test_tried_and_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bell is opened for the trial and closed after it."""
    bell = MockBell()
    monkeypatch.setattr("pi_bunco.app.doctor.bell.open_bell", lambda _: bell)
    closed = []
    monkeypatch.setattr(bell, "close", lambda: closed.append(True))
    heard = by_opening(
        Settings(bell="gpio:generic"), trial=lambda given, board: (given is bell, board is None)
    )
    assert (heard.pressed, heard.sounded, closed) == (True, False, [True])
    assert by_opening(Settings(bell="gpio")) == Heard(BOARD)


def test_no_pins_and_no_board() -> None:
    """A machine without pins, and a board that nobody knows, are told in the bell's own words."""
    no_board = by_opening(Settings(bell="gpio:toaster"))
    assert "toaster" in judge_button(no_board).found
    assert judge_buzzer(no_board).mark is Mark.BAD

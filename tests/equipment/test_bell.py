"""The bell that a table gets."""

import pytest

from pi_bunco.access.door import Door
from pi_bunco.app.play import _connect
from pi_bunco.devices.bell import UnknownBell
from pi_bunco.devices.bell.board import BoardTrouble
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import BellTrouble, Lamp
from pi_bunco.equipment.bell import UP, open_table_bell
from pi_bunco.game.commands import RingBell
from pi_bunco.views.devices import BellButton
from tests.equipment.test_button import FakePageService


def test_ringing_mock_bell_opens_without_a_message() -> None:
    """``mock`` opens a mock bell, and the button's state is an ordinary ``UP``."""
    bell, button = open_table_bell("mock")
    assert isinstance(bell, MockBell)
    assert button is UP


def test_ringing_mock_bell_replaces_a_bell_that_does_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a GPIO bell does not open, a mock bell replaces it; the page shows why and what to do."""

    def busy(_: str) -> MockBell:
        raise BellTrouble("GPIO 17 is in use already.", "Stop what uses it.")

    monkeypatch.setattr("pi_bunco.equipment.bell.open_bell", busy)
    bell, button = open_table_bell("gpio")
    assert isinstance(bell, MockBell)
    assert (button.stage, button.text) == ("missing", "GPIO 17 is in use already.")
    assert button.remedy == "Stop what uses it. Then start the table again; until then ring on the page."


@pytest.mark.parametrize(("spec", "error"), [("gong", UnknownBell), ("gpio:toaster", BoardTrouble)])
def test_ringing_unknown_bell_is_refused(spec: str, error: type[Exception]) -> None:
    """An unknown bell or board raises an error, so that the table does not start."""
    with pytest.raises(error):
        open_table_bell(spec)


def test_ringing_missing_bell_is_reported_at_the_start_and_on_the_page() -> None:
    """A missing bell is in the notes at the start and on the page; a bell that is there is in neither."""
    service, notes = FakePageService(), list[str]()
    missing = BellButton("missing", "GPIO 17 is in use already.", "Stop what uses it.")
    bell = MockBell()
    _connect(bell, missing, service, Door(), notes)  # type: ignore[arg-type] # stands in
    assert notes == ["GPIO 17 is in use already. Stop what uses it."]
    assert (service.stages, bell.lit) == (["missing"], Lamp.READY)
    _connect(bell, UP, service, Door(), notes)  # type: ignore[arg-type] # stands in
    assert (len(notes), service.stages) == (1, ["missing"])
    bell.press()
    assert service.commands == [RingBell(by="button")]

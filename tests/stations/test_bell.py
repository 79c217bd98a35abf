"""Which bell a table gets."""

import pytest

from pi_bunco.access.door import Door
from pi_bunco.app.play import _connect
from pi_bunco.devices.bell import UnknownBell
from pi_bunco.devices.bell.board import BoardTrouble
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import BellTrouble, Lamp
from pi_bunco.game.commands import RingBell
from pi_bunco.stations.bell import UP, open_table_bell
from pi_bunco.views.devices import BellButton
from tests.stations.test_button import FakePageService


def test_ringing_the_page_is_the_bell_where_no_other_was_asked_for() -> None:
    """Nothing is wrong with that, so nothing is told."""
    bell, told = open_table_bell("mock")
    assert isinstance(bell, MockBell)
    assert told is UP


def test_ringing_the_page_stands_in_for_pins_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game goes on, and the page says what is wrong, what to do, and where to ring meanwhile."""

    def busy(_: str) -> MockBell:
        raise BellTrouble("GPIO 17 is in use already.", "Stop what uses it.")

    monkeypatch.setattr("pi_bunco.stations.bell.open_bell", busy)
    bell, told = open_table_bell("gpio")
    assert isinstance(bell, MockBell)
    assert (told.stage, told.text) == ("missing", "GPIO 17 is in use already.")
    assert told.remedy == "Stop what uses it. Then start the table again; until then ring on the page."


@pytest.mark.parametrize(("spec", "error"), [("gong", UnknownBell), ("gpio:toaster", BoardTrouble)])
def test_ringing_what_does_not_exist_is_refused(spec: str, error: type[Exception]) -> None:
    """A word that nobody knows is a mistake of who wrote it, and is told before anything begins."""
    with pytest.raises(error):
        open_table_bell(spec)


def test_ringing_a_bell_that_is_missing_is_told_at_the_start_and_on_the_page() -> None:
    """Whoever starts the table reads it, and the page shows it; a bell that is there is not talked of."""
    service, notes = FakePageService(), list[str]()
    missing = BellButton("missing", "GPIO 17 is in use already.", "Stop what uses it.")
    bell = MockBell()
    _connect(bell, missing, service, Door(), notes)  # type: ignore[arg-type] # stands in
    assert notes == ["GPIO 17 is in use already. Stop what uses it."]
    assert (service.told, bell.lit) == (["missing"], Lamp.READY)
    _connect(bell, UP, service, Door(), notes)  # type: ignore[arg-type] # stands in
    assert (len(notes), service.told) == (1, ["missing"])
    bell.press()
    assert service.asked == [RingBell(by="button")]

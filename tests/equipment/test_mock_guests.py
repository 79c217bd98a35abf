"""Mock guests, who enter their dice by tapping."""

from dataclasses import replace

from pi_bunco.equipment.mock_party import MockGuests
from pi_bunco.game.commands import CallThrow, EnterDice
from pi_bunco.views.table import TableView


def test_guests_enter_dice_after_a_pause(ready: TableView) -> None:
    """If the page allows it, guests enter the right number of dice, after a pause since the last change."""
    guests = MockGuests(seed=1, pause=2)
    assert guests.choose_command(ready, 0) is None
    playing = replace(ready, table=7, revision=2, dice=3, can=replace(ready.can, enter=True))
    assert [guests.choose_command(playing, now) for now in (1.0, 2.9)] == [None, None]
    entered = guests.choose_command(playing, 3.0)
    assert isinstance(entered, EnterDice)
    assert (entered.table, entered.by, len(entered.dice)) == (7, "mock guest", 3)
    assert guests.choose_command(replace(playing, revision=3), 3.1) is None
    entered = guests.choose_command(replace(playing, revision=3, dice=2), 9)
    assert isinstance(entered, EnterDice)
    assert len(entered.dice) == 2


def test_guests_call_at_once(ready: TableView) -> None:
    """Guests call a throw without a pause, because a call must come before the next throw."""
    calling = replace(ready, table=2, can=replace(ready.can, call=True, enter=True))
    assert MockGuests(1, 2).choose_command(calling, 0) == CallThrow(by="mock guest", table=2)

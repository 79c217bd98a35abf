"""Mock guests tap what they throw, at their own pace."""

from dataclasses import replace

from pi_bunco.app.guests import Guests
from pi_bunco.table.commands import Call, Enter
from pi_bunco.table.snapshot import Snapshot


def test_guests_tap_at_their_own_pace(ready: Snapshot) -> None:
    """Only where dice may be entered, so many as are thrown, and after a pause since the last change."""
    guests = Guests(seed=1, pause=2)
    assert guests.look(ready, 0) is None
    playing = replace(ready, table=7, revision=2, dice=3, can=replace(ready.can, enter=True))
    assert [guests.look(playing, now) for now in (1.0, 2.9)] == [None, None]
    entered = guests.look(playing, 3.0)
    assert isinstance(entered, Enter)
    assert (entered.table, entered.by, len(entered.dice)) == (7, "mock guest", 3)
    assert guests.look(replace(playing, revision=3), 3.1) is None
    two = guests.look(replace(playing, revision=3, dice=2), 9)
    assert isinstance(two, Enter)
    assert len(two.dice) == 2


def test_guests_call_at_once(ready: Snapshot) -> None:
    """A call must come before the next throw."""
    calling = replace(ready, table=2, can=replace(ready.can, call=True, enter=True))
    assert Guests(1, 2).look(calling, 0) == Call(by="mock guest", table=2)

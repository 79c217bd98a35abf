"""The changes of a room have numbers, and somebody can wait for the next one."""

import threading

from pi_bunco.game.lines import ROOM
from pi_bunco.room.changes import Changes


def test_each_change_has_a_number() -> None:
    """A change at a table is also one of the room; other tables keep their number."""
    changes = Changes()
    assert [changes.get_number(table) for table in (ROOM, 1, 2)] == [1, 1, 1]
    changes.note((2,))
    changes.note(())
    assert [changes.get_number(table) for table in (ROOM, 1, 2)] == [3, 1, 2]


def test_waiting_ends_with_a_change_or_its_time() -> None:
    """A known change is not returned again; another thread's change ends the waiting."""
    changes = Changes()
    assert changes.wait(0, 0.0) == 1
    assert changes.wait(1, 0.01) is None
    other = threading.Timer(0.05, changes.note, ((1,),))
    other.start()
    assert changes.wait(1, 10.0) == 2
    other.join()

"""A view is made once for all who look, and again only after a change."""

from itertools import count

from pi_bunco.game.lines import ROOM
from pi_bunco.room.changes import Changes
from pi_bunco.room.view_cache import ViewCache


def test_view_is_made_again_only_after_a_change() -> None:
    """A change at the table makes a new view; one at another table does not, unless it shows the results."""
    changes, made = Changes(), count(1)
    cache = ViewCache(changes)

    def look(table: int, *, with_results: bool = False) -> tuple[int, int]:
        return cache.get((table, with_results), lambda: next(made))

    assert look(1) == look(1) == (1, 1)
    assert look(1, with_results=True) == (1, 2)
    changes.note((2,))
    assert look(1) == (1, 1)
    assert look(1, with_results=True) == (2, 3)
    changes.note((1,))
    assert look(1) == (3, 4)
    assert look(ROOM, with_results=True) == (3, 5)


def test_cache_knows_who_was_looked_at() -> None:
    """The tables of all views are listed, so that a page of a table that is gone hears of it."""
    cache = ViewCache(Changes())
    cache.get((7, False), object)
    cache.get((ROOM, True), object)
    assert set(cache.list_tables()) == {7, ROOM}

"""Who has left: the lists of guests who wait for a seat and of guests who are away, from the record.

Both are keys of the events ``room:guests`` and ``seating``. ``docs/records.md`` describes them.
"""

from collections.abc import Sequence

from pi_bunco.rules import Event, Game, Other, Seating

_GUESTS_CHANGED = "room:guests"


def find_leavers(game: Game, events: Sequence[Event]) -> frozenset[str]:
    """Return the players who have left: they have no seat and do not wait, or they are away.

    >>> from pi_bunco.rules import Header
    >>> tables = [["Ann", "Bob", "Cy", "Di"]]
    >>> game = Game(Header.parse({"record": "bunco/1", "rules": "classic", "tables": tables}))
    >>> event = Other("room:guests", raw={"waiting": ["Eve"], "away": ["Bob"]})
    >>> find_leavers(game, [event])
    frozenset({'Bob'})
    """
    gone = game.voided.union(game.unused)
    waiting, away = next(
        (
            (event.raw["waiting"], event.raw["away"])
            for seq, event in zip(range(len(events), 0, -1), reversed(events), strict=True)
            if seq not in gone and has_guests(event)
        ),
        ((), ()),
    )
    here = {*game.seated}.difference(away).union(waiting)
    return frozenset(name for name in game.players if name not in here)


def has_guests(event: Event) -> bool:
    """Return whether an event says who waits and who is away."""
    if not isinstance(event, Seating) and not (isinstance(event, Other) and event.name == _GUESTS_CHANGED):
        return False
    lists = (event.raw.get("waiting"), event.raw.get("away"))
    return all(isinstance(names, list) and all(isinstance(name, str) for name in names) for names in lists)

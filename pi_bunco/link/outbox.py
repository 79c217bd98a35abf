"""The outbox of a far Pi: what people did at its tables, until it is in the head's log. The pure part.

An item leaves the outbox when a line of the log has its name. Before that it is sent again and again, so the
carrier may lose it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from typing import Any

from pi_bunco.link.messages import MAX_ITEMS, Items, LinePlace, OutboxItem

PATIENCE = 2.0
"""Seconds after which items are sent again."""
MAX_BYTES = 100_000
"""Most bytes of items in a message, but at least one item."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An item in the outbox.

    Attributes
    ----------
    outbox
        The name that the outbox had when it was made.
    number
        Its number, from 1.
    game
        The number of the game in which it was made.
    table, name, body
        As in :class:`pi_bunco.link.messages.OutboxItem`.
    since
        When it was made, in seconds on a steady clock; ``None``: before this program has started.
    seal
        The seal of the header of its game, ``""`` if unknown.
    of
        As in :class:`pi_bunco.link.messages.OutboxItem`.
    """

    outbox: str
    number: int
    game: int
    table: int
    name: str
    body: Mapping[str, Any]
    since: float | None
    seal: str = ""
    of: str = ""


class Outbox:
    """The items that are not in the copy of the log yet.

    Parameters
    ----------
    name
        Eight digits (0 to f), chosen by chance at each start: items that are made from now on have it. If an
        older copy of the card was put back, numbers are used twice, but never under one name.
    last
        The number of the newest item that was ever made, 0 without one.
    waiting
        The items that wait, oldest first.

    >>> outbox = Outbox("7c1f09aa")
    >>> throw = outbox.make(3, 7, "enter", {"dice": [1, 1, 4]}, now=10.0)
    >>> outbox.put(throw)
    >>> [(item.number, item.name, item.age) for item in outbox.make_message(now=10.5).items]
    [(1, 'enter', 0.5)]
    >>> outbox.follow({"7c1f09aa": 1}) == (throw,), outbox.waiting
    (True, [])
    """

    def __init__(self, name: str, last: int = 0, waiting: Sequence[Kept] = ()) -> None:
        self.name, self.last, self.waiting = name, last, [*waiting]
        self._sent_at: float | None = None
        self._sent = 0

    def make(  # noqa: PLR0913, PLR0917 - an item has these parts
        self,
        game: int,
        table: int,
        name: str,
        body: Mapping[str, Any],
        now: float,
        seal: str = "",
        of: str = "",
    ) -> Kept:
        """Return the next item. It is in the outbox after :meth:`put`."""
        return Kept(self.name, self.last + 1, game, table, name, body, now, seal, of)

    def put(self, kept: Kept) -> None:
        """Add an item that is on the disk."""
        self.last = kept.number
        self.waiting.append(kept)

    def follow(self, items: Mapping[str, int]) -> tuple[Kept, ...]:
        """Note what is in the log.

        Parameters
        ----------
        items
            The number of the newest item of each outbox that is in the log's newest game.

        Returns
        -------
        tuple
            The items that have left the outbox now.
        """
        before = self.waiting
        self.waiting = [kept for kept in before if kept.number > items.get(kept.outbox, 0)]
        if len(self.waiting) < len(before):
            self._sent_at = None  # the head is free for the next ones
        return tuple(kept for kept in before if kept not in self.waiting)

    def reopen(self, items: Sequence[Kept]) -> None:
        """Let items wait that were in a log: it may be another one now, and lack them."""
        waiting = {kept.number: kept for kept in (*items, *self.waiting)}
        self.waiting = [waiting[number] for number in sorted(waiting)]
        self._sent_at = None

    def make_message(self, now: float) -> Items | None:
        """Return the items to send now, ``None`` if none are due."""
        newest = self.waiting[-1].number if self.waiting else 0
        is_due = self._sent_at is None or now - self._sent_at >= PATIENCE or newest > self._sent
        if not self.waiting or not is_due:
            return None
        self._sent_at, self._sent = now, newest
        return Items(
            outbox=self.waiting[0].outbox,
            items=tuple(
                OutboxItem(
                    number=kept.number,
                    table=kept.table,
                    name=kept.name,
                    body=dict(kept.body),
                    age=None if kept.since is None else max(now - kept.since, 0.0),
                    game=LinePlace(kept.game, 0, kept.seal) if kept.seal else None,
                    of=kept.of,
                )
                for kept in self._list_first()
            ),
        )

    def _list_first(self) -> Iterator[Kept]:
        """Yield the items for a message: the oldest ones, all of one outbox."""
        size = 0
        for kept in self.waiting[:MAX_ITEMS]:
            size += len(dumps(kept.body))
            if kept is not self.waiting[0] and (kept.outbox != self.waiting[0].outbox or size > MAX_BYTES):
                return
            yield kept

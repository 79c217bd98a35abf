"""Applies the corrections of a record: which events did not happen, what others showed, and in which order.

Each event is added once. The cost of adding one does not grow with the length of the record.
"""

from bisect import bisect_left, insort
from collections.abc import Sequence

from pi_bunco.rules.events import Correct, CorrectTally, Event, Missed, Other, Void

ContentCorrection = Correct | CorrectTally
"""A correction of what an earlier event showed or counted."""


class Corrections:
    """All events of a record and the corrections among them; it knows nothing about the game.

    Attributes
    ----------
    events
        All events; the first has number 1.
    order
        Their numbers in the order in which they happened: a missed throw after what it names.

    >>> from pi_bunco.rules import Bell, Missed, Throw
    >>> record, dice = Corrections(), (1, 2, 3)
    >>> for event in Bell(), Throw(1, dice), Missed(1, 1, dice), Missed(1, 1, dice), Missed(3, 1, dice):
    ...     _ = record.add(event)
    >>> record.order
    [1, 3, 5, 4, 2]
    >>> record.add(Void(2)), record.apply_new(), record.voided    # the throw stands at place 4 of the order
    (None, 4, frozenset({2}))
    >>> record.add(Void(6)), record.apply_new(), record.voided
    (None, 4, frozenset({6}))
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.order: list[int] = []
        self._voids: dict[int, int] = {}  # the number of valid voids for each voided event
        self._voided: frozenset[int] | None = frozenset()
        self._valid: dict[int, list[int]] = {}  # the valid corrections, ascending, by the corrected event
        self._missed: dict[int, list[int]] = {}  # missed throws, ascending, by the event before
        self._missed_count = 0
        self._new: list[int] = []  # corrections and voids that are not applied yet

    def copy(self) -> "Corrections":
        """Return an independent copy."""
        copy = Corrections()
        copy.events, copy.order, copy._new = [*self.events], [*self.order], [*self._new]
        copy._voids, copy._voided, copy._missed_count = dict(self._voids), self._voided, self._missed_count
        copy._valid = {seq: [*valid] for seq, valid in self._valid.items()}
        copy._missed = {seq: [*missed] for seq, missed in self._missed.items()}
        return copy

    @property
    def voided(self) -> frozenset[int]:
        """The numbers of the events that did not happen: those with a valid void."""
        if self._voided is None:
            self._voided = frozenset(self._voids)
        return self._voided

    def is_voided(self, seq: int) -> bool:
        """Return whether event ``seq`` did not happen."""
        return seq in self._voids

    def find_correction(self, seq: int) -> ContentCorrection | None:
        """Return the correction of event ``seq`` that counts: the last valid one."""
        valid = self._valid.get(seq)
        last = self.events[valid[-1] - 1] if valid else None
        return last if isinstance(last, ContentCorrection) else None

    def find_correction_number(self, seq: int) -> int | None:
        """Return the number of :meth:`find_correction`'s event."""
        valid = self._valid.get(seq)
        return valid[-1] if valid else None

    def append(self, event: Event) -> int:
        """Add an event that is not a correction and return its number."""
        self.events.append(event)
        self.order.append(len(self.events))
        return len(self.events)

    def add(self, event: Event) -> int | None:
        """Add a correction; return the place of a missed throw in :attr:`order`.

        The other corrections take effect in :meth:`apply_new`.
        """
        if isinstance(event, Missed):
            return self._insert(event)
        self._new.append(self.append(event))
        return None

    def apply_new(self) -> int | None:
        """Apply the corrections and voids that were added since the last call.

        Returns
        -------
        int or None
            The place in :attr:`order` of the first event that they change, ``None`` if they change none.
        """
        new, self._new = self._new, []
        if len(new) > _MAX_ONE_BY_ONE:
            return self._apply_all(new)
        return min((place for seq in new if (place := self._apply(seq)) is not None), default=None)

    def take_back(self, place: int) -> None:
        """Remove the missed throw that was added last; ``place`` is its place in :attr:`order`."""
        missed = self.events.pop()
        if isinstance(missed, Missed):
            self._missed[missed.after].pop()
            self._missed_count -= 1
            del self.order[place]

    def _insert(self, missed: Missed) -> int:
        self.events.append(missed)
        last = missed.after
        while after := self._missed.get(last):
            last = after[-1]
        place = self._find_place(last) + 1 if last else 0
        self.order.insert(place, len(self.events))
        self._missed.setdefault(missed.after, []).append(len(self.events))
        self._missed_count += 1
        return place

    def _apply(self, seq: int) -> int | None:
        event = self.events[seq - 1]
        if isinstance(event, ContentCorrection):
            self._valid.setdefault(event.seq, []).append(seq)
            return self._find_place(event.seq)
        return self._void(event.seq) if isinstance(event, Void) else None

    def _apply_all(self, new: Sequence[int]) -> int | None:
        """Apply all corrections again, from the last to the first.

        This is faster for many corrections, since a void can change whether earlier ones are valid.
        """
        before, self._voids, self._valid, self._voided = self._voids, {}, {}, None
        for seq in range(len(self.events), 0, -1):
            event = self.events[seq - 1]
            if isinstance(event, ContentCorrection | Void) and seq not in self._voids:
                if isinstance(event, Void):
                    self._voids[event.seq] = self._voids.get(event.seq, 0) + 1
                else:
                    self._valid.setdefault(event.seq, []).append(seq)
        for valid in self._valid.values():
            valid.reverse()
        changed = set()
        for seq in (*(before.keys() ^ self._voids.keys()), *new):
            event = self.events[seq - 1]
            if not isinstance(event, Void | Other):
                changed.add(event.seq if isinstance(event, ContentCorrection) else seq)
        places = {seq: place for place, seq in enumerate(self.order)} if changed else {}
        return min((places[seq] for seq in changed), default=None)

    def _void(self, seq: int) -> int | None:
        """Add a void of event ``seq``. Voiding a void makes its own target valid again, and so on."""
        change = 1
        while True:
            voids_before = self._voids.pop(seq, 0)
            voids = voids_before + change
            if voids:
                self._voids[seq] = voids
            if voids_before and voids:
                return None
            self._voided = None
            event = self.events[seq - 1]
            if not isinstance(event, Void):
                return self._find_changed(seq, event)
            seq, change = event.seq, (-1 if voids else 1)

    def _find_changed(self, seq: int, event: Event) -> int | None:
        """Return the place of the event that changes when ``event``, not a void, becomes void or valid."""
        if isinstance(event, ContentCorrection):
            valid = self._valid.setdefault(event.seq, [])
            if self.is_voided(seq):
                del valid[bisect_left(valid, seq)]
            else:
                insort(valid, seq)
            return self._find_place(event.seq)
        return None if isinstance(event, Other) else self._find_place(seq)

    def _find_place(self, seq: int) -> int:
        # Other events are in the order of their numbers. Missed throws move them by at most their count.
        first = 0 if isinstance(self.events[seq - 1], Missed) else max(0, seq - 1 - self._missed_count)
        return self.order.index(seq, first)


# The most new corrections that are applied one by one. With more it is faster to apply all of them again.
_MAX_ONE_BY_ONE = 50

"""Reading a record from its first event to its last, with all its corrections, and again with one more."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from pi_bunco.rules.events import (
    Bell,
    Call,
    Correct,
    DieOff,
    EndRound,
    Event,
    Missed,
    Throw,
    Void,
)
from pi_bunco.rules.header import Header
from pi_bunco.rules.play import Play, Standing


@dataclass(frozen=True, slots=True)
class _Mark:
    """A place to go on from: before the bell at ``place`` in the order, with so many events ``unused``."""

    place: int
    standing: Standing
    unused: int


class Reading:
    """A record read from its first event to its last, with all its corrections.

    Attributes
    ----------
    play
        What it has come to.
    voided
        The events that did not happen.
    unused
        The events that did not fit, with the reason.
    """

    def __init__(self, header: Header) -> None:
        self.play = Play(header)
        self.voided: frozenset[int] = frozenset()
        self.unused: dict[int, str] = {}
        self._corrected: dict[int, Correct] = {}
        self._place = 0
        self._marks: list[_Mark] = []

    def again(self, events: Sequence[Event]) -> "Reading":
        """Read again with the last of ``events`` new, from the last bell before what it changes."""
        reading = Reading(self.play.header)
        reading.voided = _voided(events)
        reading._corrected = {
            event.seq: event
            for seq, event in enumerate(events, 1)
            if isinstance(event, Correct) and seq not in reading.voided
        }
        order = list(_in_order(events))
        changed = order.index(_changed_by(events, len(events)))
        reading._marks = [mark for mark in self._marks if mark.place <= changed]
        if reading._marks:
            mark = reading._marks.pop()
            reading.play = Play(self.play.header, mark.standing)
            reading.unused = dict(islice(self.unused.items(), mark.unused))
            reading._place = mark.place
        for seq in order[reading._place :]:
            reading._read(seq, events[seq - 1])
        return reading

    def _read(self, seq: int, event: Event) -> None:
        if seq in self.voided:
            self._place += 1
        elif reason := self.misfit(event):
            self.unused[seq] = reason
            self._place += 1
        else:
            self.apply(seq, event)

    def misfit(self, event: Event) -> str | None:
        """Tell why the event does not fit now."""
        play = self.play
        match event:
            case Throw() | Missed():
                return play.misfit_throw(event.table)
            case Bell():
                return play.misfit_bell()
            case Call():
                return play.misfit_call(event.table)
            case DieOff():
                return play.misfit_die_off(event.table, event.dice.keys())
            case EndRound():
                return play.misfit_end_round()
        return None

    def apply(self, seq: int, event: Event) -> None:
        """Let event ``seq``, which fits, happen as it was corrected."""
        play = self.play
        correct = self._corrected.get(seq)
        match event:
            case Throw() | Missed():
                dice = event.dice
                called = event.called if isinstance(event, Missed) else None
                if correct is not None and not isinstance(correct.dice, Mapping):
                    dice = correct.dice
                    called = called if correct.called is None else correct.called
                play.throw(seq, event.table, dice, called=called, corrected=correct is not None)
            case Bell():
                self._marks.append(_Mark(self._place, play.standing, len(self.unused)))
                play.bell()
            case Call():
                play.call(event.table)
            case DieOff():
                each = event.dice
                if correct is not None and isinstance(correct.dice, Mapping):
                    each = correct.dice
                play.die_off(seq, event.table, each, corrected=correct is not None)
            case EndRound():
                play.end_round()
        self._place += 1


def _voided(events: Sequence[Event]) -> frozenset[int]:
    """Give the numbers of the events that a standing void names; a void names an earlier event only."""
    voided: set[int] = set()
    for seq in range(len(events), 0, -1):
        event = events[seq - 1]
        if isinstance(event, Void) and seq not in voided:
            voided.add(event.seq)
    return frozenset(voided)


def _changed_by(events: Sequence[Event], seq: int) -> int:
    """Give the number of the first event that event ``seq`` changes, itself where it is no correction."""
    while isinstance(void := events[seq - 1], Void):
        seq = void.seq
    event = events[seq - 1]
    return event.seq if isinstance(event, Correct) else seq


def _in_order(events: Sequence[Event]) -> Iterator[int]:
    """Give the events' numbers in the order in which they happened: a missed throw after what it names.

    >>> from pi_bunco.rules import Bell, Missed, Throw
    >>> dice = (1, 2, 3)
    >>> list(_in_order([Bell(), Throw(1, dice), Missed(1, 1, dice), Missed(1, 1, dice), Missed(3, 1, dice)]))
    [1, 3, 5, 4, 2]
    """
    missed: dict[int, list[int]] = {}
    for seq, event in enumerate(events, 1):
        if isinstance(event, Missed):
            missed.setdefault(event.after, []).append(seq)
    stack = [seq for seq in range(len(events), 0, -1) if not isinstance(events[seq - 1], Missed)]
    stack += reversed(missed.get(0, ()))
    while stack:
        seq = stack.pop()
        yield seq
        stack += reversed(missed.get(seq, ()))

"""Reading a record from its first event to its last, with all its corrections, and again with more."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter

from pi_bunco.rules.corrections import Corrections
from pi_bunco.rules.events import (
    Bell,
    Call,
    DieOff,
    EndRound,
    Event,
    Missed,
    Throw,
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
    unused
        The events that did not fit, with the reason.
    """

    def __init__(self, header: Header, record: Corrections) -> None:
        self.play = Play(header)
        self.unused: dict[int, str] = {}
        self._record = record
        self._place = 0
        self._marks: list[_Mark] = []

    def again(self, changed: int) -> "Reading":
        """Read again from the last bell before the place ``changed`` in the order."""
        reading = Reading(self.play.header, self._record)
        reading._marks = self._marks[: bisect_right(self._marks, changed, key=attrgetter("place"))]
        if reading._marks:
            mark = reading._marks.pop()
            reading.play = Play(self.play.header, mark.standing)
            reading.unused = dict(islice(self.unused.items(), mark.unused))
            reading._place = mark.place
        reading.go_on()
        return reading

    def go_on(self) -> None:
        """Read the events that it has not read yet."""
        record = self._record
        for seq in record.order[self._place :]:
            event = record.events[seq - 1]
            if record.is_voided(seq):
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
        correct = self._record.of(seq)
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

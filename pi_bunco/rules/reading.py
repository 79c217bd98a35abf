"""Reads a record with all its corrections, and reads it again after more corrections."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from typing import cast

from pi_bunco.rules.corrections import ContentCorrection, Corrections
from pi_bunco.rules.events import (
    Bell,
    Call,
    Correct,
    CorrectTally,
    DieOff,
    EndRound,
    Event,
    Missed,
    Seating,
    Tally,
    Throw,
)
from pi_bunco.rules.header import Header
from pi_bunco.rules.misfits import find_misfit, find_throw_misfit
from pi_bunco.rules.play import Play, Standing
from pi_bunco.rules.scoring import Dice


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    """The state before the bell at a ``place`` of the order, and how many events before it are ``unused``."""

    place: int
    standing: Standing
    unused: int


class ReadRecord:
    """A record, read with all its corrections.

    Attributes
    ----------
    play
        The resulting state.
    unused
        The numbers of the events that did not fit, with the reasons.
    reread
        How many events were read again so far, for all corrections together.
    """

    def __init__(self, header: Header, record: Corrections) -> None:
        self.play = Play(header)
        self.unused: dict[int, str] = {}
        self.reread = 0
        self._record = record
        self._place = 0
        self._checkpoints: list[_Checkpoint] = []

    def read_again(self, changed: int, record: Corrections | None = None) -> "ReadRecord":
        """Read the record, or a copy of it, again from the last bell before the place ``changed``."""
        reading = ReadRecord(self.play.header, record or self._record)
        before = bisect_right(self._checkpoints, changed, key=attrgetter("place"))
        reading._checkpoints = self._checkpoints[:before]
        if reading._checkpoints:
            checkpoint = reading._checkpoints.pop()
            reading.play = Play(self.play.header, checkpoint.standing)
            reading.unused = dict(islice(self.unused.items(), checkpoint.unused))
            reading._place = checkpoint.place
        reading.reread = self.reread + len(reading._record.order) - reading._place
        reading.go_on()
        return reading

    def go_on(self) -> None:
        """Read the events that have not been read yet."""
        record = self._record
        for seq in record.order[self._place :]:
            if record.is_voided(seq):
                self._place += 1
            elif reason := self.play_event(seq, record.events[seq - 1], record.find_correction(seq)):
                self.unused[seq] = reason
                self._place += 1

    def find_end(self, bell: int) -> int | None:
        """Return the number of the event that ended the round of a bell; ``None`` if the round goes on.

        ``bell`` is the number of a bell that counts.
        """
        record = self._record
        place = record.order.index(bell)
        reading = ReadRecord(self.play.header, record)
        before = next(each for each in self._checkpoints if each.place == place)
        reading.play = play = Play(self.play.header, before.standing)
        for seq in record.order[place:]:
            if not record.is_voided(seq):
                reading.play_event(seq, record.events[seq - 1], record.find_correction(seq))
            if play.ended or play.status != "playing":
                return seq
        return None

    def play_event(self, seq: int, event: Event, correction: ContentCorrection | None = None) -> str | None:
        """Play event ``seq``, as corrected, or return why it does not fit."""
        play = self.play
        if type(event) is Throw or type(event) is Missed:
            return self._play_throw(seq, event, correction)
        if isinstance(event, Tally) and isinstance(correction, CorrectTally):
            event = Tally(event.table, correction.counted)
        if reason := find_misfit(play, event):
            return reason
        match event:
            case Bell():
                self._checkpoints.append(_Checkpoint(self._place, play.standing, len(self.unused)))
                play.ring_bell()
            case Call():
                play.call(event.table)
            case DieOff():
                dice = correction.dice if isinstance(correction, Correct) else event.dice
                play.play_die_off(
                    seq, event.table, cast("Mapping[str, int]", dice), corrected=correction is not None
                )
            case EndRound():
                play.end_round()
            case Tally():
                play.enter_tally(seq, event.table, event.counted)
            case Seating():
                play.change_seats(event.tables)
        self._place += 1
        return None

    def _play_throw(
        self, seq: int, event: Throw | Missed, correction: ContentCorrection | None
    ) -> str | None:
        """Play a throw, as corrected, or return why it does not fit."""
        play = self.play
        reason = find_throw_misfit(play, event.table)
        if reason is not None:
            return reason
        called = event.called if type(event) is Missed else None
        if correction is None:
            play.throw(seq, event.table, event.dice, called, False)  # noqa: FBT003 - by place is faster
        else:
            correction = cast("Correct", correction)
            called = called if correction.called is None else correction.called
            play.throw(seq, event.table, cast("Dice", correction.dice), called, True)  # noqa: FBT003 - as above
        self._place += 1
        return None

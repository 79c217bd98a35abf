"""Reading a record once, from its first event to its last, with all its corrections."""

from collections.abc import Iterator, Mapping, Sequence

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
from pi_bunco.rules.play import Play


class Reading:
    """A record read once, with all its corrections.

    Attributes
    ----------
    play
        What it has come to.
    voided
        The events that did not happen.
    unused
        The events that did not fit, with the reason.
    """

    def __init__(self, header: Header, events: Sequence[Event]) -> None:
        self.play = Play(header)
        self.voided = _voided(events)
        self.unused: dict[int, str] = {}
        self._corrected = {
            event.seq: event
            for seq, event in enumerate(events, 1)
            if isinstance(event, Correct) and seq not in self.voided
        }
        for seq in _in_order(events):
            event = events[seq - 1]
            if seq in self.voided or isinstance(event, Correct | Void):
                continue
            reason = self.misfit(event)
            if reason:
                self.unused[seq] = reason
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
            case _:
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
            case _:
                pass


def _voided(events: Sequence[Event]) -> frozenset[int]:
    """Give the numbers of the events that a standing void names; a void names an earlier event only."""
    voided: set[int] = set()
    for seq in range(len(events), 0, -1):
        event = events[seq - 1]
        if isinstance(event, Void) and seq not in voided:
            voided.add(event.seq)
    return frozenset(voided)


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

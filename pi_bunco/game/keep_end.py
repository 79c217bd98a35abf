"""Keeps the end of a round that a correction would take away, and makes what came later again after it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from pi_bunco.game.line_format import read_line, write_line
from pi_bunco.game.lines import Body, GuestsChanged, Line
from pi_bunco.game.refused import Refused
from pi_bunco.rules import Game, Misfit, RoundResult, parse_event
from pi_bunco.rules.events import (
    Bell,
    Call,
    DieOff,
    EndRound,
    Event,
    Missed,
    Other,
    Seating,
    Tally,
    Throw,
    Void,
)
from pi_bunco.rules.night import CLAIM_EVENTS, list_places, read_night
from pi_bunco.sentences import say

_PLAYED = (Bell, Throw, Missed, Call, DieOff, EndRound, Seating, Tally)
"""The events that change the game."""
_PLACED = ("casino:drawing", GuestsChanged.name)
"""The names of other events whose meaning depends on the bells or the seats before them."""


class EndNotKept(Refused):
    """The end of the round cannot be kept."""


@dataclass(frozen=True, slots=True)
class KeptEnd:
    """A correction that keeps the end of its round.

    Attributes
    ----------
    lines
        The lines of the step: the correction, a void of each event after the round's end, the end of the
        round, and these events again. All have the step's mark.
    game
        The game with these lines.
    """

    lines: tuple[Line, ...]
    game: Game


def play_on(game: Game, line: Line) -> Game:
    """Return a copy of a game with one more line.

    Raises
    ------
    Refused
        If the line does not fit.
    """
    after = game.copy()
    try:
        after.push(parse_event(write_line(line)))
    except Misfit as misfit:
        raise Refused(
            say("That does not fit now: {reason}.", reason=str(misfit)),
            say("Look at the page and try again."),
        ) from None
    return after


class LostEnd(NamedTuple):
    """The end of a round that a correction takes away.

    Attributes
    ----------
    round
        The place of the round among all finished rounds, from 0.
    seq
        The number of the event that has ended it.
    """

    round: int
    seq: int


def find_lost_end(before: Game, after: Game) -> LostEnd | None:
    """Return the end of the first round that a correction opens again, ``None`` if it opens none.

    Parameters
    ----------
    before, after
        The game without the correction and the game with it.

    >>> from pi_bunco.rules import Correct, Header
    >>> tables = [["Ann", "Bob", "Cy", "Di"]]
    >>> game = Game(Header.parse({"record": "bunco/1", "rules": "classic", "tables": tables}))
    >>> for event in Bell(), Throw(1, (1, 1, 1)), Bell(), Throw(1, (2, 3, 3)):
    ...     _ = game.push(event)
    >>> find_lost_end(game, play_on(game, Line(Correct(2, (1, 1, 4)))))
    LostEnd(round=0, seq=2)
    """
    events, gone = before.events, before.voided.union(before.unused)
    bells = [seq for seq in before.order if isinstance(events[seq - 1], Bell) and seq not in gone]
    unused = set(after.unused)
    opened = next((at for at, (_, bell) in enumerate(pairwise(bells)) if bell in unused), None)
    if opened is None and bells and before.status != "playing" and after.status == "playing":
        opened = len(bells) - 1
    seq = None if opened is None else before.find_end(bells[opened])
    return None if opened is None or seq is None else LostEnd(opened, seq)


def keep_end(
    game: Game, lines: Sequence[Line], correction: Line, table: int, *, in_doubt: bool = False
) -> KeptEnd | None:
    """Return a correction with the lines that keep the end of its round.

    Parameters
    ----------
    game
        The game before the correction; it stays as it is.
    lines
        Its lines in the log; the first is number 1.
    correction
        The line that corrects a throw. The step's own lines get its sender, time and token.
    table
        The table of the throw.
    in_doubt
        Whether a reading waits for an answer. Its throw may belong to a round that would be made again.

    Returns
    -------
    KeptEnd or None
        ``None`` if the correction takes the end of no round away.

    Raises
    ------
    Refused
        If the correction does not fit.
    EndNotKept
        If a later throw would not count as before, or if the round would not be over.
    """
    after = play_on(game, correction)
    end = find_lost_end(game, after)
    if end is None:
        return None
    if in_doubt:
        raise _refuse(say("A throw still waits for an answer."))
    if game.status == "over" and game.sheet.finals and (finals := read_night(game).finals) and finals.seated:
        raise _refuse(say("The semi-final is seated."))
    named = correction.event
    if isinstance(named, Void) and lines[named.seq - 1].step == named.seq:
        raise _refuse(say("That throw was taken out together with later ones."))
    repetition = _Repetition(game, lines, correction)
    try:
        repetition.run(end.seq)
    except Misfit:
        raise _refuse(_explain_open(repetition.game) or _explain_open(after) or _ELSEWHERE) from None
    if reason := _find_difference(game, repetition, end.round, table):
        raise _refuse(reason)
    return KeptEnd(repetition.lines, repetition.game)


def repeat_late_answers(lines: Sequence[Line], step: int) -> list[Line]:
    """Return lines that repeat what came too late, since the old ones no longer count after a void.

    ``step`` is the step of the new lines. The first of ``lines`` is number 1.
    """
    again: list[Line] = []
    for line in reversed(lines):
        if isinstance(line.event, Void):
            break
        if line.came_too_late:
            again.append(replace(line, raw={**line.raw, "step": step} if line.raw else {}, step=step))
    return again[::-1]


class _Repetition:
    """The step while it is made.

    Attributes
    ----------
    game
        The game with the lines so far.
    numbers
        The new number of each event that was made again.
    """

    def __init__(self, game: Game, lines: Sequence[Line], correction: Line) -> None:
        self._before = game
        self._lines = [*lines]
        self._step = len(lines) + 1
        self._late = repeat_late_answers(lines, self._step)
        self._correction = correction
        self.game = game.copy()
        self.numbers: dict[int, int] = {}

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the step so far."""
        return tuple(self._lines[self._step - 1 :])

    def run(self, end: int) -> None:
        """Make the whole step; ``end`` is the event that has ended the round.

        Raises
        ------
        Misfit
            If a line does not fit.
        """
        later = [*self._list_after(end)]
        confirmations = [*self._list_confirmations({str(seq) for seq in later})]
        self._add(self._correction)
        for seq in (*later, *confirmations):
            self._add_own(Void(seq))
        self.game.apply_corrections()
        if end in self.game.unused:  # the call of a bunco that was none
            self._add_own(Void(end))
        self._add_own(EndRound())
        for seq in later:
            self._repeat(seq)
        for seq in confirmations:
            self._repeat(seq)
        for line in self._late:
            self._add(line)
        self.game.apply_corrections()

    def _list_after(self, end: int) -> Iterator[int]:
        """Yield the events that happened after the end of the round, as they happened."""
        events, order = self._before.events, self._before.order
        gone = self._before.voided.union(self._before.unused)
        for seq in order[order.index(end) + 1 :]:
            event = events[seq - 1]
            placed = isinstance(event, _PLAYED) or (isinstance(event, Other) and event.name in _PLACED)
            if placed and seq not in gone:
                yield seq

    def _list_confirmations(self, later: set[str]) -> Iterator[int]:
        """Yield the events that confirm or doubt a throw by one of these numbers."""
        for seq, line in enumerate(self._lines, 1):
            named = _list_claims(line) if line.name in CLAIM_EVENTS else ()
            if seq not in self._before.voided and any(_find_number(key) in later for key in named):
                yield seq

    def _repeat(self, seq: int) -> None:
        line = self._lines[seq - 1]
        body = write_line(line)
        if isinstance(line.event, Missed):
            body["after"] = len(self._lines)
        if line.name in CLAIM_EVENTS:
            numbers = {str(old): str(new) for old, new in self.numbers.items()}
            body["claims"] = [_rename_claim(key, numbers) for key in _list_claims(line)]
        self.numbers[seq] = self._add_body(body)
        if correction := self._before.find_correction(seq):
            self._add_body({**write_line(self._lines[correction - 1]), "seq": self.numbers[seq]})

    def _add_body(self, body: Body) -> int:
        return self._add(read_line({**body, "step": self._step}, self._lines))

    def _add_own(self, event: Event) -> None:
        by, time, token = self._correction.by, self._correction.time, self._correction.token
        self._add(Line(event, by=by, time=time, token=token))

    def _add(self, line: Line) -> int:
        line = replace(line, step=self._step)
        self.game.push(parse_event(write_line(line)), more=True)
        self._lines.append(line)
        return len(self._lines)


def _list_claims(line: Line) -> list[str]:
    """Return the claims that an event confirms."""
    raw = line.event.raw if isinstance(line.event, Other) else {}
    claims = raw.get("claims", [raw.get("claim")])
    return [key for key in claims if isinstance(key, str)] if isinstance(claims, list) else []


def _find_number(claim: str) -> str:
    """Return the number of the throw in the name of a claim, as text; ``""`` if there is none."""
    return (*claim.split(":", 2), "")[1]


def _rename_claim(claim: str, numbers: Mapping[str, str]) -> str:
    """Return the name of a claim with the new number of its throw."""
    kind, *rest = claim.split(":", 2)
    return ":".join((kind, *(numbers.get(part, part) for part in rest[:1]), *rest[1:]))


_ELSEWHERE = say("A later throw would not count where it was made.")


def _find_difference(game: Game, repetition: _Repetition, at: int, table: int) -> str:
    """Return what the step would change although it must not; ``""`` if all is well.

    Parameters
    ----------
    game
        The game before it.
    repetition
        The finished step.
    at
        The place of the round whose end is kept.
    table
        The table of the corrected throw.
    """
    after = repetition.game
    if after.status == "playing" != game.status:
        return _explain_open(after) or _ELSEWHERE
    places, places_after = (dict(list_places(each.rounds)) for each in (game, after))
    moved = any(places.get(old) != places_after.get(new) for old, new in repetition.numbers.items())
    if moved or _describe_present(game) != _describe_present(after):
        return _ELSEWHERE
    others = [
        [each.winners for each in played.finished[at].tables if each.table != table]
        for played in (game, after)
    ]
    later = [[*map(_describe_round, played.finished[at + 1 :])] for played in (game, after)]
    if others[0] != others[1] or later[0] != later[1]:
        return say("Other tables would have other winners.")
    return (
        ""
        if _list_drawn(game) == _list_drawn(after)
        else say("A drawing would no longer belong to its break.")
    )


def _describe_present(game: Game) -> object:
    return game.status, game.set, game.round, game.seats, game.unused, len(game.finished)


def _describe_round(played: RoundResult) -> object:
    return [(table.seats, dict(table.scores), table.winners, table.rolloff) for table in played.tables]


def _list_drawn(game: Game) -> object:
    if not game.sheet.drawings:
        return ()
    return [(each.player, each.prize, each.at) for each in read_night(game).drawings.drawn]


def _explain_open(game: Game) -> str:
    """Return why a round goes on although it has ended, ``""`` if it does not."""
    if game.status != "playing" or not game.ended:
        return ""
    table = next(table for table in game.tables if not table.won_by)
    if table.rolloff is not None:
        return say("Table {table} would be tied, and nobody has thrown its roll-off.", table=table.number)
    return say("{name} would still have the dice at table {table}.", name=table.holder, table=table.number)


def _refuse(reason: str) -> EndNotKept:
    return EndNotKept(
        say("The end of the round cannot be kept: {reason}", reason=reason),
        say("Put the throw right without it, or leave it as it is."),
    )

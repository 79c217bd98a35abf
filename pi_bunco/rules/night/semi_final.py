"""The semi-final: a game of its own, whose events stand in the record of the whole night."""

from collections.abc import Sequence

from pi_bunco.rules import words
from pi_bunco.rules.events import Event, Other, Raw, Void, parse_event
from pi_bunco.rules.faults import Misfit, RecordError
from pi_bunco.rules.game import Game
from pi_bunco.rules.header import Header
from pi_bunco.rules.night.extension import SEMI_FINAL_EVENTS, ExtensionEvent
from pi_bunco.rules.seating import first_tables
from pi_bunco.sentences import Sentence, say

PREFIX = "semi_final:"
SEMI_FINAL_NAMES = frozenset(PREFIX + name for name in SEMI_FINAL_EVENTS)
_ELSEWHERE = Other("night:elsewhere")
"""Stands in the semi-final's record for an event of the whole record that is not the semi-final's."""


def seat_semi_final(header: Header, event: ExtensionEvent, players: Sequence[str]) -> Header:
    """Read who sits where: exactly these players, and ghosts.

    Raises
    ------
    Misfit
        If it is not they, or they cannot sit so.
    """
    given = {**header.to_dict(), "sets": header.sheet.semi_final_sets, "tables": event.raw.get("tables")}
    try:
        seated = Header.parse(given)
    except RecordError as error:
        raise Misfit(say("the semi-final cannot be seated so: {reason}", reason=str(error))) from None
    if set(seated.players) != set(players):
        raise Misfit(say("the semi-final is played by {names}", names=words.some(players)))
    if len(seated.tables) != len(first_tables(header.sheet, players)):
        raise Misfit(say("the semi-final has a table too many"))
    return seated


def play_semi_final(header: Header, seated: int, events: Sequence[Event], ignored: dict[int, str]) -> Game:
    """Play the semi-final that event ``seated`` has begun, from all ``events`` of the record.

    It is fed one event for each later event of the record, so that a number of the record less ``seated``
    is its number there, and a plain ``void`` is its own.
    """
    game = Game(header)
    for seq, event in enumerate(events[seated:], seated + 1):
        if isinstance(event, Other) and event.name in SEMI_FINAL_NAMES:
            try:
                inner = parse_event(_shifted(event.raw, event.name.removeprefix(PREFIX), seated))
                game.push(inner, more=True)
                continue
            except (RecordError, Misfit) as error:
                ignored[seq] = _inside(event.raw, seated, str(error))
        if isinstance(event, Void) and event.seq > seated:
            game.push(Void(event.seq - seated), more=True)
        else:
            game.push(_ELSEWHERE, more=True)
    game.settle()
    for seq in game.unused:
        ignored[seq + seated] = say("in the semi-final it has no place since a correction")
    return game


def _shifted(raw: Raw, name: str, seated: int) -> Raw:
    """Return the semi-final's own object: its name, and its numbers counted from the seating."""
    shifted = {key: raw[key] - seated for key in _NUMBERS if type(raw.get(key)) is int}
    return {**raw, **shifted, "event": name}


def _inside(raw: Raw, seated: int, reason: str) -> Sentence:
    """Return a reason of the semi-final's; one that may have a number says where numbers count from."""
    if raw.keys() & _NUMBERS:
        return say("in the semi-final, counted from event {seated}: {reason}", seated=seated, reason=reason)
    return say("in the semi-final: {reason}", reason=reason)


_NUMBERS = ("seq", "after")

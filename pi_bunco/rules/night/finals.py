"""The finals of a tournament: who gets a place, the semi-final, the final table and the grand prize."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from pi_bunco.rules import (
    Event,
    Game,
    Header,
    Misfit,
    Other,
    RecordError,
    Void,
    parse_event,
    seat_first_tables,
    words,
)
from pi_bunco.rules.events import Raw
from pi_bunco.rules.night.asks import Ask, SeatSemiFinal, SemiFinal
from pi_bunco.rules.night.extension import SEMI_FINAL_EVENTS, SEMI_FINAL_PREFIX, ExtensionEvent, take_each
from pi_bunco.rules.night.places import TakenPlace
from pi_bunco.rules.night.stages import FinalTable, FinalThrown, Qualifying
from pi_bunco.rules.seating import MIN_PLAYERS
from pi_bunco.sentences import Sentence, say

_NO_EVENT = Other("night:elsewhere")
"""Replaces, in the semi-final's game, each event that is not in it, so that the numbers of the others fit."""


def make_semi_final_header(header: Header, event: ExtensionEvent, players: Sequence[str]) -> Header:
    """Return the header of the semi-final, in which exactly these players have seats.

    Raises
    ------
    Misfit
        If the event has other players, or the seats are impossible.
    """
    values = {**header.to_dict(), "sets": header.sheet.semi_final_sets, "tables": event.raw.get("tables")}
    try:
        seated = Header.parse(values)
    except RecordError as error:
        raise Misfit(say("these seats do not fit the semi-final: {reason}", reason=str(error))) from None
    if set(seated.players) != set(players):
        raise Misfit(say("the semi-final is played by {names}", names=words.join_some_names(players)))
    if len(seated.tables) != len(seat_first_tables(header.sheet, players)):
        raise Misfit(say("the semi-final has a table too many"))
    return seated


def play_semi_final(header: Header, seated: int, events: Sequence[Event], ignored: dict[int, str]) -> Game:
    """Play the semi-final, which began with event ``seated``, from all ``events`` of the record.

    The semi-final's game gets one event for each later event of the record. So an event's number there is its
    number in the record minus ``seated``, and an ordinary ``void`` works there too.
    """
    game = Game(header)
    for seq, event in enumerate(events[seated:], seated + 1):
        if isinstance(event, Other) and event.name in SEMI_FINAL_EVENTS:
            name = event.name.removeprefix(SEMI_FINAL_PREFIX)
            numbers = {
                key: event.raw[key] - seated for key in _NUMBER_KEYS if type(event.raw.get(key)) is int
            }
            try:
                game.push(parse_event({**event.raw, **numbers, "event": name}), more=True)
                continue
            except (RecordError, Misfit) as error:
                ignored[seq] = _explain_misfit(event.raw, seated, str(error))
        if isinstance(event, Void) and event.seq > seated:
            game.push(Void(event.seq - seated), more=True)
        else:
            game.push(_NO_EVENT, more=True)
    game.apply_corrections()
    for seq in game.unused:
        ignored[seq + seated] = say("in the semi-final it has no place since a correction")
    return game


def _explain_misfit(raw: Raw, seated: int, reason: str) -> Sentence:
    """Return a reason from the semi-final. If it may contain an event number, say where the numbers start."""
    if raw.keys() & _NUMBER_KEYS:
        return say("in the semi-final, counted from event {seated}: {reason}", seated=seated, reason=reason)
    return say("in the semi-final: {reason}", reason=reason)


_NUMBER_KEYS = ("seq", "after")
"""Keys of an event whose value is the number of another event."""


@dataclass(frozen=True, slots=True)
class Finals:
    """The present state of the finals.

    Attributes
    ----------
    semi_finalists
        The places in the semi-final that are taken so far, by group.
    semi_final
        Its game, ``None`` until it is seated.
    seated
        The number of the event that seated it.
    finalists
        The places at the final table that are taken so far.
    order
        The order of the throws at the final table, ``None`` until it is known.
    throws
        The throws for the grand prize.
    grand_prize
        Who has won it, ``None`` until somebody has.
    asks
        What the finals need next. Empty before the last set is over and after the grand prize was won.
    """

    semi_finalists: tuple[TakenPlace, ...] = ()
    semi_final: Game | None = None
    seated: int | None = None
    finalists: tuple[TakenPlace, ...] = ()
    order: tuple[str, ...] | None = None
    throws: tuple[FinalThrown, ...] = ()
    grand_prize: str | None = None
    asks: tuple[Ask, ...] = ()


def read_finals(
    game: Game, extension_events: Sequence[ExtensionEvent], events: Sequence[Event], ignored: dict[int, str]
) -> Finals | None:
    """Return the state of the finals, ``None`` if the sheet has none.

    ``extension_events`` are the valid ones among all ``events``.
    """
    if not game.sheet.finals:
        take_each(
            (event for event in extension_events if event.name in _NAMES),
            _refuse(say("this game has no finals")),
            ignored,
        )
        return None
    qualifying = Qualifying(game)
    take_each(filter(_qualifies, extension_events), qualifying.take, ignored)
    seating = _Seating(game, qualifying)
    take_each((event for event in extension_events if event.name == SEATING_EVENT), seating.take, ignored)
    semi_final = seating.play(events, ignored)
    too_early = (
        event
        for event in extension_events
        if event.name in SEMI_FINAL_EVENTS and (seating.seq is None or event.seq < seating.seq)
    )
    take_each(too_early, _refuse(say("the semi-final is not seated")), ignored)
    table = FinalTable(semi_final, game.seated) if semi_final and semi_final.status == "over" else None
    final_events = (
        event for event in extension_events if event.name in FINAL_NAMES and not _qualifies(event)
    )
    take_each(final_events, table.take if table else _refuse(say("the semi-final is not over")), ignored)
    return Finals(
        semi_finalists=qualifying.places,
        semi_final=semi_final,
        seated=seating.seq,
        finalists=table.places if table else (),
        order=table.order if table else None,
        throws=tuple(table.throws) if table else (),
        grand_prize=table.grand_prize if table else None,
        asks=table.asks if table else seating.list_asks(semi_final) or qualifying.asks,
    )


class _Seating:
    """The event that seats the semi-final; a second one does not fit."""

    def __init__(self, game: Game, qualifying: Qualifying) -> None:
        self._game_header = game.header
        self._settled = qualifying.settled
        self._players = tuple(place.player for place in qualifying.places)
        self._header: Header | None = None
        self.seq: int | None = None

    def take(self, event: ExtensionEvent) -> None:
        if not self._settled or len(self._players) < MIN_PLAYERS:
            raise Misfit(say("the places in the semi-final are not settled"))
        if self.seq is not None:
            raise Misfit(say("event {number} has seated the semi-final; void it first", number=self.seq))
        self._header = make_semi_final_header(self._game_header, event, self._players)
        self.seq = event.seq

    def play(self, events: Sequence[Event], ignored: dict[int, str]) -> Game | None:
        if self._header is None or self.seq is None:
            return None
        return play_semi_final(self._header, self.seq, events, ignored)

    def list_asks(self, semi_final: Game | None) -> tuple[Ask, ...]:
        if semi_final is not None and self.seq is not None:
            return (SemiFinal(semi_final, self.seq),)
        if not self._settled or len(self._players) < MIN_PLAYERS:
            return ()
        return (SeatSemiFinal(self._players, self._game_header.sheet),)


def _qualifies(event: ExtensionEvent) -> bool:
    """Return whether the event is about a place in the semi-final, not at the final table."""
    if event.name == "tournament:die_off":
        return "group" in event.raw
    return event.name == "tournament:drawn" and event.raw.get("for") == "four"


def _refuse(reason: str) -> Callable[[ExtensionEvent], NoReturn]:
    def refuse(event: ExtensionEvent) -> NoReturn:  # noqa: ARG001 - same signature as `take`
        raise Misfit(reason)

    return refuse


SEATING_EVENT = "tournament:semi_final"

FINAL_NAMES = ("tournament:die_off", "tournament:drawn", "final:order", "final:throw")

_NAMES = frozenset((SEATING_EVENT, *FINAL_NAMES, *SEMI_FINAL_EVENTS))

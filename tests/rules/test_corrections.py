"""Corrections act on the past: the game is then what it would have been, whatever they did before."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_bunco.rules import (
    Bell,
    Call,
    Correct,
    DieOff,
    EndRound,
    Event,
    Game,
    Header,
    Misfit,
    Missed,
    Other,
    Throw,
    Void,
    parse_event,
)
from pi_bunco.rules.reading import ReadRecord

Play = Callable[..., Game]

ROOMS: list[dict[str, Any]] = [
    {"rules": "classic", "tables": [list("ABCD")], "options": {"traveling": {"number": 3}}},
    {"rules": "classic", "tables": [list("ABCD"), list("EFGH")], "options": {"calls": True}},
    {"rules": "casino", "tables": [list("ABCD"), ["E", "F", "ghost", "H"]], "options": {"calls": True}},
    {"rules": "houseparty", "tables": [list("ABCD"), list("EFGH"), list("IJKL")]},
    {"rules": "tournament", "tables": [list("ABCD"), list("EFGH")], "sets": 1},
    {"rules": "boxed", "tables": [list("AB")], "options": {"goal": 5, "cup": [1]}},
    {"rules": "boxed", "tables": [list("ABCD"), list("EFG"), list("HI")]},
]
"""Rooms that between them use all that the rules know."""

EARLIER = "is not the number of an earlier event"
OTHER_DICE = "showed other dice: three for a throw, one for each name"
NOT_CALLED = "nothing is called in this game, so 'called' has no place"

FEW = settings(
    max_examples=min(40, settings().max_examples), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
"""Fewer where the profile has fewer."""


def seat(room: dict[str, Any]) -> Game:
    return Game(Header.parse({"record": "bunco/1"} | room))


def dice(luck: Random) -> tuple[int, ...]:
    """Throw dice that score more often than fair ones, so that rounds end soon."""
    face = luck.randint(1, 6)
    return tuple(luck.choice((face, face, face, luck.randint(1, 6))) for _ in range(3))


def happens(game: Game, luck: Random) -> Event:
    """Let chance choose an event that fits now and is no correction."""
    if game.status == "over" or luck.random() < 0.03:
        return Other("test:note")
    if game.status == "ready":
        return Bell()
    if luck.random() < 0.02 and game.find_misfit(EndRound()) is None:
        return EndRound()
    callable_at = [table.number for table in game.tables if table.callable]
    if callable_at and luck.random() < 0.5:
        return Call(luck.choice(callable_at))
    table = luck.choice([table for table in game.tables if table.takes])
    if table.takes == "die_off" and table.rolloff:
        return DieOff(table.number, {name: luck.choice((1, 6)) for name in table.rolloff.names})
    return Throw(table.number, dice(luck))


def correction(game: Game, luck: Random) -> Event:
    """Let chance choose a correction of what has happened; it may not fit."""
    seq = luck.randint(max(1, len(game.events) - 30), len(game.events))
    event = game.events[seq - 1]
    calls = game.header.options.calls
    called = luck.choice((None, None, True, False)) if calls else None
    kind = luck.choice(("void", "correct", "missed"))
    if kind == "missed":
        return Missed(seq, luck.randint(1, len(game.tables)), dice(luck), called)
    if kind == "correct" and isinstance(event, Throw | Missed):
        return Correct(seq, dice(luck), called)
    if kind == "correct" and isinstance(event, DieOff):
        return Correct(seq, {name: luck.choice((1, 6)) for name in event.dice})
    return Void(seq)


def party(room: dict[str, Any], luck: Random, length: int, corrections: float) -> Game:
    """Play so many events; ``corrections`` is the chance that an event is one."""
    game = seat(room)
    game.push(Bell())
    while len(game.events) < length:
        event = correction(game, luck) if luck.random() < corrections else happens(game, luck)
        if game.find_misfit(event) is None:
            game.push(event)
    return game


def everything(game: Game) -> dict[str, Any]:
    """Return all that can be seen of a game but its events."""
    tables = [
        (
            table.seats, table.scores, table.state, table.holder, table.then, table.in_turn, table.takes,
            table.winners, table.callable, table.throws, table.rolloff and tuple(table.rolloff.points),
        )
        for table in game.tables
    ]  # fmt: skip
    return game.make_result() | {
        "tables": tables,
        "set": game.set,
        "round": game.round,
        "moves": game.list_moves(),
    }


def once_forward(game: Game, events: Iterable[tuple[int, Event]]) -> tuple[Game, list[int]]:
    """Play events that are no corrections from the start, skipping what does not fit."""
    fresh, unused = Game(game.header), []
    for seq, event in events:
        if fresh.find_misfit(event) is None:
            fresh.push(event)
        else:
            unused.append(seq)
    return fresh, unused


def told(game: Game) -> dict[str, Any]:
    """Return the result without the numbers of events."""
    return {key: value for key, value in game.make_result().items() if key != "unused"}


rooms = st.sampled_from(ROOMS)
lucks = st.randoms(use_true_random=False)


@FEW
@given(rooms, lucks, st.integers(5, 120))
def test_reading_from_a_bell_is_reading_from_the_start(
    room: dict[str, Any], luck: Random, length: int
) -> None:
    """What was read again from the bell before each correction is what one reading of the whole gives."""
    game = party(room, luck, length, corrections=0.3)
    seen = everything(game)
    whole = ReadRecord(game.header, game._record)
    whole.go_on()
    game._use_reading(whole)
    assert everything(game) == seen


@FEW
@given(rooms, lucks, st.integers(5, 100))
def test_undone_is_never_happened(room: dict[str, Any], luck: Random, length: int) -> None:
    """Voiding an event gives the game that goes without it; voiding the void gives the game back."""
    game = party(room, luck, length, corrections=0)
    before = everything(game)
    seq = luck.randint(1, len(game.events))
    undo = game.push(Void(seq))
    numbered = [(n, event) for n, event in enumerate(game.events[:-1], 1) if n != seq]
    without, unused = once_forward(game, numbered)
    assert told(game) == told(without)
    assert list(game.unused) == unused
    assert game.voided == {seq}
    game.push(Void(undo))
    assert everything(game) == before


@FEW
@given(rooms, lucks, st.integers(5, 100))
def test_corrected_is_thrown_so(room: dict[str, Any], luck: Random, length: int) -> None:
    """Correcting a throw gives the game in which the dice had lain so."""
    game = party(room, luck, length, corrections=0)
    throws = [n for n, event in enumerate(game.events, 1) if isinstance(event, Throw)]
    seq = luck.choice(throws) if throws else 0
    if not seq:
        return
    events: list[Event] = list(game.events)
    thrown, shown = events[seq - 1], dice(luck)
    assert isinstance(thrown, Throw)
    events[seq - 1] = Throw(thrown.table, shown)
    game.push(Correct(seq, shown))
    so, unused = once_forward(game, enumerate(events, 1))
    assert told(game) == told(so)
    assert list(game.unused) == unused


@FEW
@given(rooms, lucks, st.integers(5, 100))
def test_missed_is_thrown_then(room: dict[str, Any], luck: Random, length: int) -> None:
    """A missed throw gives the game in which it was thrown at its time; it must fit there."""
    game = party(room, luck, length, corrections=0)
    after, shown = luck.randint(1, len(game.events)), dice(luck)
    table = luck.randint(1, len(game.tables))
    numbered = list(enumerate(game.events, 1))
    numbered.insert(after, (len(game.events) + 1, Throw(table, shown)))
    then, unused = once_forward(game, numbered)
    missed = Missed(after, table, shown)
    if len(game.events) + 1 in unused:
        with pytest.raises(Misfit, match="no throw fits"):
            game.push(missed)
    else:
        game.push(missed)
        assert told(game) == told(then)
        assert list(game.unused) == sorted(unused)


def test_a_wrong_end_is_put_right(play: Play) -> None:
    """A correction un-ends a round: the bell after it is unused, and counts again with another correction."""
    game = play("classic", "bell 111 bell 222")
    ended = everything(game)
    game.push(Correct(2, (1, 1, 2)))
    assert game.unused == (3,)
    assert (game.status, game.round, game.tables[0].scores) == ("playing", 1, (7, 0))
    assert [thrown.corrected for thrown in game.tables[0].throws] == [True, False]
    game.push(Correct(2, (1, 1, 1)))
    assert everything(game) == ended


def test_a_long_chain_of_undo_and_redo(play: Play) -> None:
    """Undo and redo, 1200 times over, is still one throw that counts."""
    game = play("classic", "bell 112")
    step = 2
    for _ in range(1200):
        step = game.push(Void(step))
    assert game.tables[0].scores == (2, 0)
    assert game.voided.isdisjoint({1, 2})


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Void(0), f"0 {EARLIER}"),
        (Void(5), f"5 {EARLIER}"),
        (Void(-1), f"-1 {EARLIER}"),
        (Correct(0, (1, 2, 3)), f"0 {EARLIER}"),
        (Correct(5, (1, 2, 3)), f"5 {EARLIER}"),
        (Correct(6, (1, 2, 3)), f"6 {EARLIER}"),
        (Correct(1, (1, 2, 3)), "event 1 is no throw, so it has no dice to correct"),
        (Correct(4, (1, 2, 3)), "event 4 is no throw, so it has no dice to correct"),
        (Correct(2, {"A": 6, "B": 1}), f"event 2 {OTHER_DICE}"),
        (Correct(2, (1, 2, 3), called=True), NOT_CALLED),
        (Missed(-1, 1, (1, 2, 3)), f"-1 {EARLIER}"),
        (Missed(0, 1, (1, 2, 3)), "no throw fits just after event 0: the bell has not rung for this round"),
        (Missed(5, 1, (1, 2, 3)), f"5 {EARLIER}"),
        (
            Missed(2, 2, (1, 2, 3)),
            "no throw fits just after event 2: there is no table 2; the last is table 1",
        ),
        (Missed(2, 1, (1, 2, 3), called=False), NOT_CALLED),
    ],
)
def test_corrections_that_do_not_fit(play: Play, event: Event, reason: str) -> None:
    """A correction names an earlier event of its kind, and is refused otherwise; nothing changes."""
    game = play("classic", "bell 112 236")
    game.push(Void(3))
    before = everything(game), game.events
    assert game.find_misfit(event) == reason
    with pytest.raises(Misfit) as error:
        game.push(event)
    assert str(error.value) == reason
    assert (everything(game), game.events) == before


def test_die_off_is_corrected_by_name(play: Play) -> None:
    """A die-off is corrected with a die for each of the same names, and is not called."""
    game = play("tournament", "bell end", options={"calls": True})
    game.push(DieOff(1, {"A": 6, "B": 1}))
    assert game.tables[0].winners == ("A", "C")
    assert game.find_misfit(Correct(3, {"A": 6, "C": 1})) == f"event 3 {OTHER_DICE}"
    assert game.find_misfit(Correct(3, (1, 2, 3))) == f"event 3 {OTHER_DICE}"
    assert game.find_misfit(Correct(3, {"A": 6, "B": 1}, called=False)) == "a die-off is not called"
    game.push(Correct(3, {"B": 6, "A": 6}))
    assert game.status == "playing"
    assert game.tables[0].rolloff is not None


def test_called_on_a_missed_throw(play: Play) -> None:
    """A missed bunco is called by its own word or by a call that follows, not by one that came before it."""
    options = {"calls": True}
    game = play("classic", "bell 112", tables="ABCD EFGH", options=options)
    game.push(Missed(2, 1, (1, 1, 1), called=True))
    assert game.rounds[0].tables[0].winners == ("A", "C")
    game = play("classic", "bell 2:112", tables="ABCD EFGH", options=options)
    game.push(Missed(2, 2, (1, 1, 1)))
    assert game.tables[1].scores == (2, 0)
    game.push(Call(2))
    assert game.tables[1].scores == (23, 0)


NO_BUNCO = (2, 3, 4)


@pytest.mark.parametrize(
    ("event", "corrected", "then"),
    [
        # A plain throw: as the correction says, or open to a call where it says nothing.
        (Throw(2, NO_BUNCO), None, "may be called"),
        (Throw(2, NO_BUNCO), True, "called"),
        (Throw(2, NO_BUNCO), False, "not called"),
        # A missed throw keeps its own word where the correction has none.
        (Missed(1, 2, NO_BUNCO), None, "may be called"),
        (Missed(1, 2, NO_BUNCO), True, "called"),
        (Missed(1, 2, NO_BUNCO), False, "not called"),
        (Missed(1, 2, NO_BUNCO, called=True), None, "called"),
        (Missed(1, 2, NO_BUNCO, called=True), True, "called"),
        (Missed(1, 2, NO_BUNCO, called=True), False, "not called"),
        (Missed(1, 2, NO_BUNCO, called=False), None, "not called"),
        (Missed(1, 2, NO_BUNCO, called=False), True, "called"),
        (Missed(1, 2, NO_BUNCO, called=False), False, "not called"),
    ],
)
def test_called_as_corrected(play: Play, event: Event, corrected: Any, then: str) -> None:
    """What a correction says of the call counts; where it says nothing, what the missed throw said."""
    game = play("classic", "bell", tables="ABCD EFGH", options={"calls": True})
    game.push(event)
    game.push(Correct(2, (1, 1, 1), corrected))
    table = game.tables[1]
    assert table.scores == (21 if then == "called" else 0, 0)
    assert table.callable == (2 if then == "may be called" else None)


def test_every_kind_of_event_has_its_place(play: Play) -> None:
    """An extension event has a number, changes nothing and is never unused."""
    game = play("classic", "bell")
    before = told(game)
    assert game.push(parse_event({"event": "casino:drawing", "name": "A"})) == 2
    assert told(game) == before
    game.push(Void(1))
    assert game.unused == ()

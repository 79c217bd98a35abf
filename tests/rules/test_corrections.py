"""After a correction, the game is what it would have been without the mistake."""

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
from tests.rules.snapshots import snapshot

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
"""Rooms that together use everything that the rules know."""

EARLIER = "is not the number of an earlier event"
OTHER_DICE = "showed other dice: three for a throw, one for each name"
NOT_CALLED = "nothing is called in this game, so 'called' has no place"

FEW = settings(
    max_examples=min(40, settings().max_examples), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
"""At most 40 examples, or fewer if the profile has fewer."""


def start_game(room: dict[str, Any]) -> Game:
    return Game(Header.parse({"record": "bunco/1"} | room))


def throw_dice(luck: Random) -> tuple[int, ...]:
    """Throw dice that score more often than fair ones, so that rounds end soon."""
    face = luck.randint(1, 6)
    return tuple(luck.choice((face, face, face, luck.randint(1, 6))) for _ in range(3))


def choose_event(game: Game, luck: Random) -> Event:
    """Choose by chance an event that fits now and is no correction."""
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
    return Throw(table.number, throw_dice(luck))


def choose_correction(game: Game, luck: Random) -> Event:
    """Choose by chance a correction of an earlier event; it may not fit."""
    seq = luck.randint(max(1, len(game.events) - 30), len(game.events))
    event = game.events[seq - 1]
    calls = game.header.options.calls
    called = luck.choice((None, None, True, False)) if calls else None
    kind = luck.choice(("void", "correct", "missed"))
    if kind == "missed":
        return Missed(seq, luck.randint(1, len(game.tables)), throw_dice(luck), called)
    if kind == "correct" and isinstance(event, Throw | Missed):
        return Correct(seq, throw_dice(luck), called)
    if kind == "correct" and isinstance(event, DieOff):
        return Correct(seq, {name: luck.choice((1, 6)) for name in event.dice})
    return Void(seq)


def play_party(room: dict[str, Any], luck: Random, length: int, corrections: float) -> Game:
    """Play ``length`` events; ``corrections`` is the chance that an event is a correction."""
    game = start_game(room)
    game.push(Bell())
    while len(game.events) < length:
        event = choose_correction(game, luck) if luck.random() < corrections else choose_event(game, luck)
        if game.find_misfit(event) is None:
            game.push(event)
    return game


def play_forward(game: Game, events: Iterable[tuple[int, Event]]) -> tuple[Game, list[int]]:
    """Play events without corrections from the start; return the game and the numbers that do not fit."""
    fresh, unused = Game(game.header), []
    for seq, event in events:
        if fresh.find_misfit(event) is None:
            fresh.push(event)
        else:
            unused.append(seq)
    return fresh, unused


def get_result(game: Game) -> dict[str, Any]:
    """Return the result without the list of unused events."""
    return {key: value for key, value in game.make_result().items() if key != "unused"}


rooms = st.sampled_from(ROOMS)
lucks = st.randoms(use_true_random=False)


@FEW
@given(rooms, lucks, st.integers(5, 120))
def test_reading_from_a_bell_is_reading_from_the_start(
    room: dict[str, Any], luck: Random, length: int
) -> None:
    """Reading again from the bell before each correction gives the same game as reading the whole record."""
    game = play_party(room, luck, length, corrections=0.3)
    expected = snapshot(game)
    whole = ReadRecord(game.header, game._record)
    whole.go_on()
    game._use_reading(whole)
    assert snapshot(game) == expected


@FEW
@given(rooms, lucks, st.integers(5, 100))
def test_void_removes_event(room: dict[str, Any], luck: Random, length: int) -> None:
    """Voiding an event gives the game without it; voiding the void gives the first game again."""
    game = play_party(room, luck, length, corrections=0)
    before = snapshot(game)
    seq = luck.randint(1, len(game.events))
    undo = game.push(Void(seq))
    numbered = [(n, event) for n, event in enumerate(game.events[:-1], 1) if n != seq]
    without, unused = play_forward(game, numbered)
    assert get_result(game) == get_result(without)
    assert list(game.unused) == unused
    assert game.voided == {seq}
    game.push(Void(undo))
    assert snapshot(game) == before


@FEW
@given(rooms, lucks, st.integers(5, 100))
def test_correction_replaces_dice(room: dict[str, Any], luck: Random, length: int) -> None:
    """Correcting a throw gives the game in which the dice had shown the corrected values."""
    game = play_party(room, luck, length, corrections=0)
    throws = [n for n, event in enumerate(game.events, 1) if isinstance(event, Throw)]
    seq = luck.choice(throws) if throws else 0
    if not seq:
        return
    events: list[Event] = list(game.events)
    thrown, corrected = events[seq - 1], throw_dice(luck)
    assert isinstance(thrown, Throw)
    events[seq - 1] = Throw(thrown.table, corrected)
    game.push(Correct(seq, corrected))
    expected, unused = play_forward(game, enumerate(events, 1))
    assert get_result(game) == get_result(expected)
    assert list(game.unused) == unused


@FEW
@given(rooms, lucks, st.integers(5, 100))
def test_missed_throw_is_inserted(room: dict[str, Any], luck: Random, length: int) -> None:
    """A missed throw gives the game with that throw at its time; it is refused if it did not fit there."""
    game = play_party(room, luck, length, corrections=0)
    after, missed_dice = luck.randint(1, len(game.events)), throw_dice(luck)
    table = luck.randint(1, len(game.tables))
    numbered = list(enumerate(game.events, 1))
    numbered.insert(after, (len(game.events) + 1, Throw(table, missed_dice)))
    expected, unused = play_forward(game, numbered)
    missed = Missed(after, table, missed_dice)
    if len(game.events) + 1 in unused:
        with pytest.raises(Misfit, match="no throw fits"):
            game.push(missed)
    else:
        game.push(missed)
        assert get_result(game) == get_result(expected)
        assert list(game.unused) == sorted(unused)


def test_correction_reopens_round(play: Play) -> None:
    """If a correction reopens a round, the next bell is unused until another correction ends the round."""
    game = play("classic", "bell 111 bell 222")
    ended = snapshot(game)
    game.push(Correct(2, (1, 1, 2)))
    assert game.unused == (3,)
    assert (game.status, game.round, game.tables[0].scores) == ("playing", 1, (7, 0))
    assert [thrown.corrected for thrown in game.tables[0].throws] == [True, False]
    game.push(Correct(2, (1, 1, 1)))
    assert snapshot(game) == ended


def test_long_chain_of_undo_and_redo(play: Play) -> None:
    """After 1200 times undo and redo, the throw still counts once."""
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
        (Correct(1, (1, 2, 3)), "event 1 is not a throw, so it has no dice to correct"),
        (Correct(4, (1, 2, 3)), "event 4 is not a throw, so it has no dice to correct"),
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
def test_unfit_corrections_are_refused(play: Play, event: Event, reason: str) -> None:
    """A correction must name an earlier event of its kind; otherwise it is refused, and nothing changes."""
    game = play("classic", "bell 112 236")
    game.push(Void(3))
    before = snapshot(game), game.events
    assert game.find_misfit(event) == reason
    with pytest.raises(Misfit) as error:
        game.push(event)
    assert str(error.value) == reason
    assert (snapshot(game), game.events) == before


def test_die_off_is_corrected_by_name(play: Play) -> None:
    """A correction of a die-off has one die for each of the same names, and cannot be called."""
    game = play("tournament", "bell end", options={"calls": True})
    game.push(DieOff(1, {"A": 6, "B": 1}))
    assert game.tables[0].winners == ("A", "C")
    assert game.find_misfit(Correct(3, {"A": 6, "C": 1})) == f"event 3 {OTHER_DICE}"
    assert game.find_misfit(Correct(3, (1, 2, 3))) == f"event 3 {OTHER_DICE}"
    assert game.find_misfit(Correct(3, {"A": 6, "B": 1}, called=False)) == "a die-off is not called"
    game.push(Correct(3, {"B": 6, "A": 6}))
    assert game.status == "playing"
    assert game.tables[0].rolloff is not None


def test_call_of_missed_bunco(play: Play) -> None:
    """A missed bunco is called by its own ``called`` or by a later call, but not by an earlier call."""
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
    ("event", "corrected", "expected"),
    [
        # A plain throw: the correction decides; if it says nothing, the throw may still be called.
        (Throw(2, NO_BUNCO), None, "may be called"),
        (Throw(2, NO_BUNCO), True, "called"),
        (Throw(2, NO_BUNCO), False, "not called"),
        # A missed throw keeps its own value if the correction has none.
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
def test_called_as_corrected(play: Play, event: Event, corrected: Any, expected: str) -> None:
    """The correction's ``called`` counts; without it, that of the missed throw."""
    game = play("classic", "bell", tables="ABCD EFGH", options={"calls": True})
    game.push(event)
    game.push(Correct(2, (1, 1, 1), corrected))
    table = game.tables[1]
    assert table.scores == (21 if expected == "called" else 0, 0)
    assert table.callable == (2 if expected == "may be called" else None)


def test_extension_event_changes_nothing(play: Play) -> None:
    """An extension event has a number, changes nothing and is never unused."""
    game = play("classic", "bell")
    before = get_result(game)
    assert game.push(parse_event({"event": "casino:drawing", "name": "A"})) == 2
    assert get_result(game) == before
    game.push(Void(1))
    assert game.unused == ()

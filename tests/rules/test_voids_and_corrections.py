"""Corrections and voids that are applied one by one or all at once give what the record's rules say."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_bunco.rules import Bell, Correct, Event, Game, Header, Missed, Other, Throw, Void
from pi_bunco.rules import corrections as under_test
from pi_bunco.rules.corrections import Corrections
from pi_bunco.rules.reading import ReadRecord

DICE = (1, 2, 3)


@st.composite
def records(draw: st.DrawFn) -> list[Event]:
    """Draw events of all kinds; corrections name earlier events."""
    events: list[Event] = [Bell()]
    for _ in range(draw(st.integers(1, 40))):
        at = draw(st.integers(1, len(events)))
        kind = draw(st.sampled_from("tvvvcmo"))
        named = events[at - 1]
        if kind == "c" and not isinstance(named, Throw | Missed):
            kind = "v"
        kinds: dict[str, Event] = {
            "t": Throw(1, DICE),
            "v": Void(at),
            "c": Correct(at, DICE),
            "m": Missed(at - draw(st.integers(0, 1)), 1, DICE),
            "o": Other("a:b"),
        }
        events.append(kinds[kind])
    return events


def list_voided_slowly(events: Sequence[Event]) -> frozenset[int]:
    """Return the events that a standing void names, from the last void back."""
    voided: set[int] = set()
    for seq in range(len(events), 0, -1):
        event = events[seq - 1]
        if isinstance(event, Void) and seq not in voided:
            voided.add(event.seq)
    return frozenset(voided)


def order_slowly(events: Sequence[Event], after: int = 0) -> Iterator[int]:
    """Yield each event that is no missed throw, followed by the missed throws after it."""

    def missed_after(named: int) -> Iterator[int]:
        for seq, event in enumerate(events, 1):
            if isinstance(event, Missed) and event.after == named:
                yield seq
                yield from missed_after(seq)

    yield from missed_after(after)
    for seq, event in enumerate(events, 1):
        if not isinstance(event, Missed):
            yield seq
            yield from missed_after(seq)


@pytest.mark.parametrize("limit", [0, 50], ids=["all at once", "one by one"])
@settings(max_examples=200, deadline=None)
@given(records(), st.sets(st.integers(0, 40)))
def test_voids_corrections_and_order(limit: int, events: list[Event], applied: set[int]) -> None:
    """Whenever corrections are applied, the voided events, the corrections and the order are the same."""
    old_limit, under_test._MAX_ONE_BY_ONE = under_test._MAX_ONE_BY_ONE, limit
    try:
        record = Corrections()
        for at, event in enumerate(events):
            known = {
                seq: (seq in record.voided, record.find_correction(seq))
                for seq in range(1, len(record.events) + 1)
            }
            if isinstance(event, Correct | Missed | Void):
                record.add(event)
            else:
                record.append(event)
            if isinstance(event, Missed) or at in applied or event is events[-1]:
                first = record.apply_new()
                now = {seq: (seq in record.voided, record.find_correction(seq)) for seq in known}
                changed = [
                    record.order.index(seq)
                    for seq in known
                    if now[seq] != known[seq] and isinstance(record.events[seq - 1], Bell | Throw | Missed)
                ]
                assert not changed or (first is not None and first <= min(changed))
    finally:
        under_test._MAX_ONE_BY_ONE = old_limit
    voided = list_voided_slowly(events)
    assert record.voided == voided
    assert record.order == list(order_slowly(events))
    for seq in range(1, len(events) + 1):
        standing = [
            event
            for number, event in enumerate(events, 1)
            if isinstance(event, Correct) and event.seq == seq and number not in voided
        ]
        assert record.find_correction(seq) is (standing[-1] if standing else None)


def test_missed_throw_is_taken_back() -> None:
    """Without the missed throw the record is as it was before."""
    record = Corrections()
    for event in (Bell(), Throw(1, DICE), Missed(1, 1, DICE)):
        place = record.add(event) if isinstance(event, Missed) else record.append(event)
    assert (place, record.order) == (1, [1, 3, 2])
    record.take_back(1)
    assert (record.order, len(record.events)) == ([1, 2], 2)
    assert record.add(Missed(1, 1, DICE)) == 1
    assert record.order == [1, 3, 2]


def test_many_corrections_are_read_once(header: Header, reads: list[int]) -> None:
    """After a thousand corrections the record is read again only once, before the next event."""
    game = Game(header)
    game.push(Bell())
    game.push(Throw(1, (1, 2, 3)))
    for _ in range(1000):
        game.push(Correct(2, (1, 1, 3)), more=True)
    assert game.tables[0].scores == (1, 0)
    assert reads == []
    game.push(Throw(1, (2, 2, 3)))
    assert reads == [1]
    assert game.tables[0].scores == (2, 0)


def test_correction_that_was_void_from_the_start_comes_back(header: Header) -> None:
    """A correction that was voided before anything was applied counts again when its void is taken back."""
    game = Game(header)
    begin: list[Event] = [Bell(), Throw(1, (1, 2, 3)), Throw(1, (2, 3, 3))]
    for event in (*begin, Correct(2, (1, 1, 3)), Void(4), *[Correct(3, (2, 3, 4))] * 60):
        game.push(event, more=True)
    game.apply_corrections()
    assert game.tables[0].scores == (1, 0)
    game.push(Void(5))
    assert game.tables[0].scores == (2, 0)


def test_last_corrections_are_applied(header: Header, reads: list[int]) -> None:
    """Corrections that no event follows are applied on request, and only once."""
    game = Game(header)
    game.push(Bell())
    game.push(Throw(1, (1, 2, 3)))
    game.push(Void(2), more=True)
    game.push(Void(3), more=True)
    game.push(Correct(2, (1, 1, 1)), more=True)
    game.apply_corrections()
    game.apply_corrections()
    assert len(reads) == 1
    assert game.tables[0].scores == (21, 0)
    assert sorted(game.voided) == [3]


@pytest.fixture
def header() -> Header:
    return Header.parse({"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]})


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that records from which places the record is read again."""
    places: list[int] = []
    read_again = ReadRecord.read_again

    def record_place(reading: ReadRecord, changed: int) -> ReadRecord:
        places.append(changed)
        return read_again(reading, changed)

    monkeypatch.setattr(ReadRecord, "read_again", record_place)
    return places

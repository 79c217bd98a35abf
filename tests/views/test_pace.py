"""The pace of tables, and when the evening will probably end."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from pi_bunco.game.book import Book
from pi_bunco.views.evening_end import USUAL_BREAK, USUAL_GAP, EveningEnd, estimate_end, say_end
from pi_bunco.views.host import make_host_facts
from pi_bunco.views.pace import TablePace, make_round_pace

NOTHING, WINS = [6, 6, 5], [1, 1, 1]
USUAL = 300.0
TWELVE = [[f"P{table}{seat}" for seat in range(4)] for table in range(3)]


def make_book(*events: tuple[float, Mapping[str, Any]], rules: str = "classic", sets: int = 1) -> Book:
    """Return a game of three tables with events at these seconds since 1970."""
    header = {"record": "bunco/1", "rules": rules, "sets": sets, "tables": TWELVE}
    lines = [{**event, "time": datetime.fromtimestamp(at, UTC).isoformat()} for at, event in events]
    return Book([header, *lines])


def throw(table: int, dice: list[int]) -> dict[str, Any]:
    return {"event": "throw", "table": table, "dice": dice}


BELL = {"event": "bell"}


def list_first_round() -> list[tuple[float, Mapping[str, Any]]]:
    """Return a round of 200 seconds: the head table has a bunco, and table 3 is decided before it."""
    return [
        (1000.0, BELL),
        (1010.0, throw(3, [1, 2, 3])),
        (1020.0, throw(2, [1, 1, 3])),
        (1200.0, throw(1, WINS)),
    ]


def test_a_round_that_is_played_has_the_throws_of_each_table() -> None:
    """Nobody has won, so no table has a length, and after few throws none is behind."""
    book = make_book(*list_first_round()[:3])
    pace = make_round_pace(book)
    assert pace.began == 1000
    assert pace.tables == (TablePace(0), TablePace(1), TablePace(1))


def test_a_table_with_half_of_the_usual_throws_is_behind() -> None:
    """The others have ten throws each; the head table has five."""
    throws = [
        (1001.0 + at, throw(table, NOTHING))
        for table, count in ((1, 5), (2, 10), (3, 10))
        for at in range(count)
    ]
    last = [table.is_last for table in make_round_pace(make_book((1000.0, BELL), *throws)).tables]
    assert last == [True, False, False]


def test_after_a_round_each_table_says_how_long_it_took() -> None:
    """The table that was decided last is named."""
    pace = make_round_pace(make_book(*list_first_round()))
    assert pace.tables == (TablePace(1, 200, is_last=True), TablePace(1, 20), TablePace(1, 10))


def test_before_the_first_bell_there_is_no_pace() -> None:
    """There is no table to be slow."""
    assert make_round_pace(make_book()).tables == ()


def estimate(book: Book, now: float, *, break_ends: float | None = None) -> float:
    end = estimate_end(book, USUAL, break_ends, now)
    assert end is not None
    return end.at - now


def test_before_the_first_bell_the_usual_length_counts() -> None:
    """Six rounds, each with the time until the next bell."""
    assert estimate(make_book(), 900.0) == 6 * (USUAL + USUAL_GAP)


def test_the_rounds_of_the_room_change_the_estimate() -> None:
    """A round of 200 seconds makes each of the other five shorter than usual."""
    assert estimate(make_book(*list_first_round()), 1200.0) == pytest.approx(
        5 * ((2 * USUAL + 200) / 3 + USUAL_GAP)
    )


def test_the_present_round_is_over_in_part() -> None:
    """What it has taken is not expected again, but no more than its length."""
    book = make_book((1000.0, BELL))
    assert estimate(book, 1100.0) == pytest.approx(6 * (USUAL + USUAL_GAP) - 100)
    assert estimate(book, 1000.0 + 9 * USUAL) == pytest.approx(5 * USUAL + 6 * USUAL_GAP)


def test_breaks_count_and_the_present_one_as_its_clock_says() -> None:
    """The casino has breaks after rounds 2 and 4; the one after the last round holds nothing up."""
    assert estimate(make_book(rules="casino"), 900.0) == 6 * (USUAL + USUAL_GAP) + 2 * USUAL_BREAK
    counted = [
        (at, {"event": "tally", "table": table, "scores": [21, 3]}) if table else (at, BELL)
        for at in (1000.0, 2000.0)
        for table in range(4)
    ]
    book = make_book(*counted, rules="casino")
    rest = 4 * (USUAL + USUAL_GAP) + USUAL_BREAK
    assert estimate(book, 2100.0) == rest + USUAL_BREAK - 100
    assert estimate(book, 2100.0, break_ends=2400.0) == rest + 300
    assert estimate(book, 2500.0, break_ends=2400.0) == rest


def test_a_clock_that_was_put_right_changes_nothing() -> None:
    """A round that seems to last for years says nothing about the others."""
    events = list_first_round()
    late = [*events[:3], (9e8, events[3][1])]
    assert estimate(make_book(*late), 9e8) == 5 * (USUAL + USUAL_GAP)


def test_nobody_can_say_when_many_sets_end() -> None:
    """A game of a million sets has no end that anybody would believe."""
    assert estimate_end(make_book(sets=10**6), USUAL, None, 0.0) is None


def test_the_words_admit_doubt() -> None:
    """They are in steps of five or ten minutes, and say whose pace they come from."""
    near = say_end(EveningEnd(1000 * 300.0 + 100, is_own=True), 1000 * 300.0)
    assert near.startswith("At this pace the evening ends at about ")
    assert near[-2] in "05"
    assert say_end(EveningEnd(9e5, is_own=False), 8e5).startswith("The evening will perhaps end at about ")
    assert say_end(None, 0.0) == ""


def test_the_hosts_facts_of_a_round() -> None:
    """Standings and the last round are there while the next round is played."""
    book = make_book(*list_first_round(), (1300.0, BELL))
    facts = make_host_facts(book, None, None, 1300.0)
    assert [len(line.winners) for line in facts.last_round] == [2, 2, 2]
    assert {card.wins for card in facts.cards} == {0, 1}
    assert (facts.end, facts.teams, facts.finals) == ("", {}, False)


def test_teams_are_groups_of_three_tables() -> None:
    """One group is no team, since there is nobody to compare it with."""
    assert make_host_facts(make_book(rules="casino"), None, None, 0.0).teams == {}

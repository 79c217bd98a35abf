"""Guests who come late or leave: all players sit once, at tables that the sheet allows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.rules import SHEETS, is_ghost, load_sheet, seat_first_tables
from pi_bunco.rules.header import Seats, find_layout
from pi_bunco.rules.seating import SeatChange, seat_guests, unseat_guests

Tables = tuple[Seats, ...]
LOADED = {slug: load_sheet(slug) for slug in SHEETS}


def list_players(tables: Tables) -> list[str]:
    return [name for seats in tables for name in seats if not is_ghost(name)]


def seat_players(slug: str, number: int) -> Tables:
    """Seat this number of players, or the next number that the sheet allows."""
    sheet = LOADED[slug]
    while not sheet.find_layouts(number, -(-number // 4)):
        number += 1
    return seat_first_tables(sheet, [f"P{n}" for n in range(number)])


@given(st.sampled_from(sorted(SHEETS)), st.integers(2, 40), st.integers(1, 9), st.booleans())
def test_guests_arrive(slug: str, number: int, come: int, free: bool) -> None:  # noqa: FBT001 - a drawn value
    """All guests are seated or wait, in order; nobody is lost, and the tables fit a header."""
    before = seat_players(slug, number)
    guests = [f"Q{n}" for n in range(come)]
    change = seat_guests(LOADED[slug], before, guests, free=free)
    find_layout(LOADED[slug], change.tables)
    assert sorted(list_players(change.tables)) == sorted(
        [*list_players(before), *guests[: come - len(change.left_over)]]
    )
    assert (*guests[: come - len(change.left_over)], *change.left_over) == tuple(guests)
    assert free or len(change.tables) == len(before)
    if LOADED[slug].takes_ghosts(number) and free:
        assert change.left_over == ()
    if LOADED[slug].takes_ghosts(number) and not free:
        ghosts = sum(len(seats) for seats in before) - len(list_players(before))
        assert len(change.left_over) == max(come - ghosts, 0)


@given(st.sampled_from(sorted(SHEETS)), st.integers(2, 40), st.data(), st.booleans())
def test_guests_leave(slug: str, number: int, data: st.DataObject, free: bool) -> None:  # noqa: FBT001 - likewise
    """As many leave as can, in their order; the others stay, and no table has only ghosts."""
    before = seat_players(slug, number)
    players = list_players(before)
    leave = data.draw(st.lists(st.sampled_from(players), min_size=1, max_size=len(players) - 1, unique=True))
    change = unseat_guests(LOADED[slug], before, leave, free=free)
    find_layout(LOADED[slug], change.tables)
    left = set(leave[: len(leave) - len(change.left_over)])
    assert change.left_over == tuple(leave[len(left) :])
    stayed = list_players(change.tables)
    assert sorted(stayed) == sorted(set(players) - left)
    assert free or len(change.tables) == len(before)
    if LOADED[slug].takes_ghosts(len(stayed)) and len(stayed) >= len(change.tables):
        assert all(list_players((seats,)) for seats in change.tables)


@given(st.sampled_from(["classic", "casino", "tournament"]), st.integers(5, 40), st.data())
def test_leaver_moves_nobody(slug: str, number: int, data: st.DataObject) -> None:
    """In team play one player leaves, a ghost takes their chair, and all others keep theirs."""
    before = seat_players(slug, number)
    name = data.draw(st.sampled_from(list_players(before)))
    after = unseat_guests(LOADED[slug], before, [name], free=False).tables
    others = [other for other in list_players(before) if other != name]
    (partners,) = (len(list_players((seats,))) - 1 for seats in before if name in seats)
    if partners > 1:  # otherwise somebody sits down beside the last player
        where = {other: (table, seats.index(other)) for table, seats in enumerate(after) for other in seats}
        assert [where[other] for other in others] == [
            (table, seats.index(other))
            for table, seats in enumerate(before)
            for other in seats
            if other in others
        ]


def test_guest_waits_in_full_room() -> None:
    """In classic a ninth guest waits for the next set, and sits at a new table then."""
    before = seat_players("classic", 8)
    assert seat_guests(LOADED["classic"], before, ["Q"], free=False) == SeatChange(before, ("Q",))
    after = seat_guests(LOADED["classic"], before, ["Q"], free=True)
    assert (len(after.tables), after.left_over) == (3, ())
    assert list_players(after.tables[2:]) == ["Q", "P7"]  # nobody sits among ghosts alone


@pytest.mark.parametrize("free", [True, False])
def test_table_of_single_players_shrinks_between_sets(free: bool) -> None:  # noqa: FBT001 - likewise
    """Boxed has no ghosts up to twelve players: within a set a leaver keeps their seat."""
    change = unseat_guests(LOADED["boxed"], seat_players("boxed", 3), ["P1"], free=free)
    assert change == SeatChange((("P0", "P2"),)) if free else SeatChange((("P0", "P1", "P2"),), ("P1",))

"""Where players sit when a game begins."""

from collections.abc import Callable

import pytest

from pi_bunco.rules import SHEETS, Header, RecordError, is_ghost, load_sheet, seat_first_tables
from pi_bunco.rules.sheets import Sheet


def make_names(number: int) -> list[str]:
    return [f"P{n}" for n in range(1, number + 1)]


@pytest.mark.parametrize("slug", SHEETS)
def test_seats_make_a_header(slug: str) -> None:
    """For 2 to 110 players of each sheet the seats make a header, with the players in the given order."""
    for number in range(2, 111):
        tables = seat_first_tables(load_sheet(slug), make_names(number))
        header = Header.parse({"record": "bunco/1", "rules": slug, "tables": list(map(list, tables))})
        assert header.players == tuple(make_names(number))


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (2, "P1 P2 g1 g2"),
        (3, "P1 P2 P3 g1"),
        (4, "P1 P2 P3 P4"),
        (5, "P1 P2 P3 g1 / P4 P5 g2 g3"),
        (6, "P1 P2 P3 g1 / P4 P5 P6 g2"),
        (7, "P1 P2 P3 P4 / P5 P6 P7 g1"),
        (9, "P1 P2 P3 g1 / P4 P5 P6 g2 / P7 P8 P9 g3"),
        (11, "P1 P2 P3 P4 / P5 P6 P7 P8 / P9 P10 P11 g1"),
        (13, "P1 P2 P3 P4 / P5 P6 P7 g1 / P8 P9 P10 g2 / P11 P12 P13 g3"),
    ],
)
def test_ghosts_sit_from_the_last_table_upward(players: int, seats: str) -> None:
    """Ghosts sit one by one from the last table to the head table, and again; no two are partners."""
    expected = tuple(
        tuple(name.replace("g", "ghost ") for name in table.split()) for table in seats.split(" / ")
    )
    assert seat_first_tables(load_sheet("classic"), make_names(players)) == expected


def test_two_ghosts_are_never_partners() -> None:
    """At every table each side has a player, for any number of players."""
    for number in range(2, 60):
        for table in seat_first_tables(load_sheet("casino"), make_names(number)):
            assert not all(map(is_ghost, table[0::2]))
            assert not all(map(is_ghost, table[1::2]))


def test_boxed_has_no_ghosts_up_to_twelve() -> None:
    """In boxed up to twelve players sit as the sheet says; more players have ghosts."""
    boxed = load_sheet("boxed")
    assert [len(table) for table in seat_first_tables(boxed, make_names(9))] == [4, 3, 2]
    assert seat_first_tables(boxed, make_names(13))[1][3] == "ghost 1"


@pytest.mark.parametrize(
    ("slug", "number", "reason"),
    [
        ("boxed", 0, "boxed is not for 0 players; the next number it takes is 2"),
        ("boxed", 1, "boxed is not for 1 player; the next number it takes is 2"),
        ("classic", 1, "classic is not for 1 player; the next number it takes is 2"),
    ],
)
def test_too_few_players(slug: str, number: int, reason: str) -> None:
    """A game needs two players; the reason names the next number that the sheet allows."""
    with pytest.raises(RecordError) as error:
        seat_first_tables(load_sheet(slug), make_names(number))
    assert str(error.value) == reason


def test_number_that_house_sheet_lacks(house: Callable[..., Sheet]) -> None:
    """If a sheet has no tables for five players, the reason names the next number that it allows."""
    layouts = load_sheet("boxed").layouts
    sheet = house("boxed", slug="house", layouts=(*layouts[:4], (), (), *layouts[6:]))
    with pytest.raises(RecordError, match="house is not for 5 players; the next number it takes is 7"):
        seat_first_tables(sheet, make_names(5))


def test_players_name_is_no_ghosts() -> None:
    """A player whose name begins like a ghost's is refused."""
    with pytest.raises(RecordError) as error:
        seat_first_tables(load_sheet("classic"), ["Ann", "ghostly", "Cy", "Di"])
    assert str(error.value) == "the name 'ghostly' is a ghost's: no player's may begin with 'ghost'"

"""Who throws first, on a sheet on which a winner of the last round does."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_bunco.chance.party import Party, Plan, Round
from pi_bunco.rules import Bell, Game, Header, Seating, Sheet, load_sheet
from pi_bunco.rules.events import parse_event

House = Callable[..., Sheet]
Play = Callable[..., Game]
PARTIES = 40
"""Games of six rounds for each sheet and number of players."""


def test_a_winner_throws_first(house: House, play_house: Play) -> None:
    """In teams it is the one in the lower seat, wherever the winners sit now."""
    game = play_house(house("classic", starts="winner"), "bell 234 111")
    assert game.finished[0].tables[0].winners == ("B", "D")
    assert game.starters == (next(name for name in game.seats[0] if name in "BD"),)


def test_a_table_without_a_winner(house: House, play_house: Play) -> None:
    """After a seating that leaves no winner at a table its seat 1 throws first."""
    game = play_house(house("classic", starts="winner"), "bell 2:112 111", tables="ABCD EFGH")
    assert [table.winners for table in game.finished[0].tables] == [("A", "C"), ("E", "G")]
    game.push(Seating((tuple("DBHF"), tuple("GACE"))))
    assert game.starters == ("D", "G")


def read_again(rounds: list[Round]) -> list[list[str]]:
    """Read the rule a second time, from nothing but who sat where and who won: who must throw first."""
    must, won = [], set[str]()
    for played in rounds:
        first = []
        for table in played.tables:
            names = [name for name in table.seats if name in won]
            first.append(names[0] if names else table.seats[0])
        must.append(first)
        won = {name for table in played.tables for name in table.winners}
    return must


@pytest.mark.parametrize(
    "parties", [range(PARTIES), pytest.param(range(PARTIES, 300), marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize(
    ("base", "players"), [("classic", 4), ("classic", 12), ("boxed", 3), ("boxed", 9), ("casino", 24)]
)
def test_a_second_reading_agrees(base: str, players: int, parties: range) -> None:
    """In random games everybody who throws first is who the second reading of the rule names."""
    sheet = replace(load_sheet(base), slug="winners-first", starts="winner")
    for seed in parties:
        rounds = list(Party(Plan(sheet, players, sets=2), f"{seed}").play_rounds())
        threw = [
            [next((each.thrower for each in at.throws if not each.rolloff), "") for at in played.tables]
            for played in rounds
        ]
        for first, must in zip(threw, read_again(rounds), strict=True):
            assert all(name in ("", named) for name, named in zip(first, must, strict=True))


def test_ghosts_with_other_numbers(house: House) -> None:
    """When a guest leaves, ghosts get other numbers. One that lost does not throw first for one that won."""
    tables = [["A", "B", "C", "D"], ["E", "ghost 1", "ghost 2", "F"]]
    header = Header.parse({"record": "bunco/1", "rules": "houseparty", "tables": tables})
    game = Game(replace(header, sheet=house("houseparty", starts="winner")))
    game.push(Bell())
    for table in (1, 2):
        game.push(parse_event({"event": "tally", "table": table, "scores": [22, 8]}))
    assert game.finished[0].tables[1].winners == ("E", "ghost 2")
    assert game.seats == (("A", "E", "ghost 2", "C"), ("F", "ghost 1", "B", "D"))
    game.push(Seating((("A", "E", "ghost 1", "C"), ("F", "ghost 2", "ghost 3", "D"))))  # B has left
    assert game.starters == ("A", "F")

"""The traveling bag on a sheet that says itself which throws take it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.chance.party import Party, Plan
from pi_bunco.rules import Game, Header, RecordError, Sheet, load_sheet, parse_event

House = Callable[..., Sheet]
PARTIES = 40
"""Games of one set for each kind of throw that takes the bag, and number of players."""


def begin(sheet: Sheet, traveling: object) -> Game:
    """Begin a game on a house's sheet, with this value of the option."""
    header: dict[str, Any] = {"record": "bunco/1", "rules": sheet.slug, "tables": [["A", "B", "C", "D"]]}
    return Game(Header.parse(header | {"sheet": sheet.to_dict(), "options": {"traveling": traveling}}))


@pytest.mark.parametrize(
    ("by", "holders"),
    [
        ("bunco", [None, "B", "B", "B"]),
        ("mini", ["A", "A", "C", "C"]),
        ("three_alike", ["A", "B", "C", "C"]),
        ("agreed", [None, None, "C", "C"]),
    ],
)
def test_which_throws_take_the_bag(house: House, by: str, holders: list[str | None]) -> None:
    """In the round of 1s three 4s are another three alike, and three 1s the bunco; two 1s are neither."""
    sheet = house("classic", slug="ours", traveling_by=by, goal=99)
    game = begin(sheet, {"number": 5} if by == "agreed" else True)
    game.push(parse_event({"event": "bell"}))
    held = []
    for dice in ([4, 4, 4], [1, 1, 1], [5, 5, 5], [1, 1, 4]):
        game.push(parse_event({"event": "throw", "table": 1, "dice": dice}))
        held.append(game.bag)
        game.push(parse_event({"event": "throw", "table": 1, "dice": [2, 3, 6]}))  # passes the dice on
    assert held == holders


@pytest.mark.parametrize("traveling", [None, False])
def test_a_game_without_a_bag(house: House, traveling: object) -> None:
    """Nothing travels unless the game asks for it, as on every sheet."""
    game = begin(house("classic", slug="ours", traveling_by="bunco"), traveling)
    assert game.header.options.traveling is None


@pytest.mark.parametrize(
    ("by", "traveling", "allowed"),
    [("bunco", {"number": 4}, "null, true or false"), ("agreed", True, "null, {")],
)
def test_what_a_game_may_ask_for(house: House, by: str, traveling: object, allowed: str) -> None:
    """Where the sheet says what takes the bag, a game cannot say it too; elsewhere it must."""
    with pytest.raises(RecordError, match=f"the option 'traveling' must be {allowed}"):
        begin(house("classic", slug="ours", traveling_by=by), traveling)


def read_again(party: Party, by: str) -> list[str | None]:
    """Read the rule a second time, from nothing but the dice: who holds the bag after each round."""
    holder: str | None = None
    held = []
    for played in party.play_rounds():
        throws = sorted((thrown for table in played.tables for thrown in table.throws), key=lambda it: it.seq)
        for thrown in throws:
            bunco = list(thrown.dice) == [played.number] * 3
            mini = len(set(thrown.dice)) == 1 and not bunco
            takes = {"bunco": bunco, "mini": mini, "three_alike": bunco or mini}[by]
            if takes and not thrown.rolloff and not thrown.thrower.startswith("ghost"):
                holder = thrown.thrower
        held.append(holder)
        assert party.game.bag == holder
    return held


@pytest.mark.parametrize(
    "parties", [range(PARTIES), pytest.param(range(PARTIES, 230), marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("by", ["bunco", "mini", "three_alike"])
@pytest.mark.parametrize(("base", "players"), [("classic", 4), ("classic", 14), ("casino", 24)])
def test_a_second_reading_agrees(by: Any, base: str, players: int, parties: range) -> None:
    """In random games the bag is, after each round, where the second reading of the rule finds it."""
    sheet = replace(load_sheet(base), slug="ours", traveling_by=by, options=("traveling",), mini_above=0)
    held = [
        holder
        for seed in parties
        for holder in read_again(
            Party(Plan(sheet, players, sets=1, options={"traveling": True}), f"{seed}"), by
        )
    ]
    assert len(set(held)) > 2

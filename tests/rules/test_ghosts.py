"""A ghost's buncos and minis: for whom they count, and who takes the bag for them."""

from dataclasses import replace

import pytest

from pi_bunco.rules import SHEETS, Card, Game, Header, Sheet, load_sheet, parse_event
from pi_bunco.rules.night import read_night


def play(sheet: Sheet, tables: list[list[str]], *throws: str, calls: bool = False) -> Game:
    """Play the throws at table 1 after the first bell."""
    options = {"traveling": {"number": 3}} | ({"calls": True} if calls else {})
    head = {"record": "bunco/1", "rules": "classic", "tables": tables, "options": options}
    game = Game(replace(Header.parse(head), sheet=sheet))
    game.push(parse_event({"event": "bell"}))
    for throw in throws:
        game.push(parse_event({"event": "throw", "table": 1, "dice": [*map(int, throw)]}))
        if calls:
            game.push(parse_event({"event": "call", "table": 1}))
    return game


@pytest.fixture
def house() -> Sheet:
    """Return a house sheet on which they count for the partner who throws."""
    return replace(load_sheet("classic"), ghosts_buncos="partner", verified=("bunco", "mini"), goal=99)


GHOST = [["ghost 1", "B", "C", "D"]]


def test_ghosts_buncos_count_for_nobody() -> None:
    """On printed sheets the team has the points, no card has the bunco, and nobody takes the bag."""
    assert {load_sheet(slug).ghosts_buncos for slug in SHEETS} == {"nobody"}
    game = play(replace(load_sheet("classic"), goal=99), GHOST, "111", "333")
    assert (game.tables[0].scores, game.bag) == ((26, 0), None)
    assert {(card.buncos, card.minis) for card in game.players.values()} == {(0, 0)}


@pytest.mark.parametrize("calls", [False, True])
def test_ghosts_buncos_count_for_partner(house: Sheet, calls: bool) -> None:  # noqa: FBT001 - a case
    """On a house sheet the partner C throws for the ghost and has its bunco, mini, bag and claims."""
    game = play(replace(house, needs_call=frozenset(("bunco", "mini"))), GHOST, "111", "333", calls=calls)
    assert game.players["C"] == Card(buncos=1, minis=1)
    assert game.bag == "C"
    assert game.tables[0].throws[0].thrower == "ghost 1"
    first, second = (2, 4) if calls else (2, 3)
    assert [claim.key for claim in read_night(game).claims] == [f"bunco:{first}:C", f"mini:{second}:C"]


def test_ghost_beside_ghost_has_no_partner(house: Sheet) -> None:
    """What two ghosts throw as partners counts for nobody."""
    game = play(house, [["ghost 1", "B", "ghost 2", "D"]], "111", "333")
    assert game.bag is None
    assert {(card.buncos, card.minis) for card in game.players.values()} == {(0, 0)}


def test_players_keep_what_they_throw(house: Sheet) -> None:
    """The bunco of player B counts for B, not for B's partner."""
    game = play(house, GHOST, "236", "111")
    assert (game.players["B"].buncos, game.players["D"].buncos) == (1, 0)

"""Teams get names, guests sit with their team, and late guests join one."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pi_bunco.game.commands import (
    EndRoundNow,
    EnterDice,
    NameTeam,
    NewGame,
    RingBell,
    SeatGuests,
    UndoStep,
)
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import GuestList
from pi_bunco.game.refused import Refused
from pi_bunco.game.renaming import find_spellings, rename
from pi_bunco.rules import is_ghost
from tests.game.conftest import show

Begin = Callable[..., Keeper]


@pytest.fixture
def begin(open_table: Callable[[], Keeper]) -> Begin:
    """Return a function that begins a game of casino with teams of these sizes."""

    def make(*sizes: int, **keys: Any) -> Keeper:
        teams = tuple(team for team, size in enumerate(sizes, 1) for _ in range(size))
        keeper = open_table()
        players = tuple(f"P{team}.{number}" for number, team in enumerate(teams))
        keeper.handle(NewGame("casino", players, teams=teams, **keys))
        return keeper

    return make


def list_teams_of_tables(keeper: Keeper) -> list[set[str]]:
    """Return the teams of the people at each table."""
    return [{name[1] for name in seats if not is_ghost(name)} for seats in keeper.book.game.seats]


def test_a_new_game_with_teams(begin: Begin, open_table: Callable[[], Keeper]) -> None:
    """Guests sit at their team's tables, also if chance decides, and the names are in the log."""
    keeper = begin(12, 7, draw=True, team_names=("", " Night  Owls "))
    assert list_teams_of_tables(keeper) == [{"1"}] * 3 + [{"2"}] * 3
    assert keeper.book.team_names == keeper.book.night.team_names == {2: "Night Owls"}
    assert open_table().book.team_names == {2: "Night Owls"}


def test_chance_draws_within_a_team() -> None:
    """Each guest keeps their team, and the order is random."""
    game = NewGame("casino", tuple("ABCDEF"), teams=(1, 1, 1, 2, 2, 2))
    drawn = [game.shuffle(Random(seed)) for seed in range(9)]
    pairs = {*zip(game.players, game.teams, strict=True)}
    assert all({*zip(each.players, each.teams, strict=True)} == pairs for each in drawn)
    assert len({each.players for each in drawn}) > 1


@pytest.mark.parametrize(
    ("sizes", "names", "text"),
    [
        (
            (13, 12),
            (),
            "This game cannot be played: team 1 has 13 guests, but its 3 tables have only 12 chairs.",
        ),
        ((12, 12), ("x" * 41,), f"A team cannot be called '{'x' * 41}'."),
        ((12, 12), ("Owls", "owls"), "Two teams are called 'Owls'."),
    ],
)
def test_teams_that_cannot_play(
    begin: Begin, sizes: tuple[int, ...], names: tuple[str, ...], text: str
) -> None:
    """Nothing begins, and the refusal names the team."""
    with pytest.raises(Refused) as caught:
        begin(*sizes, team_names=names)
    assert caught.value.text == text


def test_a_team_is_renamed(begin: Begin) -> None:
    """A second name replaces the first, the same one again changes nothing, and it can be undone."""
    keeper = begin(12, 12, team_names=("Rollers", "Owls"))
    before = keeper.book.next_seq
    keeper.handle(NameTeam(1, "Rollers"))
    assert keeper.book.next_seq == before
    keeper.handle(NameTeam(1, "Lucky Threes"))
    assert keeper.book.team_names == {1: "Lucky Threes", 2: "Owls"}
    for name in ("OWLS", "x" * 41, "a\x00b"):
        with pytest.raises(Refused):
            keeper.handle(NameTeam(1, name))
    with pytest.raises(Refused, match="there is no team 3"):
        keeper.handle(NameTeam(3, "Cats"))
    undo = show(keeper).can.undo
    assert undo is not None
    assert undo.what == "Undo the name of a team"
    keeper.handle(UndoStep(undo.seq))
    assert keeper.book.team_names == {1: "Rollers", 2: "Owls"}
    keeper.handle(NameTeam(2))
    assert keeper.book.team_names == {1: "Rollers"}


def test_a_late_guest_joins_a_team(begin: Begin, open_table: Callable[[], Keeper]) -> None:
    """They sit on an empty chair of their team, and not on the first one of the room."""
    keeper = begin(11, 11)
    keeper.handle(SeatGuests(("Zoe",), team=2))
    assert "Zoe" in keeper.book.game.list_groups()[1]
    assert keeper.book.guests == GuestList((), (), (("Zoe", 2),))
    with pytest.raises(Refused, match="Team 2 has no empty chair"):
        keeper.handle(SeatGuests(("Yves",), team=2))
    with pytest.raises(Refused, match="There is no team 3"):
        keeper.handle(SeatGuests(("Yves",), team=3))
    keeper.handle(RingBell())
    keeper.handle(SeatGuests(("Yves",), team=1))
    assert keeper.book.guests.waiting == ("Yves",)
    with pytest.raises(Refused, match="Team 1 has only 1 empty chair"):
        keeper.handle(SeatGuests(("Xia",), team=1))
    keeper.handle(EndRoundNow())
    for table in keeper.tables:
        keeper.handle(EnterDice((1, 1, 2), table=table))
    assert keeper.book.game.status == "ready"
    assert "Yves" in keeper.book.game.list_groups()[0]
    assert open_table().book.guests == keeper.book.guests


def test_drawn_seats_keep_the_teams(begin: Begin) -> None:
    """Where teams have names, everybody stays at the tables of their team when the host draws seats."""
    keeper = begin(12, 10, team_names=("Rollers",))
    draft = keeper.draw_seats()
    assert draft.tables != keeper.book.game.seats
    for first in (0, 3):
        before, after = (
            {name for seats in tables[first : first + 3] for name in seats}
            for tables in (keeper.book.game.seats, draft.tables)
        )
        assert before == after


def test_a_forgotten_guest_is_not_in_the_name_of_a_team() -> None:
    """A name of a guest who is deleted leaves the name of their team too."""
    lines = ['{"tables": [["Ann", "Bob"]]}', '{"event": "team:named", "team": 1, "name": "Ann’s Annex"}']
    assert find_spellings(lines, "Ann") == ("Ann",)
    assert '"name": "Guest 1’s Annex"' in rename(lines, {"Ann": "Guest 1"})[1]

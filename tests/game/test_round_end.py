"""Who threw the bunco that ended a round."""

from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.game.commands import Command, EndRoundNow, EnterDice, InsertThrow, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.round_end import find_ending_bunco
from pi_bunco.rules import Sheet, load_sheet
from pi_bunco.store import Log, Photos

EIGHT = tuple("ABCDEFGH")
BUNCO, NOTHING = (1, 1, 1), (2, 3, 4)


def find_after(folder: Path, sheet: str | Sheet, *commands: Command) -> str | None:
    """Return who ended the round by a bunco after these commands in a room of eight."""
    house = None if isinstance(sheet, str) else sheet
    new_game = NewGame(sheet if isinstance(sheet, str) else sheet.slug, EIGHT, sheet=house)
    with Log(folder) as log:
        keeper = Keeper(log, Photos(folder))
        for command in (new_game, RingBell(), *commands):
            keeper.handle(command)
        return keeper.read(find_ending_bunco)


@pytest.mark.parametrize(
    ("sheet", "table", "thrower"),
    [
        ("classic", 1, "A"),
        ("classic", 2, None),
        ("tournament", 1, "A"),
        ("casino", 1, "A"),
        ("houseparty", 2, "E"),
        ("boxed", 2, "E"),
    ],
)
def test_a_bunco_ends_the_round_where_the_sheet_says_so(
    tmp_path: Path, sheet: str, table: int, thrower: str | None
) -> None:
    """On most sheets only the head table's bunco does; elsewhere any table's."""
    assert find_after(tmp_path, sheet, EnterDice(BUNCO, table=table)) == thrower


def test_points_or_the_host_end_a_round_without_a_bunco(tmp_path: Path) -> None:
    """Ends by minis, by the host, and by nobody yet."""
    minis = [EnterDice((2, 2, 2))] * 5
    assert find_after(tmp_path / "a", "classic", *minis) is None
    assert find_after(tmp_path / "b", "classic", EnterDice(NOTHING), EndRoundNow()) is None
    assert find_after(tmp_path / "c", "classic", EnterDice(NOTHING)) is None


def test_a_later_bunco_of_a_table_that_finishes_ended_nothing(tmp_path: Path) -> None:
    """Table 1 has the points first, and table 2 then throws a bunco in its last turn."""
    turn = EnterDice((1, 2, 3), table=2)
    minis = [EnterDice((2, 2, 2))] * 5
    assert find_after(tmp_path, "houseparty", turn, *minis, EnterDice(BUNCO, table=2)) is None


def test_a_bunco_that_waited_for_everybody_ended_the_round(tmp_path: Path) -> None:
    """It ends the round only after the last first turn, and is named then; points that did so are not."""
    sheet = replace(load_sheet("tournament"), slug="ours", everybody_throws=True)
    turns = [EnterDice(NOTHING)] * 3
    assert find_after(tmp_path / "a", sheet, EnterDice(BUNCO), *turns) is None
    assert find_after(tmp_path / "b", sheet, EnterDice(BUNCO), *turns, EnterDice(NOTHING)) == "A"
    points = replace(sheet, bunco_ends=False)
    assert find_after(tmp_path / "c", points, EnterDice(BUNCO), *turns, EnterDice(NOTHING)) is None


def test_a_missing_bunco_counts_at_its_place(tmp_path: Path) -> None:
    """A bunco that is added later, before the one that seemed to end the round, has ended it."""
    head, other = EnterDice((1, 2, 3)), EnterDice((1, 2, 3), table=2)
    late = EnterDice((1, 1, 5))
    missing = InsertThrow(after=3, dice=BUNCO, sure=True)
    assert find_after(tmp_path, "houseparty", other, head, EnterDice(BUNCO, table=2), late, missing) == "A"

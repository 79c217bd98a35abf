"""All 216 throws in all six rounds of all printed sheets, compared with a table written by hand."""

from itertools import permutations

import pytest

from pi_bunco.rules import SHEETS, THROWS, Kind, Score, load_sheet, score

TABLE = """
dice  1  2  3  4  5  6     dice  1  2  3  4  5  6
111  21  5  5  5  5  5     235   .  1  1  .  1  .
112   2  1  .  .  .  .     236   .  1  1  .  .  1
113   2  .  1  .  .  .     244   .  1  .  2  .  .
114   2  .  .  1  .  .     245   .  1  .  1  1  .
115   2  .  .  .  1  .     246   .  1  .  1  .  1
116   2  .  .  .  .  1     255   .  1  .  .  2  .
122   1  2  .  .  .  .     256   .  1  .  .  1  1
123   1  1  1  .  .  .     266   .  1  .  .  .  2
124   1  1  .  1  .  .     333   5  5 21  5  5  5
125   1  1  .  .  1  .     334   .  .  2  1  .  .
126   1  1  .  .  .  1     335   .  .  2  .  1  .
133   1  .  2  .  .  .     336   .  .  2  .  .  1
134   1  .  1  1  .  .     344   .  .  1  2  .  .
135   1  .  1  .  1  .     345   .  .  1  1  1  .
136   1  .  1  .  .  1     346   .  .  1  1  .  1
144   1  .  .  2  .  .     355   .  .  1  .  2  .
145   1  .  .  1  1  .     356   .  .  1  .  1  1
146   1  .  .  1  .  1     366   .  .  1  .  .  2
155   1  .  .  .  2  .     444   5  5  5 21  5  5
156   1  .  .  .  1  1     445   .  .  .  2  1  .
166   1  .  .  .  .  2     446   .  .  .  2  .  1
222   5 21  5  5  5  5     455   .  .  .  1  2  .
223   .  2  1  .  .  .     456   .  .  .  1  1  1
224   .  2  .  1  .  .     466   .  .  .  1  .  2
225   .  2  .  .  1  .     555   5  5  5  5 21  5
226   .  2  .  .  .  1     556   .  .  .  .  2  1
233   .  1  2  .  .  .     566   .  .  .  .  1  2
234   .  1  1  1  .  .     666   5  5  5  5  5 21
"""
"""What three dice, in any order, score in rounds 1 to 6; a dot is nothing."""

ALIKE = {
    "boxed": """
dice  1  2  3  4  5  6
111  21  7  7  7  7  7
222   5 21  7  7  7  7
333   5  5 21  7  7  7
444   5  5  5 21  7  7
555   5  5  5  5 21  7
666   5  5  5  5  5 21
""",
}
"""Three alike, for the sheets that score them in another way."""


def read_table(table: str) -> dict[tuple[int, ...], list[int]]:
    """Return the points of each throw in rounds 1 to 6."""
    words = [word for line in table.splitlines()[2:] for word in line.split()]
    rows = [words[at : at + 7] for at in range(0, len(words), 7)]
    return {
        dice: [0 if points == "." else int(points) for points in row]
        for digits, *row in rows
        for dice in permutations(tuple(map(int, digits)))
    }


def read_sheet_table(slug: str) -> dict[tuple[int, ...], list[int]]:
    """Return the whole table of a sheet."""
    return read_table(TABLE) | read_table(ALIKE.get(slug, ""))


def name_kind(dice: tuple[int, ...], target: int, points: int) -> Kind:
    """Return the kind of a throw, from its dice and points."""
    if points == 0:
        return "nothing"
    if len(set(dice)) > 1:
        return "points"
    return "bunco" if target in dice else "mini"


@pytest.mark.parametrize("slug", SHEETS)
def test_all_throws(slug: str) -> None:
    """Each throw has the points of the table in each round, and its hits."""
    table, sheet = read_sheet_table(slug), load_sheet(slug)
    assert set(table) == THROWS
    for dice, row in table.items():
        alike = len(set(dice)) == 1
        for target, points in enumerate(row, 1):
            hits = tuple(alike or die == target for die in dice)
            assert score(sheet, target, dice) == Score(points, name_kind(dice, target, points), hits), (
                dice,
                target,
            )


@pytest.mark.parametrize("cup", [(1, 2), (6,), (3, 3), (1, 2, 3, 4, 5, 6)])
def test_all_throws_with_a_cup(cup: tuple[int, ...]) -> None:
    """In boxed, three alike of a number on the cup bring 5 more in every round; nothing else changes."""
    boxed = load_sheet("boxed")
    for dice, row in read_sheet_table("boxed").items():
        bonus = 5 if len(set(dice)) == 1 and dice[0] in cup else 0
        for target, points in enumerate(row, 1):
            worth = score(boxed, target, dice, cup)
            assert (worth.points, worth.kind) == (points + bonus, name_kind(dice, target, points)), (
                dice,
                target,
            )

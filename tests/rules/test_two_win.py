"""Sheets on which, at a table of four, each plays for themselves and two win."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from pi_bunco.chance.party import Party, Plan, Round
from pi_bunco.rules import (
    Game,
    Header,
    Layout,
    Misfit,
    Sheet,
    Table,
    Thrown,
    is_ghost,
    load_sheet,
    parse_event,
)
from pi_bunco.rules.rolloff import Rolloff
from pi_bunco.rules.sheets import make_sheet

House = Callable[..., Sheet]
Play = Callable[..., Game]
PARTIES = 25
"""Games of one set for each sheet and number of players."""


@pytest.fixture
def play_two(house: House) -> Play:
    """Play throws at table 1 such as ``"112"``, or ``"end"``, after the bell of a sheet where two win."""

    def make(parent: str, throws: str, **values: Any) -> Game:
        sheet = house(parent, **{"slug": "ours", "two_win": True} | values)
        header = {"record": "bunco/1", "rules": "ours", "sheet": sheet.to_dict(), "tables": [list("ABCD")]}
        game = Game(Header.parse(header))
        game.push(parse_event({"event": "bell"}))
        for word in throws.split():
            dice = {"event": "throw", "table": 1, "dice": [int(die) for die in word if word != "end"]}
            game.push(parse_event({"event": "end_round"} if word == "end" else dice))
        return game

    return make


def get_rolloff(table: Table) -> Rolloff:
    """Return the roll-off that a table plays."""
    assert table.rolloff is not None
    return table.rolloff


def test_the_two_highest_win(play_two: Play) -> None:
    """Each has their own score, and the two highest record a win."""
    game = play_two("classic", "114 234 234 134 234 111")  # D throws the bunco
    result = game.finished[-1].tables[0]
    assert result.scores == {"A": 2, "B": 0, "C": 1, "D": 21}
    assert (result.winners, result.rolloff) == (("A", "D"), False)
    assert [card.wins for card in game.players.values()] == [1, 0, 0, 1]


def test_two_equal_leaders_need_no_rolloff(play_two: Play) -> None:
    """Where two are equal and ahead of the others, both win at once."""
    result = play_two("classic", "114 234 234 114 234 234 end").finished[-1].tables[0]
    assert (result.winners, result.rolloff) == (("A", "C"), False)


def test_a_tie_for_the_second_place(play_two: Play) -> None:
    """Only who is tied for it rolls off; who leads has won already, and the fourth has lost."""
    game = play_two("casino", "114 234 134 234 134 234 234 end")  # A 2, B 1, C 1, D 0: D had the last turn
    table = game.tables[0]
    assert (table.state, table.safe, get_rolloff(table).sides, table.holder) == ("rolloff", (0,), [1, 2], "B")
    assert table.winners == ()
    game.push(parse_event({"event": "throw", "table": 1, "dice": [2, 3, 4]}))
    assert table.holder == "C"
    game.push(parse_event({"event": "throw", "table": 1, "dice": [1, 3, 4]}))
    assert game.finished[-1].tables[0].winners == ("A", "C")


def test_a_tie_for_both_places(play_two: Play) -> None:
    """The first to win the roll-off has a place; the others roll off again, from the next player on."""
    game = play_two("boxed", "end")  # nobody has thrown: all four are equal
    table = game.tables[0]
    assert (table.safe, get_rolloff(table).sides, table.holder) == ((), [0, 1, 2, 3], "A")
    for dice in ([1, 3, 4], [2, 3, 4], [1, 1, 1]):  # A 1 point and out; B 21 with a bunco
        game.push(parse_event({"event": "throw", "table": 1, "dice": dice}))
    assert (table.safe, get_rolloff(table).sides, table.holder) == ((1,), [0, 2, 3], "C")
    assert (get_rolloff(table).points, table.in_turn, table.turn_points) == ([0] * 4, False, 0)
    for dice in ([1, 1, 4], [2, 3, 4], [2, 3, 4], [1, 1, 1]):  # C 2 and out, D out; A 21
        game.push(parse_event({"event": "throw", "table": 1, "dice": dice}))
    assert game.finished[-1].tables[0].winners == ("A", "B")


def test_points_of_a_second_rolloff(play_two: Play) -> None:
    """Who has won in the middle of a turn leaves no points to the turn of the next player."""
    table = play_two("boxed", "end 134 234 111 114").tables[0]
    assert (table.holder, table.in_turn, table.turn_points) == ("C", True, 2)


def test_a_smaller_table_has_one_winner(house: House) -> None:
    """At tables of two and three one wins, as on the parent; where four would be teams, each plays alone."""
    sheet = house("boxed", two_win=True)
    assert [sheet.count_winners(seats) for seats in (2, 3, 4)] == [1, 1, 2]
    assert sheet.find_layouts(9, 3) == (
        Layout(4, teams=False),
        Layout(3, teams=False),
        Layout(2, teams=False),
    )
    assert sheet.find_layouts(14, 4) == (Layout(4, teams=False),) * 4
    assert sheet.takes_ghosts(14)
    assert not house("classic", two_win=True).teams
    assert house("classic", two_win=True).takes_ghosts(3)


TALLY = {"event": "tally", "table": 1}


def test_a_tally_names_two(play_two: Play) -> None:
    """A table that counted on paper: the two highest scores win, or the two that the tally names."""
    game = play_two("classic", "")
    game.push(parse_event(TALLY | {"scores": [3, 21, 8, 5]}))
    assert game.finished[-1].tables[0].winners == ("B", "C")
    game = play_two("classic", "")
    with pytest.raises(Misfit, match="two win table 1, and the scores leave open which"):
        game.push(parse_event(TALLY | {"scores": [8, 21, 8, 5]}))
    game.push(parse_event(TALLY | {"scores": [8, 21, 8, 5], "winners": [2, 3]}))
    result = game.finished[-1].tables[0]
    assert (result.winners, result.rolloff) == (("B", "C"), True)


def test_a_tally_where_one_wins(play: Play) -> None:
    """Two winners do not fit a table where one side wins."""
    game = play("classic", "bell")
    with pytest.raises(Misfit, match="one side wins table 1"):
        game.push(parse_event(TALLY | {"scores": [8, 8], "winners": [1, 2]}))


# A second reading of the rule, from nothing but the dice of each round.


def count_points(dice: tuple[int, ...], target: int, low: int) -> int:
    """Count what three dice score: 21, `low` or 5 for three alike, or one for each target."""
    if len(set(dice)) == 1:
        return 21 if dice[0] == target else low if dice[0] < target else 5
    return sum(die == target for die in dice)


class TableReading:
    """One table's round, read again: who won it, and whether the dice went round as they must."""

    def __init__(self, table: Table, target: int, kind: str, low: int) -> None:
        self.seats, self.target, self.kind, self.low = table.seats, target, kind, low
        in_round = [thrown for thrown in table.throws if not thrown.rolloff]
        self.scores = dict.fromkeys(self.seats, 0)
        for thrown in in_round:
            self.scores[thrown.thrower] += count_points(thrown.dice, target, low)
        last = self.seats.index(in_round[-1].thrower) if in_round else -1
        self.rolled: Iterator[Thrown] = iter([thrown for thrown in table.throws if thrown.rolloff])
        self.winners = self._find_winners(2 if len(self.seats) == 4 else 1, last)
        assert next(self.rolled, None) is None  # no throw is left over

    def _find_winners(self, places: int, last: int) -> set[str]:
        ranked = sorted(self.scores.values(), reverse=True)
        won = {name for name, score in self.scores.items() if score > ranked[places - 1]}
        equal = {name for name, score in self.scores.items() if score == ranked[places - 1]}
        if len(won) + len(equal) == places:
            return won | equal
        while len(won) < places:
            order = [name for name in self._go_round(last) if name in equal]
            winner = {"hits": self._roll_hits, "to5": self._roll_to_five, "sessions": self._roll_sessions}[
                self.kind
            ](order)
            won.add(winner)
            equal.remove(winner)
            last = self.seats.index(winner)
        return won

    def _go_round(self, last: int) -> list[str]:
        return [*self.seats[last + 1 :], *self.seats[: last + 1]]

    def _take(self, name: str) -> tuple[int, ...]:
        thrown = next(self.rolled)
        assert thrown.thrower == name
        return thrown.dice

    def _roll_hits(self, order: list[str]) -> str:
        return next(name for name in cycle(order) if self.target in self._take(name))

    def _roll_to_five(self, order: list[str]) -> str:
        points = dict.fromkeys(order, 0)
        for name in cycle(order):
            while gained := self._take(name).count(self.target):
                points[name] += 21 if gained == 3 else gained
                if points[name] >= 5:
                    return name
        raise AssertionError

    def _roll_sessions(self, order: list[str]) -> str:
        points = dict.fromkeys(sorted(order, key=self.seats.index), 0)
        while True:
            for name in points:
                while gained := count_points(self._take(name), self.target, self.low):
                    points[name] += gained
            best = [name for name in points if points[name] == max(points.values())]
            if len(best) == 1:
                return best[0]


def find_place(move: str, at: int, first: int, last: int) -> int:
    """Return the table, from 0, to which somebody of table ``at`` goes."""
    return {
        "stay": at,
        "up": at - 1 if at > first else at,
        "down": at + 1 if at < last else at,
        "next": at + 1 if at < last else first,
        "top_to_bottom": last if at == first else at,
    }[move]


def read_seats(sheet: Sheet, tables: list[tuple[tuple[str, ...], set[str]]]) -> list[tuple[str, ...]]:
    """Read who sits where after a round: those who stay come first, then others by old table and seat."""
    count, size = len(tables), 3 if sheet.move_among == "groups" and len(tables) >= 3 else len(tables)
    stay: list[list[str]] = [[] for _ in tables]
    come: list[list[str]] = [[] for _ in tables]
    for at, (seats, winners) in enumerate(tables):
        group = min(at // size, count // size - 1)
        first, last = group * size, count - 1 if group == count // size - 1 else (group + 1) * size - 1
        for name in seats:
            both = sheet.pairs_move_together and len(seats) == 2
            to = find_place(
                sheet.winners_move if name in winners and not both else sheet.losers_move, at, first, last
            )
            (stay if to == at else come)[to].append(name)
    return [(*stay[at], *come[at]) for at in range(count)]


@pytest.mark.parametrize(
    "parties", [range(PARTIES), pytest.param(range(PARTIES, 400), marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize(
    ("base", "players"),
    [
        ("classic", 4),
        ("classic", 14),
        ("houseparty", 6),
        ("houseparty", 24),
        ("casino", 31),
        ("tournament", 16),
        ("boxed", 4),
        ("boxed", 9),
        ("boxed", 12),
        ("boxed", 18),
    ],
)
def test_a_second_reading_agrees(base: str, players: int, parties: range) -> None:
    """In random games scores, winners, roll-offs, cards and next seats are as the second reading finds."""
    rolloff = "hits" if base == "tournament" else load_sheet(base).rolloff
    sheet = replace(
        load_sheet(base), slug="ours", two_win=True, rolloff=rolloff, goal=7, finals=False, starts="seat_1"
    )
    assert make_sheet(sheet.to_dict()) == sheet
    ties = 0
    for seed in parties:
        party = Party(Plan(sheet, players, sets=1), f"{seed}")
        wins = dict.fromkeys(party.game.players, 0)
        for played in party.play_rounds():
            ties += check_round(sheet, played, wins, [*party.game.seats])
        assert {name: card.wins for name, card in party.game.players.items()} == wins
    assert ties > len(parties) // 5


def check_round(sheet: Sheet, played: Round, wins: dict[str, int], seats: list[tuple[str, ...]]) -> int:
    """Compare a round with its second reading; count its wins, and return how many of its tables tied."""
    read = [TableReading(table, played.number, sheet.rolloff, sheet.mini_below) for table in played.tables]
    for table, again in zip(played.tables, read, strict=True):
        assert dict(zip(table.seats, table.scores, strict=True)) == again.scores
        assert set(table.winners) == again.winners
        for name in again.winners:
            if not is_ghost(name):
                wins[name] += 1
    assert seats == read_seats(sheet, [(again.seats, again.winners) for again in read])
    return sum(table.rolloff is not None for table in played.tables)

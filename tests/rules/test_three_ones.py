"""Three 1s that take the points of the round, on a sheet on which they do."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.chance.dice import compute_probabilities
from pi_bunco.chance.party import Party, Plan, Round
from pi_bunco.rules import Correct, EndRound, Game, Missed, Score, Sheet, Table, Throw, Void, replay, score

House = Callable[..., Sheet]
Play = Callable[..., Game]

WIPES = {"three_ones_wipe": True}
ROUND_1 = "bell 111 bell "


def test_score(house: House) -> None:
    """Outside the round of ones three 1s are neither mini nor bonus; two 1s and other minis are as usual."""
    sheet = house("boxed", **WIPES)
    for target in range(2, 7):
        assert score(sheet, target, (1, 1, 1), cup=(1, 2)) == Score(0, "wipe", (False, False, False))
        assert score(sheet, target, (1, 1, target)).points == 1
    assert score(sheet, 3, (2, 2, 2), cup=(1, 2)) == Score(12, "mini", (True, True, True))
    assert score(sheet, 1, (1, 1, 1)).kind == "bunco"


def test_the_team_loses_its_points(house: House, play_house: Play) -> None:
    """Both partners lose what the team has in this round, of earlier turns too, and the dice go on."""
    game = play_house(house("classic", **WIPES), f"{ROUND_1}223 346 235 346 225 555 346 225 111")
    table = game.tables[0]
    assert (table.scores, table.holder, table.in_turn) == ((9, 0), table.seats[0], False)
    assert [thrown.totals for thrown in table.throws[-3:]] == [(9, 1), (9, 3), (9, 0)]
    assert table.throws[-1].score == Score(-3, "wipe", (False, False, False))
    assert table.throws[-1].ends_turn


def test_cards(house: House, play_house: Play) -> None:
    """Minis and rounds of before stay on the cards; the points of this round are those after the loss."""
    game = play_house(house("classic", **WIPES), f"{ROUND_1}555 111 223 end")
    cards = game.players
    loser, partner = game.finished[1].tables[0].sides[0].players
    assert cards[loser].minis == 1
    assert [cards[name].points for name in (loser, partner)] == [21, 0]
    assert cards[game.finished[1].tables[0].winners[0]].wins >= 1


def test_a_player_alone_loses_their_own(house: House, play_house: Play) -> None:
    """Where each plays alone, nobody else loses points."""
    game = play_house(house("boxed", **WIPES), f"{ROUND_1}223 346 224 346 111", tables="ABC")
    table = game.tables[0]
    assert (table.scores[table.throws[-1].side], sum(table.scores)) == (0, 4)


def test_nothing_to_lose(house: House, play_house: Play) -> None:
    """With no points three 1s only pass the dice on."""
    game = play_house(house("classic", **WIPES), f"{ROUND_1}111")
    assert (game.tables[0].scores, game.tables[0].throws[0].score.points) == ((0, 0), 0)
    assert game.tables[0].holder == game.tables[0].seats[1]


def test_after_the_goal(house: House, play_house: Play) -> None:
    """A team that finishes its turn after the bell can lose the points that ended the round."""
    game = play_house(house("casino", **WIPES), "bell 111 236 bell 346 223 222")
    table = game.tables[0]
    assert (table.state, sorted(table.scores)) == ("finishing", [0, 23])
    game.push(Throw(1, (1, 1, 1)))
    assert (table.state, table.scores) == ("rolloff", (0, 0))


def test_another_table_falls_from_the_goal(house: House, play_house: Play) -> None:
    """A table that cannot end the round may pass the goal and lose it all before the bell."""
    game = play_house(
        house("classic", **WIPES),
        f"{ROUND_1.replace('bell 111', 'bell 2:112 111')}2:222 2:222 2:111 223",
        "ABCD EFGH",
    )
    assert (game.status, game.tables[1].scores) == ("playing", (0, 0))


def test_a_call_that_came_before(house: House, play_house: Play) -> None:
    """A bunco that was called in time is lost with the rest; the card keeps it."""
    game = play_house(
        house("tournament", **WIPES),
        "bell 2:123 111 call 2:236 bell 2:222 2:call 2:111",
        "ABCD EFGH",
        options={"calls": True},
    )
    assert game.tables[1].scores == (0, 0)
    assert game.players[game.tables[1].seats[0]].buncos == 1


@pytest.mark.parametrize(
    ("parent", "throws", "points"),
    [
        ("classic", "555 346 111 346", [5, 0]),  # sessions
        ("casino", "111 346", [0, 0]),  # hits
        ("boxed", "226 346 111", [0, 2]),  # to 5
    ],
)
def test_in_a_rolloff(house: House, play_house: Play, parent: str, throws: str, points: list[int]) -> None:
    """In a roll-off three 1s score nothing and take nothing: neither of it nor of the round."""
    first = "bell 111 346 bell end " if parent == "casino" else f"{ROUND_1}end "
    game = play_house(house(parent, **WIPES), f"{first}{throws}", "AB" if parent == "boxed" else "ABCD")
    rolloff = game.tables[0].rolloff
    assert rolloff is not None
    assert rolloff.points == points
    assert game.tables[0].throws[-1].score.points == 0


def test_corrections(house: House, play_house: Play) -> None:
    """If three 1s are undone, corrected or put in later, the points come back or go."""
    sheet = house("classic", **WIPES)
    game = play_house(sheet, f"{ROUND_1}555 223 111 223")
    assert game.tables[0].scores == (0, 2)
    game.push(Void(6))
    assert game.tables[0].scores == (9, 0)
    game.push(Void(8))
    assert game.tables[0].scores == (0, 2)
    game.push(Correct(6, (1, 1, 2)))
    assert game.tables[0].scores == (10, 0)
    game.push(Missed(5, 1, (1, 1, 1)))
    assert game.tables[0].scores == (0, 3)


def test_a_correction_that_reopens_a_round(house: House, play_house: Play) -> None:
    """If a mini of the winning turn was three 1s, the round is not over."""
    game = play_house(house("classic", goal=11, **WIPES), f"{ROUND_1}555 555 223")
    assert game.round == 3
    game.push(Correct(5, (1, 1, 1)))
    assert (game.round, game.status) == (2, "playing")
    assert game.tables[0].scores[0] == 0


# A second reading of the rule, from nothing but the seats and the dice


class Second:
    """One table of a round, scored by a few lines that know nothing of pi-bunco."""

    def __init__(self, seats: Sequence[str], sides: int, goal: int, low: int) -> None:
        self.seats, self.sides, self.goal, self.low = seats, sides, goal, low
        self.scores = [0] * sides
        self.at, self.begun, self.last_turn, self.closed = 0, False, False, False

    def throw(self, target: int, dice: Sequence[int]) -> str:
        """Count three dice, and return who threw them."""
        assert not self.closed
        who, side = self.seats[self.at], self.at % self.sides
        one, two, three = dice
        if one == two == three:
            worth = 21 if one == target else self.low if one < target else 5
        else:
            worth = (one == target) + (two == target) + (three == target)
        if one + two + three == 3 and target > 1:
            worth, self.scores[side] = 0, 0
        self.scores[side] += worth
        self.begun = worth > 0
        if not worth:
            self.at = (self.at + 1) % len(self.seats)
            self.closed = self.last_turn
        return who

    def stop(self, *, finish: bool) -> None:
        """End the round here."""
        self.last_turn = True
        self.closed |= not (finish and self.begun)


def read_again(kind: str, played: Round) -> list[Second]:
    """Read a round a second time; each throw must be by the one who has the dice, at a table that plays."""
    several, low = len(played.tables) > 1, 7 if kind == "boxed" else 5
    seconds = [
        Second(
            table.seats, len(table.sides), 11 if kind == "boxed" and several and not table.teams else 21, low
        )
        for table in played.tables
    ]
    for _, at, thrower, dice in sorted(_list_throws(played.tables)):
        second = seconds[at]
        assert second.throw(played.number, dice) == thrower
        bunco = set(dice) == {played.number}
        reached = max(second.scores) >= second.goal
        if second.last_turn:
            continue
        if kind == "boxed" and not bunco:
            if reached:
                second.stop(finish=False)
        elif kind == "boxed" or (at == 0 and reached) or (kind == "houseparty" and (reached or bunco)):
            for place, each in enumerate(seconds):
                each.stop(finish=kind in ("casino", "houseparty") or (kind == "tournament" and place > 0))
    return seconds


def _list_throws(tables: Sequence[Table]) -> Iterable[tuple[int, int, str, tuple[int, ...]]]:
    for at, table in enumerate(tables):
        for thrown in table.throws:
            if not thrown.rolloff:
                yield thrown.seq, at, thrown.thrower, thrown.dice


@pytest.mark.parametrize("games", [range(40), pytest.param(range(100, 500), marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    ("parent", "players"),
    [
        ("classic", 4),
        ("classic", 11),
        ("casino", 8),
        ("houseparty", 4),
        ("houseparty", 12),
        ("tournament", 12),
        ("boxed", 2),
        ("boxed", 4),
        ("boxed", 9),
    ],
)
def test_a_second_reading_agrees(house: House, parent: str, players: int, games: range) -> None:
    """In random games of two sets, with dice that often show 1, it finds the same throwers and scores."""
    sheet = replace(house(parent, starts="seat_1", **WIPES), slug="three-ones")
    plan = Plan(sheet, players, sets=2, chances=compute_probabilities({1: 0.3}))
    taken = 0
    for seed in games:
        party = Party(plan, f"{seed}")
        points = dict.fromkeys(party.game.players, 0)
        for played in party.play_rounds():
            for table, second in zip(played.tables, read_again(parent, played), strict=True):
                assert second.closed
                assert list(table.scores) == second.scores
                best = [side for side, each in enumerate(second.scores) if each == max(second.scores)]
                assert set(table.winners) <= {name for side in best for name in table.sides[side].players}
                assert (table.rolloff is None) == (len(best) == 1)
                taken += sum(thrown.score.points < 0 for thrown in table.throws)
                for side, playing in enumerate(table.sides):
                    for name in playing.players:
                        points[name] = points.get(name, 0) + second.scores[side]
        assert {name: card.points for name, card in party.game.players.items()} == {
            name: points[name] for name in party.game.players
        }
    assert taken > len(games)


def test_the_host_ends_the_round(house: House, play_house: Play) -> None:
    """The leader after the loss wins when the host ends the round."""
    game = play_house(house("classic", **WIPES), f"{ROUND_1}555 346 223 346 111")
    before = game.tables[0].sides
    game.push(EndRound())
    assert game.finished[-1].tables[0].winners == before[1].players


RECORD = Path(__file__).with_name("three_ones.jsonl")


def test_record() -> None:
    """A record on such a sheet, with a correction, replays to its result to the byte."""
    game, error = replay(RECORD.read_bytes().split(b"\n"))
    assert error is None
    assert game is not None
    assert json.dumps(game.make_result()) + "\n" == RECORD.with_suffix(".json").read_text(encoding="utf-8")

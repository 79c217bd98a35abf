"""Names of teams, and the tables of guests who sign up by team."""

from collections.abc import Callable, Sequence

import pytest

from pi_bunco.rules import Game, Other, RecordError, Void
from pi_bunco.rules.night import Night, list_teams, read_night, seat_teams_at_tables

Play = Callable[..., Game]
TWO_TEAMS = "ABCD EFGH IJKL MNOP QRST UVWX"


def name_team(game: Game, team: object, name: object) -> Night:
    """Log the name of a team, and return the night then."""
    game.push(Other("team:named", raw={"team": team, "name": name}))
    return read_night(game)


@pytest.fixture
def game(play: Play) -> Game:
    """Play the first bell of two teams."""
    return play("casino", "bell", TWO_TEAMS)


def test_the_last_name_counts(game: Game) -> None:
    """A team is renamed by another event, and a void gives it the name before; an empty name is none."""
    name_team(game, 2, "The Rollers")
    assert name_team(game, 2, "Night Owls").team_names == {2: "Night Owls"}
    game.push(Void(len(game.events)))
    assert read_night(game).team_names == {2: "The Rollers"}
    assert list_teams(game) == dict.fromkeys("ABCDEFGHIJKL", "Team 1") | dict.fromkeys(
        "MNOPQRSTUVWX", "Team 2: The Rollers"
    )
    assert name_team(game, 2, "").team_names == {}


@pytest.mark.parametrize(
    ("team", "name", "reason"),
    [
        (3, "The Rollers", "there is no team 3; the last is team 2"),
        (0, "The Rollers", "there is no team 0; the last is team 2"),
        (2, 7, "'name' must be a text, not 7"),
        ("2", "The Rollers", "'team' must be a whole number, not '2'"),
    ],
)
def test_a_name_that_does_not_fit(game: Game, team: object, name: object, reason: str) -> None:
    """It is ignored with a reason, and no team has a name."""
    night = name_team(game, team, name)
    assert (night.team_names, list(night.ignored.values())) == ({}, [reason])


def test_a_sheet_without_teams(play: Play) -> None:
    """Its guests have no teams on their papers, until somebody names one."""
    game = play("classic", "bell", TWO_TEAMS)
    assert list_teams(game) == {}
    name_team(game, 1, "The Rollers")
    assert (list_teams(game)["A"], list_teams(game)["X"]) == ("Team 1: The Rollers", "Team 2")


@pytest.mark.parametrize(
    ("sizes", "at_tables"),
    [
        ((12, 12, 12, 12), (4,) * 12),
        ((6, 9), (2, 2, 2, 3, 3, 3)),
        ((12, 20), (4, 4, 4, 4, 4, 4, 4, 4)),
        ((7, 14), (3, 2, 2, 4, 4, 3, 3)),
        ((20,), (4,) * 5),
        ((2,), (2,)),
        ((5,), (3, 2)),
    ],
)
def test_teams_sit_at_their_own_tables(sizes: Sequence[int], at_tables: Sequence[int]) -> None:
    """Each team but the last has three tables, in the order of the header, and spreads evenly over them."""
    teams = [team for team, size in enumerate(sizes, 1) for _ in range(size)]
    tables = seat_teams_at_tables(teams)
    assert tuple(map(tables.count, range(1, max(tables) + 1))) == at_tables
    assert [min(number // 3, len(sizes) - 1) for number in (table - 1 for table in tables)] == [
        team - 1 for team in teams
    ]


@pytest.mark.parametrize(
    ("sizes", "reason"),
    [
        ((13, 12), "team 1 has 13 guests, but its 3 tables have only 12 chairs"),
        ((12, 21), "team 2 has 21 guests, but its 5 tables have only 20 chairs"),
        ((21,), "team 1 has 21 guests, but its 5 tables have only 20 chairs"),
        ((12, 5), "team 2 has 5 guests, but needs 6 for its 3 tables"),
        ((1,), "team 1 has 1 guests, but needs 2 for its 1 tables"),
    ],
)
def test_a_team_that_does_not_fit_its_tables(sizes: Sequence[int], reason: str) -> None:
    """The error names the team, its guests and its chairs."""
    with pytest.raises(RecordError, match=reason):
        seat_teams_at_tables([team for team, size in enumerate(sizes, 1) for _ in range(size)])

"""Lists that say the team of each guest."""

import pytest

from pi_bunco.guest_list import ListTrouble, read_guests

FOUR = ("Ann", "Bob", "Cy", "Di")


@pytest.mark.parametrize(
    "text",
    [
        "Team 1: The Rollers\nAnn\nBob\nTeam 2\nCy\nDi",
        "Team 1 The Rollers\n1. Ann\n2. Bob\n\nTEAM 2:\n- Cy\n- Di",
        "# Team 1 – The Rollers\nAnn, Bob\n# Team 2\nCy, Di",
        "Name;Team\nAnn;1 The Rollers\nBob;1\nCy;2\nDi;2",
        "Ann;Team 1: The Rollers\nBob;Team 1\nCy;Team 2\nDi;Team 2",
    ],
)
def test_lines_and_columns_say_the_team(text: str) -> None:
    """A line above the guests of a team, or a column, says its number and perhaps its name."""
    guests = read_guests(text)
    assert (guests.names, guests.teams, guests.team_names) == (FOUR, (1, 1, 2, 2), ("The Rollers", ""))
    assert not guests.tables
    assert not guests.notes


def test_teams_with_their_guests_on_one_line() -> None:
    """Names with commas behind a team are its guests, and not the name of the team."""
    guests = read_guests("Team 1: Ann, Bob\nTeam 2: Cy, Di")
    assert (guests.names, guests.teams, guests.team_names) == (FOUR, (1, 1, 2, 2), ("", ""))


def test_a_single_name_behind_a_team_is_a_guest() -> None:
    """Where nobody stands below it, it cannot be the name of the team."""
    guests = read_guests("Team 1: Ann\nTeam 2: Bob")
    assert (guests.names, guests.teams, guests.team_names) == (("Ann", "Bob"), (1, 2), ("", ""))
    assert read_guests("Team 1: Red\nTeam 2: Blue\nBob").names == ("Bob", "Red")


def test_a_column_of_names_of_teams() -> None:
    """Teams without numbers get them in the order of the list; their names may begin with digits."""
    guests = read_guests("Name,Team\nAnn,7 Dwarfs\nBob,Red\nCy,7 dwarfs\nDi,Red")
    assert (guests.teams, guests.team_names) == ((1, 2, 1, 2), ("7 dwarfs", "Red"))


def test_tables_and_teams_that_agree() -> None:
    """A list may name both; three tables are a team."""
    guests = read_guests("Name,Table,Team\nAnn,1,1\nBob,2,1\nCy,2,1\nDi,1,1")
    assert (guests.tables, guests.teams) == ((1, 2, 2, 1), (1, 1, 1, 1))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Name,Team\nAnn,1\nBob,", "“Bob” has no team in the list, but others have one."),
        ("Team 1\nAnn\nTeam 3\nBob", "The list names team 3, but team 2 has no guests."),
        ("\n".join(f"Team {n}\nP{n}x" for n in range(1, 10)), "A room has at most 8 teams."),
        ("Team 0\nAnn\nTeam 1\nBob", "The list names team “1” by its number, but others by their names."),
        ("Name,Team\nAnn,1 Red\nBob,1 red\nCy,1 Blue", "The list calls team 1 “Red” and “Blue”."),
        ("Team 1: Red\nAnn\nTeam 1: Blue\nBob", "The list calls team 1 “Red” and “Blue”."),
        (
            "First,Last,Team\nAnn,A,Red\nBob,B,2",
            "The list names team “2” by its number, but others by their names.",
        ),
        (
            "Name,Table,Team\nAnn,1,1\nBob,2,2",
            "“Bob” is in team 2 in the list, but table 2 is one of team 1.",
        ),
    ],
)
def test_a_list_that_contradicts_itself(text: str, why: str) -> None:
    """The error names the guest or the team, and says what to write."""
    with pytest.raises(ListTrouble) as caught:
        read_guests(text)
    assert caught.value.text == why
    assert caught.value.remedy

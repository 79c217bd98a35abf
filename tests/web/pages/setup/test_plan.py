"""The game that follows from the answers of the welcome."""

from pathlib import Path

from pi_bunco.app.page_service import list_choices
from pi_bunco.web.pages.setup.plan import make_plan
from pi_bunco.web.welcome_state import WelcomeState


def list_team(team: int, name: str, guests: int) -> str:
    return "\n".join([f"Team {team}: {name}", *(f"P{team}.{number}x" for number in range(guests))])


def test_guests_who_sign_up_by_team_sit_with_their_team(tmp_path: Path) -> None:
    """Nobody is asked for the number of tables, and chance draws the seats within each team."""
    typed = f"{list_team(1, 'The Rollers', 9)}\n{list_team(2, '', 6)}"
    plan = make_plan(WelcomeState(rules="casino", typed=typed), list_choices(tmp_path))
    assert plan.command is not None
    assert plan.command.teams == (1,) * 9 + (2,) * 6
    assert (plan.command.team_names, plan.command.draw) == (("The Rollers", ""), True)
    assert (plan.tables, plan.counts, plan.is_seated) == (6, (), False)


def test_a_team_that_is_too_large_is_named(tmp_path: Path) -> None:
    """The list stays, and the page says which team does not fit."""
    typed = f"{list_team(1, '', 13)}\n{list_team(2, '', 6)}"
    plan = make_plan(WelcomeState(rules="casino", typed=typed), list_choices(tmp_path))
    assert plan.trouble is not None
    assert "team 1 has 13 guests, but its 3 tables have only 12 chairs" in plan.trouble.text


def test_teams_do_not_count_beside_earlier_guests(tmp_path: Path) -> None:
    """Guests who were ticked have no team, so that nobody has; a note says it."""
    state = WelcomeState(rules="casino", typed=list_team(1, "", 6), ticked=("Zed",))
    plan = make_plan(state, list_choices(tmp_path))
    assert plan.command is not None
    assert plan.command.teams == ()
    assert [*plan.notes] == [
        "The tables and teams in the list do not count, because earlier guests were ticked too."
    ]

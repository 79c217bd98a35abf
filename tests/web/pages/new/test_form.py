"""The form for a new game is filled in with the sets and options of the last one."""

from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from pi_bunco.app.page_service import list_choices
from pi_bunco.web.new_game import build_command, find_sheet
from pi_bunco.web.pages.new.form import fill_options, read_form
from pi_bunco.web.pages.new.view import view_guests
from pi_bunco.web.parse import BadRequestBody

TEAMS = ((1, "Red"), (2, "Blue"))


def test_a_list_with_teams_becomes_a_game_with_teams(tmp_path: Path) -> None:
    """The form sends the team of each guest, and the page before the game shows them by team."""
    sheet = find_sheet(list_choices(tmp_path), "casino")
    lines = [f"Team {team}: {name}\n" + "\n".join(f"P{team}.{n}x" for n in range(6)) for team, name in TEAMS]
    body, notes = read_form(MultiDict({"who": "room", "draw": "on", "names": "\n".join(lines)}), sheet)
    assert (body.teams, body.team_names, body.draw, notes) == ((1,) * 6 + (2,) * 6, ("Red", "Blue"), True, ())
    shown = view_guests(build_command(sheet, body), ())
    assert [(title, len(names)) for title, names in shown.teams] == [("Team 1: Red", 6), ("Team 2: Blue", 6)]
    assert shown.seats == "6 tables, 12 ghosts in empty seats. Each team sits at its own tables."
    with pytest.raises(BadRequestBody, match="tables or teams do not fit"):
        build_command(sheet, body.model_copy(update={"teams": (1, 3) * 6}))


def test_a_bag_on_a_sheet_that_says_what_takes_it(tmp_path: Path) -> None:
    """The form asks only whether there is a bag, and its help says what takes it."""
    (tmp_path / "ours.toml").write_text(
        'slug = "ours"\ntitle = "Ours"\nparent = "classic"\ntraveling_by = "bunco"\n', encoding="utf-8"
    )
    sheet = find_sheet(list_choices(tmp_path), "ours")
    asked = next(option for option in sheet.options if option.name == "traveling")
    assert (asked.kind, asked.help) == ("flag", "Any bunco takes the bag.")
    fields = MultiDict({"rules": "ours", "name1": "Ann", **fill_options("ours", None, {"traveling": True})})
    assert read_form(fields, sheet)[0].options == {"traveling": True}
    assert read_form(MultiDict({"rules": "ours", "name1": "Ann"}), sheet)[0].options == {}


@pytest.mark.parametrize(
    ("rules", "sets", "options"),
    [
        ("classic", None, {}),
        ("classic", 1, {"calls": True}),
        ("classic", 2, {"traveling": {"any_mini": True}}),
        ("classic", 2, {"traveling": {"number": 3}}),
        ("classic", 2, {"traveling": {"number": 3, "bunco_counts": False}}),
        ("boxed", 3, {"goal": 11, "cup": [1, 6]}),
    ],
)
def test_a_game_and_its_form_agree(
    tmp_path: Path, rules: str, sets: int | None, options: dict[str, Any]
) -> None:
    """What the form would send is what the game had."""
    fields = MultiDict({"rules": rules, "name1": "Ann", **fill_options(rules, sets, options)})
    body, _ = read_form(fields, find_sheet(list_choices(tmp_path), rules))
    assert body.options == options
    assert body.sets == sets


@pytest.mark.parametrize(
    ("names", "noted"),
    [
        ("Ann\nBob", ()),
        (
            "Team 1: Red\nAnn\nBob",
            ("The tables and teams in the list do not count, because earlier guests were ticked too.",),
        ),
    ],
)
def test_ticked_guests_follow_the_list(tmp_path: Path, names: str, noted: tuple[str, ...]) -> None:
    """Nobody is there twice. Tables and teams in the list do not count: those who were ticked have none."""
    sheet = find_sheet(list_choices(tmp_path), "classic")
    ticked = [("guest", name) for name in ("bob", "Zoe", "Zoe", "")]
    body, notes = read_form(MultiDict([("who", "room"), ("names", names), *ticked]), sheet)
    assert (body.players, body.tables, notes) == (("Ann", "Bob", "Zoe"), (), noted)

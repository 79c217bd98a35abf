"""The form for a new game is filled in with the sets and options of the last one."""

from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from pi_bunco.app.page_service import list_choices
from pi_bunco.web.new_game import find_sheet
from pi_bunco.web.pages.new.form import fill_options, read_form


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

"""The template of a new house sheet."""

import re

import pytest

from pi_bunco.paper.rules_template import write_template
from pi_bunco.rules import SHEETS, load_sheet, parse_sheet
from pi_bunco.rules.sheets.keys import KEYS


@pytest.mark.parametrize("slug", SHEETS)
def test_template_equals_parent(slug: str) -> None:
    """The template equals its parent, also when all its commented lines are activated."""
    text = write_template(load_sheet(slug), "ours", 'Rosa\'s "club"')
    house = parse_sheet(text)
    assert (house.sheet.slug, house.sheet.title) == ("ours", 'Rosa\'s "club"')
    assert (house.parent, house.differs) == (load_sheet(slug), ())
    activated = re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
    assert activated.count("\n#") < text.count("\n#")
    house = parse_sheet(activated)
    assert (house.sheet, house.differs) == (parse_sheet(text).sheet, ())


def test_template_explains_each_key() -> None:
    """Each key stands below its meaning and its allowed values, in lines of at most 100 letters."""
    text = write_template(load_sheet("tournament"), "ours", "Ours")
    assert max(map(len, text.splitlines())) <= 100
    words = " ".join(line.removeprefix("#").strip() for line in text.splitlines())
    for name, key in KEYS.items():
        assert f"{key.meaning} Allowed: {key.form.allowed}." in words
        assert re.search(rf"^(# )?{name} = ", text, re.MULTILINE)
    assert "# break_before_finals = 45\n" in text
    assert '# goal_alone_at_several_tables = "none"\n' in text
    assert '\n\nparent = "tournament"\n' in text
    assert '0-9 and -.\nslug = "ours"\n' in text
    assert '40 characters.\ntitle = "Ours"\n' in text

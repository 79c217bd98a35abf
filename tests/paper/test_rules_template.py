"""The file that a house's own sheet begins with."""

import re

import pytest

from pi_bunco.paper.rules_template import write_template
from pi_bunco.rules import SHEETS, load_sheet, parse_sheet
from pi_bunco.rules.sheets.keys import KEYS


@pytest.mark.parametrize("slug", SHEETS)
def test_it_says_nothing_else_than_its_parent(slug: str) -> None:
    """As written it is its parent; with every line taken up it is still its parent, said in full."""
    text = write_template(load_sheet(slug), "ours", 'Rosa\'s "club"')
    house = parse_sheet(text)
    assert (house.sheet.slug, house.sheet.title) == ("ours", 'Rosa\'s "club"')
    assert (house.parent, house.differs) == (load_sheet(slug), ())
    whole = re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
    assert whole.count("\n#") < text.count("\n#")
    house = parse_sheet(whole)
    assert (house.sheet, house.differs) == (parse_sheet(text).sheet, ())


def test_every_key_has_its_meaning_and_what_is_allowed() -> None:
    """Each key stands below its meaning and what is allowed, in lines that an editor shows whole."""
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

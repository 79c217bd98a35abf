"""The manual of house rules: its examples are good sheets, and it describes each key."""

import re
from pathlib import Path

import pytest

from pi_bunco.rules import SheetError, parse_sheet
from pi_bunco.rules.sheets.keys import KEYS, SECTIONS
from pi_bunco.rules.sheets.sense import name_fitting_ways
from pi_bunco.sentences import Sentence

MANUAL = (Path(__file__).parents[3] / "docs" / "house-rules.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", MANUAL, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split('"')[1])
def test_each_example_is_a_good_sheet(example: str) -> None:
    """An example can be copied without changes, and differs in exactly the keys of its lines."""
    house = parse_sheet(example)
    written_keys = set(re.findall(r"^\[?(\w+)\b", example, re.MULTILINE)) & KEYS.keys() - {"slug", "title"}
    assert written_keys <= set(house.differs) <= written_keys | {"layouts"}


def test_examples_of_all_common_rules() -> None:
    """Each common house rule has an example."""
    keys = {key for example in EXAMPLES for key in parse_sheet(example).differs}
    common = {
        "goal",
        "mini_ends_turn",
        "mini_below",
        "snake_eyes",
        "three_ones_wipe",
        "traveling_by",
        "first_target",
        "starts",
        "everybody_throws",
        "two_win",
        "bunco_ends",
        "round_minutes",
        "winners_move",
    }
    assert common <= keys


@pytest.mark.parametrize("section", SECTIONS)
def test_every_key_is_in_the_manual(section: Sentence) -> None:
    """Each key stands under its section with exactly its meaning and its allowed values."""
    part = MANUAL.partition(f"\n### {section}\n")[2].partition("\n### ")[0]
    for key in SECTIONS[section]:
        assert f"| `{key.name}` | {key.meaning} | {key.form.allowed} |" in part.splitlines()


def test_manual_quotes_faults() -> None:
    """The manual quotes the faults of its example word by word, and lists the ways to move that fit."""
    with pytest.raises(SheetError) as refused:
        parse_sheet('slug = "a"\ntitle = "A"\nparent = "classic"\ngaol = 11\nmini_below = "none"')
    for fault in refused.value.faults:
        assert f"  {fault}\n" in MANUAL
    assert name_fitting_ways() in MANUAL.replace("\n", " ")

"""The page that describes the night's events to authors of other programs."""

import json
import re
from pathlib import Path
from typing import get_args

from pi_bunco.money.entries import PREFIX, EntryKind
from pi_bunco.rules import Other, parse_event
from pi_bunco.rules.night import EXTENSION_EVENTS

PAGE = (Path(__file__).parents[3] / "docs" / "records.md").read_text(encoding="utf-8")
MONEY_EVENTS = {"money:plan", *(f"{PREFIX}{kind}" for kind in get_args(EntryKind))}
NIGHT = PAGE.partition("## The night's extension events")[2]
EXAMPLES = [json.loads(line) for line in re.findall(r'^\{"event".*\}$', NIGHT, re.MULTILINE)]


def test_each_extension_event_has_example() -> None:
    """The page has an example of each extension event, and of the event that says who has left."""
    assert {example["event"] for example in EXAMPLES} == {*EXTENSION_EVENTS, "room:guests", *MONEY_EVENTS}


def test_every_example_is_an_event() -> None:
    """Each example reads as an event of the kind that other programs ignore."""
    assert all(isinstance(parse_event(example), Other) for example in EXAMPLES)


def test_every_event_has_its_line_in_the_list() -> None:
    """The list at the top names each extension event; those of the semi-final share a line."""
    for name in EXTENSION_EVENTS:
        listed = "semi_final:…" if name.startswith("semi_final:") else name
        assert f"`{listed}`](#" in PAGE
        assert f"### `{listed}`" in PAGE

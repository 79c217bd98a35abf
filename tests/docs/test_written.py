"""The hand-written pages describe all settings, commands, events and topics. Requests describe themselves."""

import json
import re

import pytest

from pi_bunco.rules import SHEETS, parse_event
from pi_bunco.rules.night import EXTENSION_EVENTS
from pi_bunco.settings.config import Settings
from tests.docs.pages import DOCS, ROOT, find_anchors, list_hand_written
from tools import reference

ALL_PAGES = "\n".join(page.read_text("utf-8") for page in list_hand_written())
API = (DOCS / "api.md").read_text("utf-8")
RECORDS = (DOCS / "records.md").read_text("utf-8")


@pytest.mark.parametrize("setting", Settings.model_fields)
def test_a_page_says_what_a_setting_is_for(setting: str) -> None:
    """A page besides the reference describes each setting, or the option with the same name."""
    option = setting.replace("_", "-").removesuffix("s")
    assert re.search(rf"^{setting} = |`{setting}( = .*)?`|--{option}s?\b", ALL_PAGES, re.MULTILINE)


@pytest.mark.parametrize("page", ["README.md", "docs/house-rules.md"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_a_page_names_each_printed_sheet(page: str, sheet: str) -> None:
    """One lists what can be played, the other what a house sheet can begin from."""
    parts = (ROOT / page).read_text("utf-8").split("\n\n")
    (sheets,) = [part for part in parts if part.startswith(("Sheets: ", "Three lines"))]
    assert f"`{sheet}`" in sheets


@pytest.mark.parametrize("command", [words for words, _ in reference.list_commands()])
def test_a_page_says_what_a_command_is_for(command: str) -> None:
    """A page names each command, with or without ``pi-bunco``."""
    words = command.removeprefix("pi-bunco ")
    assert f"pi-bunco {words}" in ALL_PAGES or f"`{words}`" in ALL_PAGES


@pytest.mark.parametrize("event", reference.list_stream_events())
def test_api_md_has_each_event_of_a_stream(event: str) -> None:
    """A table has a row for it. ``blocks`` is only mentioned, as it is for the pages and not for programs."""
    assert f"| `{event}` |" in API or (event == "blocks" and "`blocks`" in API)


@pytest.mark.parametrize("topic", reference.list_topics())
def test_api_md_has_each_topic(topic: str) -> None:
    """The page has the address of each topic's stream."""
    assert f"`GET /events?topic={topic}`" in API


@pytest.mark.parametrize("event", EXTENSION_EVENTS)
def test_records_md_has_each_event_of_the_night(event: str) -> None:
    """The event has its own heading. The events of the semi-final share one."""
    assert event.replace(":", "") in find_anchors(RECORDS) or (
        "semi_final:" in event and f'"{event}"' in RECORDS
    )


@pytest.mark.parametrize("event", sorted({kind for kind, _ in reference.list_record_events()}))
def test_records_md_has_each_event_of_a_record(event: str) -> None:
    """The page has an example of each event."""
    assert f'"event": "{event}"' in RECORDS


def test_examples_in_records_md_are_events() -> None:
    """Each line of an example can be read, and is written back the same."""
    examples = [line for line in RECORDS.splitlines() if line.startswith('{"event"')]
    assert [parse_event(json.loads(line)).to_dict() for line in examples] == [*map(json.loads, examples)]
    assert len(examples) > 30


@pytest.mark.parametrize("event", [name for name, _ in reference.list_own_events()])
def test_architecture_md_has_each_additional_event(event: str) -> None:
    """A table lists the events that are in the log but not in a record."""
    assert f"| `{event}` |" in (DOCS / "architecture.md").read_text("utf-8")

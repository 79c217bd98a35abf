"""What people write by hand names all that they can use: settings, commands, requests, events, topics."""

import json
import re

import pytest

from pi_bunco.config import Settings
from pi_bunco.rules import SHEETS, parse_event
from pi_bunco.rules.night import EXTENSION_EVENTS
from pi_bunco.web.needs import COMMAND_ROLES
from tests.docs.pages import DOCS, ROOT, anchors, hand_written
from tools import reference

WRITTEN = "\n".join(page.read_text("utf-8") for page in hand_written())
API = (DOCS / "api.md").read_text("utf-8")
RECORDS = (DOCS / "records.md").read_text("utf-8")
REQUESTS = sorted(
    reference.name_address(rule.rule, "STEP" if rule.endpoint.startswith("calibrate") else "COMMAND")
    for rule in reference.make_bare_app().url_map.iter_rules()
    if rule.rule.startswith(("/api/", "/events", "/healthz"))
)


@pytest.mark.parametrize("setting", Settings.model_fields)
def test_a_page_says_what_a_setting_is_for(setting: str) -> None:
    """As a key of the settings, or as the option of the same name; the reference alone is not enough."""
    option = setting.replace("_", "-").removesuffix("s")
    assert re.search(rf"^{setting} = |`{setting}( = .*)?`|--{option}s?\b", WRITTEN, re.MULTILINE)


@pytest.mark.parametrize("page", ["README.md", "docs/house-rules.md"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_a_page_names_each_printed_sheet(page: str, sheet: str) -> None:
    """Where they are listed: as what can be played, and as what a house's sheet may begin from."""
    parts = (ROOT / page).read_text("utf-8").split("\n\n")
    (listed,) = [part for part in parts if part.startswith(("Sheets: ", "Three lines"))]
    assert f"`{sheet}`" in listed


@pytest.mark.parametrize("command", [words for words, _ in reference.list_commands()])
def test_a_page_says_what_a_command_is_for(command: str) -> None:
    """A command stands in a page that people wrote; of a group's own, its name does."""
    own = command.removeprefix("pi-bunco ")
    assert f"pi-bunco {own}" in WRITTEN or f"`{own}`" in WRITTEN


@pytest.mark.parametrize("request_", REQUESTS)
def test_api_md_has_each_request(request_: str) -> None:
    """By its address, with capitals where something stands in it."""
    address = re.escape(request_).replace("DEVICE", "ID")
    assert re.search(rf"{address}(?![\w/])", API)


@pytest.mark.parametrize("command", COMMAND_ROLES)
def test_api_md_has_each_command(command: str) -> None:
    """In the table of the commands, with what its body is."""
    rows = [row for row in API.splitlines() if row.startswith("| `")]
    assert any(f"`{command}`" in row.split("|")[1] for row in rows)


@pytest.mark.parametrize("event", reference.list_stream_events())
def test_api_md_has_each_event_of_a_stream(event: str) -> None:
    """Blocks are for the pages, and the others for programs too."""
    assert f"| `{event}` |" in API or (event == "blocks" and "`blocks`" in API)


@pytest.mark.parametrize("topic", reference.list_topics())
def test_api_md_has_each_topic(topic: str) -> None:
    """With the address that asks for it."""
    assert f"`GET /events?topic={topic}`" in API


@pytest.mark.parametrize("event", EXTENSION_EVENTS)
def test_records_md_has_each_event_of_the_night(event: str) -> None:
    """Under a heading of its own; those of the semi-final under one for all."""
    assert event.replace(":", "") in anchors(RECORDS) or ("semi_final:" in event and f'"{event}"' in RECORDS)


@pytest.mark.parametrize("event", sorted({kind for kind, _ in reference.list_record_events()}))
def test_records_md_has_each_event_of_a_record(event: str) -> None:
    """With an example, which a program may take as it stands."""
    assert f'"event": "{event}"' in RECORDS


def test_what_records_md_shows_is_read_as_events() -> None:
    """Each line of an example can stand in a record as it is."""
    examples = [line for line in RECORDS.splitlines() if line.startswith('{"event"')]
    assert [parse_event(json.loads(line)).to_dict() for line in examples] == [*map(json.loads, examples)]
    assert len(examples) > 30


@pytest.mark.parametrize("event", [name for name, _ in reference.list_own_events()])
def test_architecture_md_has_each_event_of_our_own(event: str) -> None:
    """In the table of what the log has beside the record."""
    assert f"| `{event}` |" in (DOCS / "architecture.md").read_text("utf-8")

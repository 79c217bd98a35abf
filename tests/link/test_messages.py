"""The messages between Pis survive being written and read, and what is none is refused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.link.messages import (
    MAX_LINES,
    AskLines,
    Beat,
    FromFar,
    FromHead,
    Here,
    LinePlace,
    LogLines,
    Rewind,
    RoomDevices,
    describe_messages,
    pack,
    read_from_far,
    read_from_head,
)
from pi_bunco.sentences import say
from pi_bunco.views.devices import Banner, BellButton, CameraStatus

PLACE = LinePlace(2, 5, "a" * 32)
LINES = LogLines(
    term=3, before="0" * 32, game=1, seq=4, lines=('{"event":"bell"}', '"Zoë 🎲"'), seal="b" * 32
)
HEAD: list[FromHead] = [
    Beat(term=1, place=PLACE, name="bunco", version="1.0"),
    Beat(term=1, place=None, name="bunco", version="1.0"),
    LINES,
    Rewind(term=2, place=PLACE),
    RoomDevices(
        term=1,
        cameras={2: CameraStatus("trouble", say("no pictures come"), mock=False, remedy="Unplug it.")},
        moving=frozenset({1, 2}),
        button=BellButton("warn_end", "Hold on.", "Let go."),
        banners=(Banner("The card is full.", "Make room."),),
        bell_in=30,
        minutes_left=None,
        break_left=4,
        countdown=60,
    ),
]
FAR: list[FromFar] = [
    AskLines(place=None),
    AskLines(place=PLACE),
    Here(version="1.0", run="7f", place=PLACE),
]


@pytest.mark.parametrize("message", HEAD)
def test_the_heads_messages_come_as_they_are(message: FromHead) -> None:
    """What is written is read again, and a far Pi does not send it."""
    assert read_from_head(pack(message)) == message
    assert read_from_far(pack(message)) is None


@pytest.mark.parametrize("message", FAR)
def test_a_far_pis_messages_come_as_they_are(message: FromFar) -> None:
    """What is written is read again, and the head does not send it."""
    assert read_from_far(pack(message)) == message
    assert read_from_head(pack(message)) is None


def test_last_line_is_known() -> None:
    """The place of the last line follows from the first and their number."""
    assert LINES.last == LinePlace(1, 5, "b" * 32)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("term", -1),
        ("term", "1"),
        ("game", 0),
        ("game", 10**12),
        ("seq", 1.5),
        ("before", "0" * 31),
        ("seal", "G" * 32),
        ("seal", "b" * 32 + "\n"),
        ("lines", []),
        ("lines", [5]),
        ("lines", ["{}"] * (MAX_LINES + 1)),
        ("type", "beat"),
        ("type", None),
    ],
)
def test_wrong_values_are_refused(field: str, value: object) -> None:
    """A number out of its range, a seal of another form, and too many or no lines are no message."""
    values = json.loads(pack(LINES))
    assert read_from_head(json.dumps(values).encode()) == LINES
    assert read_from_head(json.dumps(values | {field: value}).encode()) is None


def test_too_many_cameras_are_refused() -> None:
    """A message cannot fill the memory with tables that no room has."""
    [devices] = [each for each in HEAD if isinstance(each, RoomDevices)]
    camera = devices.cameras[2]
    many = replace(devices, cameras=dict.fromkeys(range(1, 40), camera))
    assert read_from_head(pack(many)) is None


def test_schema_is_in_the_docs() -> None:
    """docs/link.json is the schema of the messages, made by tools/schemas.py."""
    file = Path(__file__).parents[2] / "docs/link.json"
    assert json.loads(file.read_text("utf-8")) == json.loads(json.dumps(describe_messages()))

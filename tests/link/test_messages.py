"""The messages between Pis survive being written and read, and what is none is refused."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.limits import NUMBER, TABLES
from pi_bunco.link.messages import (
    MAX_CAMERA_LETTERS,
    MAX_ITEMS,
    MAX_LINES,
    MAX_PHOTO,
    MAX_PIS,
    AskLines,
    AskPhoto,
    Beat,
    FromFar,
    FromHead,
    Here,
    Items,
    LinePlace,
    LogLines,
    OutboxItem,
    PhotoFile,
    Rewind,
    RoomDevices,
    Roster,
    describe_messages,
    pack,
    read_from_far,
    read_from_head,
)
from pi_bunco.link.mqtt import MAX_PAYLOAD
from pi_bunco.sentences import say
from pi_bunco.views.devices import Banner, BellButton, CameraStatus

PLACE = LinePlace(2, 5, "a" * 32)
LINES = LogLines(
    term=3, before="0" * 32, game=1, seq=4, lines=('{"event":"bell"}', '"Zoë 🎲"'), seal="b" * 32
)
ROSTER = Roster(
    term=3,
    members=("hall", "bar-2"),
    gone=("attic",),
    tables={"hall": (2, 7), "bar-2": ()},
    addresses={"head": "http://10.0.0.7:8080/", "hall": "", "bar-2": "http://[fe80::1]:80/"},
    authorities="PEM",
    begun=(PLACE, LinePlace(3, 0, "b" * 32)),
)
HEAD: list[FromHead] = [
    ROSTER,
    Beat(term=1, place=PLACE, name="bunco", version="1.0"),
    Beat(term=1, place=None, name="bunco", version="1.0"),
    LINES,
    Rewind(term=2, place=PLACE),
    AskPhoto(term=2, name="3-12.jpg"),
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
ITEM = OutboxItem(number=17, table=7, name="enter", body={"dice": [1, 1, 4], "token": "ä.1"}, age=0.5)
ITEMS = Items(outbox="7c1f09aa", items=(ITEM, replace(ITEM, number=18, name="call", body={}, age=None)))
FAR: list[FromFar] = [
    AskLines(place=None),
    AskLines(place=PLACE),
    Here(version="1.0", run="7f", place=PLACE, waiting=0, cameras={}),
    Here(
        version="1.0",
        run="7f",
        place=None,
        waiting=3,
        cameras={7: CameraStatus("trouble", say("no pictures come"), mock=False, remedy="Unplug it.")},
        differs=True,
        address="http://hall.local:8080/",
    ),
    ITEMS,
    PhotoFile(name="3-12.jpg", file=bytes(range(256))),
    PhotoFile(name="3-12.jpg", file=b""),
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


def test_long_texts_about_a_camera_are_cut_off() -> None:
    """A hostile Pi makes no page long, and the head can still tell all other Pis what it has heard."""
    long = CameraStatus("trouble", "\u0001" * 100_000, mock=False, remedy="\u0001" * 100_000)
    here = Here(version="1.0", run="7f", place=None, waiting=0, cameras={7: long})
    heard = read_from_far(pack(here))
    assert isinstance(heard, Here)
    assert (len(heard.cameras[7].says), len(heard.cameras[7].remedy)) == (MAX_CAMERA_LETTERS,) * 2
    devices = next(message for message in HEAD if isinstance(message, RoomDevices))
    cameras = dict.fromkeys(range(1, TABLES + 1), heard.cameras[7])
    assert len(pack(replace(devices, cameras=cameras))) < MAX_PAYLOAD


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


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", 0),
        ("number", -1),
        ("number", NUMBER + 1),
        ("number", "17"),
        ("number", 17.0),
        ("number", True),
        ("number", None),
        ("table", 0),
        ("table", TABLES + 1),
        ("table", "7"),
        ("name", "x" * 65),
        ("name", 5),
        ("name", None),
        ("body", None),
        ("body", []),
        ("body", [["dice", 1]]),
        ("body", "{}"),
        ("body", 5),
        ("age", -0.5),
        ("age", "0.5"),
        ("age", float("nan")),
    ],
)
def test_wrong_items_are_refused(field: str, value: object) -> None:
    """A number, a table or an age out of its range, and a body that is no object, are no message."""
    values = json.loads(pack(ITEMS))
    first, second = values["items"]
    assert read_from_far(json.dumps(values).encode()) == ITEMS
    assert read_from_far(json.dumps(values | {"items": [first | {field: value}, second]}).encode()) is None
    assert read_from_far(json.dumps(values | {"items": [first, second | {field: value}]}).encode()) is None


@pytest.mark.parametrize(
    "more",
    [
        {"outbox": "7c1f09a"},
        {"outbox": "7c1f09aab"},
        {"outbox": "7C1F09AA"},
        {"outbox": "7c1f09aa\n"},
        {"outbox": "7c1f09.1"},
        {"outbox": "٣c1f09aa"},
        {"outbox": 12345678},
        {"outbox": None},
        {"items": []},
        {"items": {}},
        {"items": None},
        {"items": [None]},
        {"items": [{}]},
        {"items": [[17, 7, "enter", {}, 0.5]]},
        {"type": "here"},
        {"type": "lines"},
    ],
)
def test_wrong_lists_of_items_are_refused(more: dict[str, Any]) -> None:
    """An outbox with a name of another form, and a list without items, are no message."""
    assert read_from_far(json.dumps(json.loads(pack(ITEMS)) | more).encode()) is None


def test_too_many_items_are_refused() -> None:
    """A message has at most twenty items."""
    many = replace(ITEMS, items=(ITEM,) * MAX_ITEMS)
    assert read_from_far(pack(many)) == many
    assert read_from_far(pack(replace(ITEMS, items=(ITEM,) * (MAX_ITEMS + 1)))) is None


def test_deep_and_huge_bodies_do_no_harm() -> None:
    """A body with a thousand lists in each other is refused; a long one is read as it is."""
    text = pack(ITEMS).decode()
    for depth in (1000, 200_000):
        assert read_from_far(text.replace("[1,1,4]", "[" * depth + "]" * depth).encode()) is None
        assert read_from_far(text.replace("[1,1,4]", "[" * depth).encode()) is None
    huge = replace(ITEMS, items=(replace(ITEM, body={"text": "x" * MAX_PAYLOAD}),))
    assert read_from_far(pack(huge)) == huge


def test_the_largest_photo_fits_into_a_message() -> None:
    """The carrier takes it; a larger one is no message."""
    photo = PhotoFile(name="x" * 64, file=bytes(MAX_PHOTO))
    assert len(pack(photo)) < MAX_PAYLOAD
    assert read_from_far(pack(photo)) == photo
    assert read_from_far(pack(replace(photo, file=bytes(MAX_PHOTO + 1)))) is None


@pytest.mark.parametrize("file", ["AAA", "A", 5, None, []])
def test_a_photo_that_is_no_base_64_is_refused(file: object) -> None:
    """It is no message, and nothing is raised."""
    values = json.loads(pack(PhotoFile(name="3-12.jpg", file=b"")))
    assert read_from_far(json.dumps(values | {"file": file}).encode()) is None


def test_too_many_cameras_are_refused() -> None:
    """A message cannot fill the memory with tables that no room has."""
    [devices] = [each for each in HEAD if isinstance(each, RoomDevices)]
    camera = devices.cameras[2]
    cameras = dict.fromkeys(range(1, 40), camera)
    assert read_from_head(pack(replace(devices, cameras=cameras))) is None
    here = Here(version="1.0", run="7f", place=PLACE, waiting=0, cameras=cameras)
    assert read_from_far(pack(here)) is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("term", -1),
        ("term", None),
        ("members", None),
        ("members", "hall"),
        ("members", ["Hall"]),
        ("members", [""]),
        ("members", ["x" * 33]),
        ("members", ["hall\n"]),
        ("members", ["../hall"]),
        ("members", ["hall/#"]),
        ("members", [5]),
        ("members", ["hall"] * (MAX_PIS + 1)),
        ("gone", ["hall"] * (MAX_PIS + 1)),
        ("gone", ["$SYS"]),
        ("tables", {"Hall": [1]}),
        ("tables", {"hall": [0]}),
        ("tables", {"hall": [TABLES + 1]}),
        ("tables", {"hall": ["1"]}),
        ("tables", {"hall": [1] * (TABLES + 1)}),
        ("tables", {"hall": None}),
        ("tables", [["hall", 1]]),
        ("tables", {f"pi-{number}": [] for number in range(MAX_PIS + 1)}),
        ("addresses", {"+": "http://10.0.0.7/"}),
        ("addresses", {f"pi-{number}": "" for number in range(MAX_PIS + 1)}),
        ("authorities", "x" * 16_001),
        ("authorities", None),
        ("begun", None),
        ("begun", [5]),
        ("begun", [{"game": 1, "seq": 0, "seal": "a" * 32}] * 21),
    ],
)
def test_wrong_rosters_are_refused(field: str, value: object) -> None:
    """Too many Pis, a name that means something else, and a table that no room has are no message."""
    values = json.loads(pack(ROSTER))
    assert read_from_head(json.dumps(values).encode()) == ROSTER
    assert read_from_head(json.dumps(values | {field: value}).encode()) is None


WRONG_ADDRESSES = [
    "file:///etc/passwd",
    "ftp://10.0.0.7/",
    "https://10.0.0.7/",
    "http://",
    "http:///",
    "http://10.0.0.7",
    "http://10.0.0.7/room",
    "http://10.0.0.7/?x",
    "http://10.0.0.7#/",
    "http://10.0.0.7/\n",
    " http://10.0.0.7/",
    "HTTP://10.0.0.7/",
    "http://" + "x" * 193 + "/",
    None,
    5,
]


@pytest.mark.parametrize("address", WRONG_ADDRESSES)
def test_wrong_addresses_are_refused(address: object) -> None:
    """What is no address of pages is no message: nobody is made to read a file or to ask another server."""
    roster = json.loads(pack(ROSTER))
    assert read_from_head(json.dumps(roster | {"addresses": {"hall": address}}).encode()) is None
    here = json.loads(pack(Here(version="1.0", run="7f", place=None, waiting=0, cameras={})))
    assert read_from_far(json.dumps(here).encode())
    assert read_from_far(json.dumps(here | {"address": address}).encode()) is None


def test_the_largest_roster_fits_into_a_message() -> None:
    """A room with as many Pis as there may be can say so to the last one."""
    names = [f"pi-{number:029}" for number in range(MAX_PIS)]
    largest = replace(
        ROSTER,
        members=tuple(names),
        gone=tuple(names),
        tables=dict.fromkeys(names, tuple(range(1, TABLES + 1))),
        addresses=dict.fromkeys(names, "http://" + "x" * 192 + "/"),
        authorities="x" * 16_000,
    )
    assert len(pack(largest)) < MAX_PAYLOAD
    assert read_from_head(pack(largest)) == largest


def test_schema_is_in_the_docs() -> None:
    """docs/link.json is the schema of the messages, made by tools/schemas.py."""
    file = Path(__file__).parents[2] / "docs/link.json"
    assert json.loads(file.read_text("utf-8")) == json.loads(json.dumps(describe_messages()))

"""Messages through a pipe, and what else may come through it."""

import io
import json
import struct
from pathlib import Path

import pytest

from pi_bunco.findings import Finding
from pi_bunco.messages.codec import MAX_FILE, MAX_TEXT, MessageTrouble, get_down_codec, get_up_codec
from pi_bunco.messages.down import Begin, Calibrate, DownMessage, Examine, Open, Pace, Show, ThrowDice, Wanted
from pi_bunco.messages.up import Ages, Examined, Failed, Figures, Hello, Moving, Picture, Seen, UpMessage
from pi_bunco.readings import Die, Doubt, Reading, Status
from pi_bunco.sentences import Sentence, say, say_count

SEEN = Seen(
    reading=Reading(
        Status.DOUBTFUL,
        (Die(3, 0.99, (0.0, 0.0, 9.0, 9.5)),),
        say("Is it {face}?", face=3),
        Doubt.UNSURE,
        0,
        5,
    ),
    moment="3.1-2.playing",
    age=12.5,
    index=7,
    size=(640, 480),
    tumble=Ages(900.0, None, 100.0),
    file=b"\xff\xd8 picture",
)


def pack(text: object, file: bytes = b"") -> io.BytesIO:
    """Return a pipe with this message."""
    data = text if isinstance(text, bytes) else json.dumps(text).encode()
    return io.BytesIO(struct.pack(">II", len(data), len(file)) + data + file)


@pytest.mark.parametrize(
    "message",
    [
        SEEN,
        Hello(calibrated=True, notes=(say("{file} is damaged.", file="a.zip"),)),
        Failed("There is no reader “owl”.", "Install it."),
        Figures(size=(640, 480), processed=14.5, broken=2),
        Moving(moving=True),
        Picture(4, b"jpeg"),
        Examined(5, (Finding.good("camera", say_count("{count} picture", "{count} pictures", 2)),)),
    ],
)
def test_message_of_a_station_arrives_as_it_was_sent(message: UpMessage) -> None:
    """Values, sentences and files are the same after the pipe, and the pipe may end after them."""
    pipe = io.BytesIO(get_up_codec().pack(message))
    assert get_up_codec().read(pipe) == message
    assert get_up_codec().read(pipe) is None


@pytest.mark.parametrize(
    "message",
    [
        Open(camera="usb", table=2, calibration="a.zip", required=True),
        Begin(12),
        Wanted(3, "3.1-2.playing"),
        Pace(7.5),
        ThrowDice(2),
        Show(1),
        Examine(2),
        Calibrate(3, "corners", ((1.0, 2.0), (3.5, 4.0))),
    ],
)
def test_message_to_a_station_arrives_as_it_was_sent(message: DownMessage) -> None:
    """The same holds for the other direction."""
    assert get_down_codec().read(io.BytesIO(get_down_codec().pack(message))) == message


def test_sentence_can_be_translated_after_the_pipe() -> None:
    """A reason arrives with its pattern and values."""
    read = get_up_codec().read(io.BytesIO(get_up_codec().pack(SEEN)))
    assert isinstance(read, Seen)
    assert isinstance(read.reading.reason, Sentence)
    assert (read.reading.reason.patterns, read.reading.reason.values) == (("Is it {face}?",), {"face": 3})


@pytest.mark.parametrize("kept", [0, 3, 8, 40, -1])
def test_message_that_breaks_off_is_none(kept: int) -> None:
    """If the other side ends while it writes, the pipe has ended."""
    assert get_up_codec().read(io.BytesIO(get_up_codec().pack(SEEN)[:kept])) is None


@pytest.mark.parametrize(
    "pipe",
    [
        io.BytesIO(b"Warning: this driver prints text.\n"),
        io.BytesIO(struct.pack(">II", MAX_TEXT + 1, 0)),
        io.BytesIO(struct.pack(">II", 2, MAX_FILE + 1)),
        pack(b"no JSON"),
        pack(b"\xff\xfe"),
        pack([]),
        pack({"type": "unknown"}),
        pack({"type": "moving"}),
        pack({"type": "moving", "moving": "yes"}),
        pack({"type": "moving", "moving": True}, b"file"),
        pack({"type": "health", "status": "well", "text": ""}),
        pack({"type": "health", "status": "live", "text": {"say": ["{x:99999999}"], "with": {"x": 1}}}),
        pack({"type": "health", "status": "live", "text": {"say": ["{x.__class__}"], "with": {"x": 1}}}),
        pack({"type": "health", "status": "live", "text": {"say": ["{x}"], "with": {}}}),
        pack({"type": "health", "status": "live", "text": {"say": ["{", "{"], "with": {"count": 1}}}),
        pack({"type": "health", "status": "live", "text": {"say": [1], "with": {}}}),
    ],
)
def test_anything_else_is_refused(pipe: io.BytesIO) -> None:
    """Garbage, an endless message, wrong values and dangerous patterns raise one error with a remedy."""
    with pytest.raises(MessageTrouble, match="Something other than a message") as trouble:
        get_up_codec().read(pipe)
    assert "Install" in trouble.value.remedy


def test_schema_of_the_documentation_is_the_one_of_the_program() -> None:
    """docs/stations.json is the schema of the messages, made by tools/schemas.py."""
    file = Path(__file__).parents[2] / "docs/stations.json"
    schema = {"up": get_up_codec().describe(), "down": get_down_codec().describe()}
    assert json.loads(file.read_text("utf-8")) == schema

"""What several Pis say to each other: frozen values, written as JSON.

``docs/link.json`` is their schema. The head sends :class:`Beat`, :class:`LogLines` and :class:`RoomDevices`
to all, and answers a far Pi with :class:`LogLines` or :class:`Rewind`. A far Pi sends :class:`AskLines` and
:class:`Here`. No message has a time of day, since Pis have no clocks.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from pi_bunco.limits import NUMBER, TABLES
from pi_bunco.views.devices import Banner, BellButton, CameraStatus

PROTOCOL = 1
"""The version of these messages. It is part of every topic, so Pis of another one do not hear each other."""
MAX_LINES = 500
"""Most lines in a message."""

Count = Annotated[int, Field(ge=0, le=NUMBER)]
Game = Annotated[int, Field(ge=1, le=NUMBER)]
Seal = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
Name = Annotated[str, Field(max_length=64)]
Message = TypeVar("Message")


@dataclass(frozen=True, slots=True)
class LinePlace:
    """The place of a line in the log: its game from 1, its number from 0, and its seal as 32 digits."""

    game: Game
    seq: Count
    seal: Seal


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """The head lives: once a second, and when a far Pi has come.

    Attributes
    ----------
    term
        Rises whenever another Pi becomes the head. What an older head says is ignored.
    place
        The newest line of the log, ``None`` before the first game.
    name, version
        The head's host name, and its version of pi-bunco.
    """

    term: Count
    place: LinePlace | None
    name: Name
    version: Name
    type: Literal["beat"] = "beat"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLines:
    """Lines of the head's log, all of one game.

    Attributes
    ----------
    before
        The seal of the line before the first one; 32 zeros before the first line of the log.
    game, seq
        The place of the first line.
    lines
        The lines as they are in the log.
    seal
        The seal of the last one.
    """

    term: Count
    before: Seal
    game: Game
    seq: Count
    lines: Annotated[tuple[str, ...], Field(min_length=1, max_length=MAX_LINES)]
    seal: Seal
    type: Literal["lines"] = "lines"

    @property
    def last(self) -> LinePlace:
        """The place of the last line."""
        return LinePlace(self.game, self.seq + len(self.lines) - 1, self.seal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewind:
    """The head's log does not have the line that a far Pi holds for its newest: it must begin anew."""

    term: Count
    place: LinePlace
    type: Literal["rewind"] = "rewind"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskLines:
    """A far Pi asks for the lines after its newest one; ``None``: from the first on."""

    place: LinePlace | None
    type: Literal["ask"] = "ask"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomDevices:
    """What the head's pages show of its devices.

    Attributes
    ----------
    cameras
        The camera of each table that has one.
    moving
        The tables where something moves on the mat while nobody should throw.
    button
        The button of the bell.
    banners
        What is wrong there, above everything else.
    bell_in, minutes_left, break_left
        Seconds until the bell rings by itself; minutes of the round and of a break; ``None``: no limit.
    countdown
        How many seconds after a round the next bell rings by itself; 0: somebody rings it.
    """

    term: Count
    cameras: Annotated[dict[int, CameraStatus], Field(max_length=TABLES)]
    moving: Annotated[frozenset[int], Field(max_length=TABLES)]
    button: BellButton
    banners: Annotated[tuple[Banner, ...], Field(max_length=4)]
    bell_in: Count | None
    minutes_left: Count | None
    break_left: Count | None
    countdown: Count
    type: Literal["devices"] = "devices"


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """A far Pi is there: when it has connected, and when it has more of the log on its disk.

    Its last will is an empty message.

    Attributes
    ----------
    version
        That of its pi-bunco.
    run
        Random letters of this run of its program: two Pis from one copied card have different ones.
    place
        Its newest line.
    """

    version: Name
    run: Name
    place: LinePlace | None
    type: Literal["here"] = "here"


FromHead = Beat | LogLines | Rewind | RoomDevices
FromFar = AskLines | Here
_FROM_HEAD: TypeAdapter[FromHead] = TypeAdapter(Annotated[FromHead, Field(discriminator="type")])
_ANY: TypeAdapter[FromHead | FromFar] = TypeAdapter(FromHead | FromFar)
_FROM_FAR: TypeAdapter[FromFar] = TypeAdapter(Annotated[FromFar, Field(discriminator="type")])


def pack(message: FromHead | FromFar) -> bytes:
    """Return a message as bytes."""
    return _ANY.dump_json(message)


def read_from_head(payload: bytes) -> FromHead | None:
    """Return a message from the head, ``None`` if it is none."""
    return _read(_FROM_HEAD, payload)


def read_from_far(payload: bytes) -> FromFar | None:
    """Return a message from a far Pi, ``None`` if it is none.

    >>> read_from_far(pack(AskLines(place=None)))
    AskLines(place=None, type='ask')
    >>> read_from_far(b"rubbish")
    """
    return _read(_FROM_FAR, payload)


def describe_messages() -> dict[str, Any]:
    """Return the JSON schema of all messages."""
    return _ANY.json_schema()


def _read(adapter: TypeAdapter[Message], payload: bytes) -> Message | None:
    try:
        return adapter.validate_json(payload, strict=True)
    except ValidationError:
        return None

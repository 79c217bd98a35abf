"""What several Pis say to each other: frozen values, written as JSON.

``docs/link.json`` is their schema. The head sends :class:`Beat`, :class:`LogLines`, :class:`RoomDevices` and
:class:`Roster` to all. It answers a far Pi with :class:`LogLines` or :class:`Rewind`, and asks it for a photo
with :class:`AskPhoto`. A far Pi sends :class:`AskLines`, :class:`Here`, :class:`Items` and
:class:`PhotoFile`. No message has a time of day, since Pis have no clocks.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, Protocol, TypeVar

from pydantic import AfterValidator, Base64Bytes, Field, TypeAdapter, ValidationError

from pi_bunco.limits import KEY, NUMBER, TABLES
from pi_bunco.store.tail import Place
from pi_bunco.views.devices import Banner, BellButton, CameraStatus, RoomSound

PROTOCOL = 1
"""The version of these messages. It is part of every topic, so Pis of another one do not hear each other."""
MAX_LINES = 500
"""Most lines in a message."""
MAX_ITEMS = 20
"""Most items in a message."""
MAX_PHOTO = 700_000
"""Most bytes of a photo: in base 64 it must fit into a message of the carrier."""

Count = Annotated[int, Field(ge=0, le=NUMBER)]
Game = Annotated[int, Field(ge=1, le=NUMBER)]
Seal = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
Name = Annotated[str, Field(max_length=64)]
Address = Annotated[str, Field(max_length=KEY, pattern="^http://[^/?#]+/$|^$")]
"""The address of a Pi's pages, such as ``http://10.0.0.7:8080/``; ``""``: other machines cannot open them."""
TableNumber = Annotated[int, Field(ge=1, le=TABLES)]
MemberName = Annotated[str, Field(pattern="^[a-z0-9-]{1,32}$")]
MAX_CAMERA_LETTERS = 1000
"""Most letters of each text about a far Pi's camera; the rest is cut off. Pages of the head show it, and all
Pis get it again, in one message for all tables."""
MAX_PIS = 200
"""Most names of Pis in a message: those that are in the room, and those that were."""
MAX_HEADS = 20
"""Most heads of a room that are remembered, the newest ones."""
Message = TypeVar("Message")


def _shorten(camera: CameraStatus) -> CameraStatus:
    return replace(camera, says=camera.says[:MAX_CAMERA_LETTERS], remedy=camera.remedy[:MAX_CAMERA_LETTERS])


FarCamera = Annotated[CameraStatus, AfterValidator(_shorten)]
"""The state of a camera as a far Pi says it."""


class Sealed(Protocol):
    """A line of the log with its place: its game, its number there and its seal."""

    @property
    def game(self) -> int:
        """The number of its game, from 1."""

    @property
    def seq(self) -> int:
        """Its number in the game, from 0."""

    @property
    def seal(self) -> bytes:
        """Its seal: 16 bytes."""


@dataclass(frozen=True, slots=True)
class LinePlace:
    """The place of a line in the log: its game from 1, its number from 0, and its seal as 32 digits."""

    game: Game
    seq: Count
    seal: Seal

    @classmethod
    def find(cls, line: Sealed | None) -> "LinePlace | None":
        """Return the place of a line, ``None`` without one."""
        return cls(line.game, line.seq, line.seal.hex()) if line else None

    def make_place(self) -> Place:
        """Return the place as the log has it."""
        return Place(self.game, self.seq, bytes.fromhex(self.seal))


Beginnings = Annotated[tuple[LinePlace, ...], Field(max_length=MAX_HEADS)]
"""The newest line of the log each time when another Pi became the head, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """The head is there. It sends this once a second.

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
    """The head's log does not have the newest line of a far Pi: that Pi must begin a new copy."""

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
    sound
        Whether pages may make a sound. An older head does not say it.
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
    sound: RoomSound = RoomSound()  # noqa: RUF009 - frozen, so all may share it
    type: Literal["devices"] = "devices"


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """The Pis of the room. With it, any far Pi can become the head, and the others find it.

    Attributes
    ----------
    members, gone
        The names of the far Pis, and of those that were put out.
    tables
        The tables at which each takes the throws.
    addresses
        The last known addresses of their pages, and of those of earlier heads.
    authorities
        The certificates of the room's authorities, as PEM.
    begun
        The newest line of the log each time when another Pi became the head.
    """

    term: Count
    members: Annotated[tuple[MemberName, ...], Field(max_length=MAX_PIS)]
    gone: Annotated[tuple[MemberName, ...], Field(max_length=MAX_PIS)]
    tables: Annotated[
        dict[MemberName, Annotated[tuple[TableNumber, ...], Field(max_length=TABLES)]],
        Field(max_length=MAX_PIS),
    ]
    addresses: Annotated[dict[MemberName, Address], Field(max_length=MAX_PIS)]
    authorities: Annotated[str, Field(max_length=16_000)]
    begun: Beginnings = ()
    type: Literal["roster"] = "roster"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPhoto:
    """The head asks a far Pi for the photo with this name."""

    term: Count
    name: Name
    type: Literal["photo?"] = "photo?"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFile:
    """A photo of a throw as a JPEG file in base 64; empty if the far Pi has none of this name."""

    name: Name
    file: Annotated[Base64Bytes, Field(max_length=MAX_PHOTO)]
    type: Literal["photo"] = "photo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """A far Pi is there. It sends this when it has connected, and then every five seconds.

    It also sends it when it has more of the log on its disk, or when the state of a camera has changed.
    Its last will is an empty message.

    Attributes
    ----------
    version
        That of its pi-bunco.
    run
        Random letters of this run of its program: two Pis from one copied card have different ones.
    place
        Its newest line.
    waiting
        How many items of its outbox are not in its copy of the log yet.
    cameras
        The state of the camera of each of its tables that has one.
    differs
        Whether it has counted different results from the head.
    address
        The address of its pages.
    """

    version: Name
    run: Name
    place: LinePlace | None
    waiting: Count
    cameras: Annotated[dict[int, FarCamera], Field(max_length=TABLES)]
    differs: bool = False
    address: Address = ""
    type: Literal["here"] = "here"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxItem:
    """What people did at a table of a far Pi, or what its camera saw.

    Attributes
    ----------
    number
        Its number in the outbox, from 1 without gaps.
    table, name, body
        The table, and the same as a page sends to ``POST /api/table/<table>/<name>``. For dice that a camera
        saw the name is ``dice``, and the body is what a station sends (``seen`` in docs/stations.json), with
        ``after`` as in ``enter``.
    age
        How many seconds ago it was, ``None`` if the Pi has started since then.
    game
        The header of the game in which it was made, ``None`` if that is not known.
    of
        What another log calls the event whose number the body has (``seq``, ``after``): the item of its line,
        such as ``hall/7c1f09aa.17``, or the line's seal; ``""``: the body has none.
    """

    number: Annotated[int, Field(ge=1, le=NUMBER)]
    table: Annotated[int, Field(ge=1, le=TABLES)]
    name: Name
    body: dict[str, Any]
    age: Annotated[float, Field(ge=0, le=NUMBER)] | None
    game: LinePlace | None = None
    of: Name = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """The oldest items of a far Pi's outbox that are not in its copy of the log yet, in their order.

    The line that has an item's name in the head's log is the answer to it.

    Attributes
    ----------
    outbox
        The name of the outbox.
    items
        The items.
    place
        The newest line of the far Pi's copy, ``None`` if that is empty. A head whose log does not have this
        line ignores the items: earlier ones may be in that copy only, and must come first.
    former
        The names that the far Pi had before: items of its outbox may be in the log under them.
    """

    outbox: Annotated[str, Field(pattern="^[0-9a-f]{8}$")]
    items: Annotated[tuple[OutboxItem, ...], Field(min_length=1, max_length=MAX_ITEMS)]
    place: LinePlace | None = None
    former: Annotated[tuple[MemberName, ...], Field(max_length=MAX_HEADS)] = ()
    type: Literal["items"] = "items"


FromHead = Beat | LogLines | Rewind | RoomDevices | Roster | AskPhoto
FromFar = AskLines | Here | Items | PhotoFile
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

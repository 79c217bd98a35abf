"""What a head and a far Pi remember of each other, in small files beside their keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TypeVar
from urllib.parse import urlsplit

from pydantic import Field, TypeAdapter, ValidationError

from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
from pi_bunco.limits import KEY
from pi_bunco.link.messages import Beginnings, LinePlace, Roster, TableNumber
from pi_bunco.machine.disk import write_atomic
from pi_bunco.sentences import say

FOLDER = "link"
"""The folder in the state directory with everything about other Pis."""
PHOTOS = "photos"
"""The folder in it with photos whose dice are not in the log yet: only the log gives a photo its name."""
_MAX_BYTES = 200_000
HEAD_NAME = "head"
"""The name in the room of the Pi that began it. No other Pi gets it."""
_Port = Annotated[int, Field(ge=1, le=65535)]
State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Successor:
    """The Pi that has become the head.

    Attributes
    ----------
    name
        Its name in the room.
    address
        The address of its pages.
    place
        The newest line that both have, as far as is known: what the older head has beyond that, it alone
        has.
    """

    name: str
    address: str
    place: LinePlace


@dataclass(frozen=True, slots=True)
class HeadState:
    """What a head remembers.

    Attributes
    ----------
    port
        The port of its broker.
    term
        Its term: that of the head before it and one more.
    name
        Its name in the room.
    members
        The names of the far Pis that were let in.
    gone
        The names of those that were put out. No other Pi gets them, since their certificates stay valid.
    tables
        The tables at which each of them takes the throws.
    addresses
        The last known addresses of their pages, and of those of earlier heads, by their names.
    own_tables
        The tables at which this Pi took the throws before it became the head: its cameras look at them.
    begun
        The newest line of the log each time when another Pi became the head, this one last; empty for the
        first head.
    successor
        The Pi that has become the head after this one. Then nobody can play here.
    """

    port: _Port
    term: int = 1
    name: str = HEAD_NAME
    members: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    tables: Mapping[str, tuple[TableNumber, ...]] = field(default_factory=dict)
    addresses: Mapping[str, str] = field(default_factory=dict)
    own_tables: tuple[TableNumber, ...] = ()
    begun: Beginnings = ()
    successor: Successor | None = None


@dataclass(frozen=True, slots=True)
class FarState:
    """What a far Pi remembers.

    Attributes
    ----------
    head
        The address of the head's pages, such as ``http://bunco.local:8080/``.
    port
        The port of its broker.
    name
        Its name in the room.
    typed
        The address that people have typed last. The head may be another one now.
    term
        The newest term that was heard: a head with an older one is ignored.
    """

    head: str
    port: _Port
    name: str = HEAD_NAME
    typed: str = ""
    term: int = 0

    @property
    def host(self) -> str:
        """The host name or the address of its machine."""
        return urlsplit(self.head).hostname or ""


@dataclass(frozen=True, slots=True)
class FollowWish:
    """The host wants this Pi to follow another one.

    Attributes
    ----------
    head
        The address of its pages.
    anew
        Whether the copy that is here cannot go on there, and must be set aside first.
    carries
        Whether that head's room is the one of the copy, so that the outbox goes on in the new copy.
    aside
        The name of the folder with a copy that was set aside with its outbox, ``""`` if what waits there
        needs nobody.
    """

    head: Annotated[str, Field(max_length=KEY)]
    anew: bool = False
    carries: bool = False
    aside: Annotated[str, Field(max_length=KEY)] = ""


HEAD_FILE, FAR_FILE, FOLLOW_FILE = "head.json", "far.json", "follow.json"
ROSTER_FILE, TRUSTED_FILE = "roster.json", "trusted.pem"


def leads_copy(folder: Path) -> bool:
    """Return whether a state directory is a copy in which this Pi has become the head."""
    files = folder / FOLDER / FAR_FILE, folder / FOLDER / HEAD_FILE
    return all(file.exists() for file in files)


def refuse_copy(folder: Path) -> None:
    """Refuse to play in a state directory that is the copy of another Pi's log (:class:`Trouble`)."""
    if (folder / FOLDER / FAR_FILE).exists() and not leads_copy(folder):
        raise Trouble(
            say("{folder} is the copy of another Pi’s log, so nobody can play there.", folder=folder),
            say("Choose another --state-dir, or go on following: pi-bunco follow"),
        )


def load_state(kind: type[State], path: Path) -> State | None:
    """Return what a file remembers, ``None`` if it does not exist.

    Raises
    ------
    Trouble
        If it is damaged.
    OSError
        If it cannot be read, or is too large.
    """
    try:
        return TypeAdapter(kind).validate_json(bounded.read(path, _MAX_BYTES))
    except FileNotFoundError:
        return None
    except ValidationError as error:
        raise Trouble(
            say("{path} is damaged.", path=path),
            say("Remove the folder {folder}, and let the other Pis in again.", folder=path.parent),
        ) from error


def find_successor(folder: Path) -> Successor | None:
    """Return the Pi that has become the head after the one with this state directory, ``None`` if none has.

    If the file is damaged, this returns ``None``: the table plays, and the host's page reports the damage.
    """
    try:
        state = load_state(HeadState, folder / FOLDER / HEAD_FILE)
    except Trouble:
        return None
    return state.successor if state else None


def save_state(state: HeadState | FarState | FollowWish | Roster, path: Path) -> None:
    """Write what is to be remembered (:class:`OSError` if the disk does not take it)."""
    write_atomic(path, TypeAdapter(type(state)).dump_json(state), private=True)

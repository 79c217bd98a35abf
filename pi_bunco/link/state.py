"""What a head and a far Pi remember of each other, in small files beside their keys."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
from pi_bunco.limits import KEY, TABLES
from pi_bunco.machine.disk import write_atomic
from pi_bunco.sentences import say

FOLDER = "link"
"""The folder in the state directory with everything about other Pis."""
_MAX_BYTES = 16_000
_Port = Annotated[int, Field(ge=1, le=65535)]
State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class HeadState:
    """What a head remembers.

    Attributes
    ----------
    port
        The port of its broker.
    term
        Its term.
    members
        The names of the far Pis that were let in.
    gone
        The names of those that were put out. No other Pi gets them, since their certificates stay valid.
    tables
        The tables at which each of them takes the throws.
    """

    port: _Port
    term: int = 1
    members: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    tables: Mapping[str, tuple[Annotated[int, Field(ge=1, le=TABLES)], ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FarState:
    """What a far Pi remembers.

    Attributes
    ----------
    head
        The address of the head's pages, such as ``http://bunco.local:8080/``.
    port
        The port of its broker.
    """

    head: str
    port: _Port


@dataclass(frozen=True, slots=True)
class FollowWish:
    """The host wants this Pi to follow the one whose pages are at the address ``head``."""

    head: Annotated[str, Field(max_length=KEY)]


HEAD_FILE, FAR_FILE, FOLLOW_FILE = "head.json", "far.json", "follow.json"


def refuse_copy(folder: Path) -> None:
    """Refuse to play in a state directory that is the copy of another Pi's log (:class:`Trouble`)."""
    if (folder / FOLDER / FAR_FILE).exists():
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


def save_state(state: HeadState | FarState | FollowWish, path: Path) -> None:
    """Write what is to be remembered (:class:`OSError` if the disk does not take it)."""
    write_atomic(path, TypeAdapter(type(state)).dump_json(state), private=True)

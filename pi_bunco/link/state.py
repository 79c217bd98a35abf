"""What a head and a far Pi remember of each other, in small files beside their keys."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
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
    """

    port: _Port
    term: int = 1
    members: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


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


HEAD_FILE, FAR_FILE = "head.json", "far.json"


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


def save_state(state: HeadState | FarState, path: Path) -> None:
    """Write what is to be remembered (:class:`OSError` if the disk does not take it)."""
    write_atomic(path, TypeAdapter(type(state)).dump_json(state), private=True)

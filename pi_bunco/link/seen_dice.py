"""Dice that a far Pi's camera saw, as the body of an item. No clock of the far Pi is in it, only ages."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from time import monotonic
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from pi_bunco.game.commands import DiceSettled
from pi_bunco.game.seen import SeenMoment
from pi_bunco.limits import NUMBER, PICTURE_PIXELS
from pi_bunco.messages.up import Ages, Seen
from pi_bunco.readings import Snapshot, Tumble
from pi_bunco.rules.header import is_face

DICE = "dice"
"""The name of such an item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenFar(Seen):
    """Dice that the camera of a far Pi saw.

    Attributes
    ----------
    after
        The newest throw of the table since the last bell in its copy of the log, 0 if there was none;
        ``None``: an older version does not say it.
    """

    after: Annotated[int, Field(ge=0, le=NUMBER)] | None = None


_SEEN: TypeAdapter[SeenFar] = TypeAdapter(SeenFar)


def write_dice(command: DiceSettled, now: float) -> dict[str, Any]:
    """Return the body of an item that is made ``now``, in seconds on a steady clock."""
    tumble, snapshot = command.tumble, command.snapshot
    ages = None
    if tumble:
        fell = None if tumble.fell is None else 1000 * (now - tumble.fell)
        ages = Ages(1000 * (now - tumble.began), fell, 1000 * (now - tumble.rested))
    seen = SeenFar(
        reading=command.reading,
        moment=str(command.seen or ""),
        at_start=command.at_start,
        tumble=ages,
        age=1000 * (now - snapshot.taken),
        index=snapshot.index,
        size=snapshot.size,
        after=command.after,
    )
    body: dict[str, Any] = _SEEN.dump_python(seen, mode="json")
    return body


def read_dice(body: Mapping[str, Any], table: int, age: float | None) -> DiceSettled:
    """Return the command of an item.

    Parameters
    ----------
    body, table
        The body and the table of the item.
    age
        How many seconds ago it was made, ``None`` if that is unknown.

    Raises
    ------
    ValueError
        If it is no such body.
    """
    seen = _SEEN.validate_json(dumps(body, allow_nan=False), strict=True)
    if not _is_possible(seen):
        raise ValueError("no camera sees that")
    made = monotonic() - (age or 0.0)
    tumble = None
    if seen.tumble and age is not None:
        fell = None if seen.tumble.fell is None else made - seen.tumble.fell / 1000
        tumble = Tumble(made - seen.tumble.began / 1000, fell, made - seen.tumble.rested / 1000)
    return DiceSettled(
        seen.reading,
        Snapshot(b"", seen.size, seen.index, made - seen.age / 1000),
        at_start=seen.at_start,
        tumble=tumble,
        by="camera",
        seen=SeenMoment.parse(seen.moment),
        table=table,
        after=seen.after,
    )


def _is_possible(seen: Seen) -> bool:
    """Return whether a camera can have seen this."""
    reading, (width, height) = seen.reading, seen.size
    sizes = [number for die in reading.dice for number in (die.confidence, *die.box)]
    tumble = seen.tumble
    ages = (seen.age, tumble.began, tumble.fell or 0, tumble.rested) if tumble else (seen.age,)
    return (
        all(map(is_face, reading.values))
        and (reading.which is None or 0 <= reading.which < len(reading.dice))
        and (reading.other is None or (reading.which is not None and is_face(reading.other)))
        and min(width, height) > 0
        and width * height <= PICTURE_PIXELS
        and max(map(abs, (seen.index, *sizes, *ages))) <= NUMBER
    )

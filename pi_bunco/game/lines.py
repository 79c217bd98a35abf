"""Reads and writes the lines of a game's log: events of the record, with additional data of pi-bunco.

Only :func:`read_line` and :meth:`Line.to_dict` know the format. A line keeps its unknown keys. A record from
another program may contain anything. So additional data in another format are ignored. An incomplete event of
pi-bunco's own has no effect (:attr:`Line.foreign`), but keeps its number.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, TypeGuard

from pi_bunco.rules import RecordError, parse_event
from pi_bunco.rules.events import Correct, CorrectTally, DieOff, Event, Missed, Other, Seating, Throw, Void
from pi_bunco.rules.header import is_face
from pi_bunco.rules.night import EXTENSION_EVENTS

Body = Mapping[str, Any]
Box = tuple[float, float, float, float]
Dice = tuple[int, ...]

HEAD = 1
"""The number of the head table, which has the bell. Throws outside the rounds belong to it."""
ROOM = 0
"""The table number of events of the whole room."""

SEMI_FINAL = "semi_final:"
"""The prefix of the names of events in the semi-final."""

OUTSIDE = ("boxed:order", "boxed:throw", "tournament:die_off", "final:order", "final:throw")
"""The events of throws outside the rounds, which have a correction of their own."""

NIGHT_CORRECTION = "night:correct"
"""The name of the event that corrects one of :data:`OUTSIDE`."""

RULES = "rules"
"""The sender of events that follow from the sheet alone."""


@dataclass(frozen=True, slots=True)
class DoubtfulDice:
    """A camera saw dice at rest at ``table``, and somebody must look at them."""

    table: int
    name: ClassVar[str] = "camera:doubtful"


@dataclass(frozen=True, slots=True)
class WaitingDice:
    """A camera saw a certain throw at ``table`` while an earlier one was in doubt."""

    table: int
    name: ClassVar[str] = "camera:waiting"


@dataclass(frozen=True, slots=True)
class UncountedDice:
    """A camera saw dice at ``table`` although nobody had to throw."""

    table: int
    name: ClassVar[str] = "camera:uncounted"


@dataclass(frozen=True, slots=True)
class NoThrow:
    """The reading that the line ``answers`` was not a throw. A ruling has the ``kind`` of its doubt."""

    kind: str = ""
    name: ClassVar[str] = "table:no_throw"


@dataclass(frozen=True, slots=True)
class GuestsChanged:
    """The waiting or absent guests have changed, but no seat has."""

    name: ClassVar[str] = "room:guests"


@dataclass(frozen=True, slots=True)
class GuestList:
    """Guests who wait for a seat, and guests who are away but keep their seat.

    They are in the order in which they came or left.
    """

    waiting: tuple[str, ...] = ()
    away: tuple[str, ...] = ()


CameraDice = DoubtfulDice | WaitingDice | UncountedDice
OwnEvent = CameraDice | NoThrow | GuestsChanged
_CAMERA: dict[str, type[CameraDice]] = {
    kind.name: kind for kind in (DoubtfulDice, WaitingDice, UncountedDice)
}


@dataclass(frozen=True, slots=True)
class Photo:
    """The photo of a throw.

    Attributes
    ----------
    image
        The name of the picture, ``None`` if it was not saved.
    size
        Its width and height in pixels, ``None`` if unknown.
    boxes
        The box of each die in pixels; empty if unknown.
    taken
        When it was taken, in seconds since 1970.
    frame
        Its number since the camera was opened.
    """

    image: str | None = None
    size: tuple[float, float] | None = None
    boxes: tuple[Box, ...] = ()
    taken: float | None = None
    frame: int | None = None


@dataclass(frozen=True, slots=True)
class Sighting:
    """How a camera read dice.

    Attributes
    ----------
    values
        Their faces, from left to right.
    confidence
        The confidence in each value, 0 to 1.
    reason, kind
        Why somebody must look at them, as a sentence and as a kind (:class:`pi_bunco.frames.Doubt`); ``""``
        without a doubt.
    at_start
        Whether the dice lay there when the camera was opened.
    touched
        Whether some of them still lie at their logged places.
    which
        The place of the doubtful die, ``None`` if it is not exactly one.
    other
        Another face that this die may show, ``None`` if no other is likely.
    after
        The event just before the throw, if the bell ended the round before the dice were read. ``None`` if
        they were thrown when this was logged.
    """

    values: Dice
    confidence: tuple[float, ...]
    reason: str = ""
    kind: str = ""
    at_start: bool = False
    touched: bool = False
    after: int | None = None
    which: int | None = None
    other: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log.

    Attributes
    ----------
    event
        What happened.
    by
        The sender: ``tap``, ``button``, ``camera``, ``rules``; ``""`` if unknown.
    time
        When it was logged, as ISO 8601; ``""`` if unknown.
    token
        Identifies a tap, so that it counts only once.
    answers
        The number of the reading that it answers, ``None`` if it answers none.
    photo, sighting
        The camera's photo and reading, ``None`` without a camera.
    guests
        The waiting and absent guests from now on; ``None``: no change.
    in_semi_final
        Whether it happened in the semi-final.
    foreign
        Whether the event has no effect: it is another program's, or an incomplete one of our own.
    raw
        The logged line with its unknown keys; empty for a new one.

    >>> line = read_line({"event": "throw", "table": 1, "dice": [1, 2, 3], "by": 7, "mood": "good"}, [])
    >>> line.event, line.by
    (Throw(table=1, dice=(1, 2, 3)), '')
    >>> line.to_dict()
    {'event': 'throw', 'table': 1, 'dice': [1, 2, 3], 'by': 7, 'mood': 'good'}
    >>> Line(NoThrow(), by="tap", answers=4).to_dict()
    {'event': 'table:no_throw', 'by': 'tap', 'answers': 4}
    """

    event: Event | OwnEvent
    by: str = ""
    time: str = ""
    token: str = ""
    answers: int | None = None
    photo: Photo | None = None
    sighting: Sighting | None = None
    guests: GuestList | None = None
    in_semi_final: bool = False
    foreign: bool = False
    raw: Body = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The event's name; in a semi-final its name there."""
        return self.event.name if isinstance(self.event, Other | OwnEvent) else self.event.kind

    @property
    def table(self) -> int | None:
        """The number of its table, ``None`` if it has none."""
        event = self.event
        table = event.raw.get("table") if isinstance(event, Other) else getattr(event, "table", None)
        return table if type(table) is int and table > 0 else None

    @property
    def about(self) -> int | None:
        """The number of the event that it voids or corrects, ``None`` if it does neither."""
        event = self.event
        if isinstance(event, Void | Correct | CorrectTally):
            return event.seq
        return event.raw["seq"] if isinstance(event, Other) and self.corrects_outside else None

    @property
    def corrects_outside(self) -> bool:
        """Whether it corrects a throw outside the rounds."""
        return isinstance(self.event, Other) and self.event.name == NIGHT_CORRECTION and not self.foreign

    @property
    def is_correction(self) -> bool:
        """Whether it corrects dice."""
        return isinstance(self.event, Correct) or self.corrects_outside

    @property
    def dice(self) -> Dice | Mapping[str, int] | None:
        """Its dice, one for each name in a die-off; ``None`` if it has none."""
        if isinstance(self.event, Throw | Missed | DieOff | Correct):
            return self.event.dice
        dice = self.event.raw.get("dice") if isinstance(self.event, Other) else None
        if not _is_dice(dice):
            return None
        return dice if isinstance(dice, dict) else tuple(dice)

    @property
    def faces(self) -> Dice:
        """The faces of :attr:`dice`, or those that a camera read if it has none."""
        dice = self.dice
        if dice is None:
            return self.sighting.values if self.sighting else ()
        return tuple(dice.values()) if isinstance(dice, Mapping) else dice

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes of its dice in its photo, in pixels; empty if unknown."""
        return self.photo.boxes if self.photo else ()

    @property
    def image(self) -> str | None:
        """The name of its photo, ``None`` if it has none."""
        return self.photo.image if self.photo else None

    @property
    def waits(self) -> bool:
        """Whether it is a reading that waits for an answer."""
        return isinstance(self.event, DoubtfulDice | WaitingDice)

    @property
    def is_ruling(self) -> bool:
        """Whether the sheet has decided that a throw is thrown again."""
        return isinstance(self.event, NoThrow) and self.by == RULES and bool(self.event.kind)

    def to_dict(self) -> dict[str, Any]:
        """Return the line in the format of the log."""
        if self.raw:
            return dict(self.raw)
        event = self.event
        if isinstance(event, OwnEvent):
            body = {"event": event.name} | {key: value for key, value in asdict(event).items() if value != ""}
        else:
            body = event.to_dict()
        if self.guests is not None:
            body |= {"waiting": [*self.guests.waiting], "away": [*self.guests.away]}
        if self.in_semi_final:
            body["event"] = SEMI_FINAL + body["event"]
        if self.sighting is not None:
            body |= _write_sighting(self.sighting, values=isinstance(event, CameraDice))
        if self.photo is not None:
            body |= _write_photo(self.photo)
        known = {"by": self.by, "answers": self.answers, "token": self.token, "time": self.time}
        return body | {key: value for key, value in known.items() if value not in ("", None)}


def make_outside_correction(seq: int, dice: Dice | Mapping[str, int]) -> Line:
    """Return the line that corrects throw ``seq`` outside the rounds."""
    plain = dict(dice) if isinstance(dice, Mapping) else [*dice]
    return Line(Other(NIGHT_CORRECTION, raw={"seq": seq, "dice": plain}))


def read_line(body: Body, before: Sequence[Line]) -> Line:
    """Read a line of a log or a record.

    Parameters
    ----------
    body
        Its object.
    before
        The lines before it; the first is number 1.

    Raises
    ------
    RecordError
        If it is not an event of a record.
    """
    event: Event = parse_event(body)
    name: str = body["event"]
    final = name.startswith(SEMI_FINAL)
    inner = _parse_semi_final(body) if final else None
    sighting = _read_sighting(body)
    own = None if inner else _read_own_event(body, sighting, before)
    of_night = name in EXTENSION_EVENTS and not final and _is_whole(body)
    ours = ":" not in name or bool(inner or own) or of_night
    by = _read_text(body, "by")
    return Line(
        inner or own or event,
        by="" if by == RULES and not isinstance(own, NoThrow) else by,
        time=_read_text(body, "time"),
        token=_read_text(body, "token"),
        answers=_read_answers(body, before),
        photo=_read_photo(body),
        sighting=sighting,
        guests=_read_guests(body) if isinstance(inner or own or event, Seating | GuestsChanged) else None,
        in_semi_final=inner is not None,
        foreign=not ours,
        raw=body,
    )


def _parse_semi_final(body: Body) -> Event | None:
    try:
        event = parse_event({**body, "event": body["event"].removeprefix(SEMI_FINAL)})
    except RecordError:
        return None
    return None if isinstance(event, Other) else event


def _read_own_event(body: Body, sighting: Sighting | None, before: Sequence[Line]) -> OwnEvent | None:
    """Return an event of pi-bunco's own, ``None`` if it is not one, or is incomplete."""
    name = body["event"]
    if name in _CAMERA:
        return _read_camera_dice(body, sighting)
    if name == GuestsChanged.name:
        return GuestsChanged() if _read_guests(body) else None
    return _read_no_throw(body, before) if name == NoThrow.name else None


def _read_camera_dice(body: Body, sighting: Sighting | None) -> CameraDice | None:
    name, table = body["event"], body.get("table")
    read = sighting is not None and "values" in body
    whole = {DoubtfulDice.name: read and "reason" in body, WaitingDice.name: read}.get(name, True)
    return _CAMERA[name](table if type(table) is int and table > 0 else HEAD) if whole else None


def _read_no_throw(body: Body, before: Sequence[Line]) -> NoThrow | None:
    answers, kind = _read_answers(body, before), _read_text(body, "kind")
    if answers is None:
        return None
    if _read_text(body, "by") != RULES:
        return NoThrow()
    spoiled = kind and not isinstance(before[answers - 1].event, DoubtfulDice)
    return None if spoiled else NoThrow(kind)


def _read_answers(body: Body, before: Sequence[Line]) -> int | None:
    answers = body.get("answers")
    known = type(answers) is int and 0 < answers <= len(before) and before[answers - 1].waits
    return answers if known else None


def _is_whole(body: Body) -> bool:
    """Return whether an event of the night is complete."""
    return body["event"] != NIGHT_CORRECTION or (_is_dice(body.get("dice")) and type(body.get("seq")) is int)


def _read_sighting(body: Body) -> Sighting | None:
    values = body.get("values", body.get("dice"))
    confidence, after = body.get("confidence"), body.get("after")
    which, other = body.get("which"), body.get("other")
    if not (_is_list(values, is_face) and _is_numbers(confidence) and len(confidence) == len(values)):
        return None
    return Sighting(
        tuple(values),
        tuple(confidence),
        _read_text(body, "reason"),
        _read_text(body, "kind"),
        at_start=body.get("at_start") is True,
        touched="touched" in body,
        after=after if type(after) is int and "values" in body else None,
        which=which if type(which) is int and 0 <= which < len(values) else None,
        other=other if type(which) is int and is_face(other) else None,
    )


def _read_guests(body: Body) -> GuestList | None:
    waiting, away = body.get("waiting"), body.get("away")
    if not _is_list(waiting, _is_name) or not _is_list(away, _is_name):
        return None
    return GuestList(tuple(waiting), tuple(away))


def _read_photo(body: Body) -> Photo | None:
    if not _PHOTO.intersection(body):
        return None
    size, boxes, taken, frame = (body.get(key) for key in ("size", "boxes", "taken", "frame"))
    known = None
    if _is_numbers(size) and len(size) == 2 and min(size) > 0:  # noqa: PLR2004 - width and height
        known = size[0], size[1]
    dice = body.get("values", body.get("dice"))
    placed: tuple[Box, ...] = ()
    if known and _is_boxes(boxes) and isinstance(dice, list | dict) and len(dice) == len(boxes):
        placed = tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in boxes)
    return Photo(
        _read_text(body, "image") or None,
        known,
        placed,
        taken if _is_number(taken) else None,
        frame if type(frame) is int else None,
    )


_PHOTO = frozenset(("image", "size", "boxes", "taken", "frame"))


def _write_sighting(sighting: Sighting, *, values: bool) -> dict[str, Any]:
    known = {
        "values": [*sighting.values] if values else None,
        "confidence": [*sighting.confidence],
        "reason": sighting.reason or None,
        "kind": sighting.kind or None,
        "at_start": sighting.at_start or None,
        "touched": sighting.touched or None,
        "after": sighting.after or None if values else None,
        "other": sighting.other,
        "which": sighting.which,
    }
    return {key: value for key, value in known.items() if value is not None}


def _write_photo(photo: Photo) -> dict[str, Any]:
    known = {
        "boxes": [[*box] for box in photo.boxes] or None,
        "size": photo.size and [*photo.size],
        "taken": photo.taken,
        "frame": photo.frame,
        "image": photo.image,
    }
    return {key: value for key, value in known.items() if value is not None}


def _read_text(body: Body, key: str) -> str:
    value = body.get(key)
    return value if isinstance(value, str) else ""


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_list(value: Any, item: Callable[[Any], bool]) -> TypeGuard[list[Any]]:
    return isinstance(value, list) and all(map(item, value))


def _is_numbers(value: Any) -> TypeGuard[list[float]]:
    return _is_list(value, _is_number)


def _is_boxes(value: Any) -> TypeGuard[list[list[float]]]:
    return _is_list(value, lambda box: _is_numbers(box) and len(box) == 4)  # noqa: PLR2004 - two corners


def _is_dice(value: Any) -> TypeGuard[list[int] | dict[str, int]]:
    return _is_list([*value.values()] if isinstance(value, dict) else value, is_face)

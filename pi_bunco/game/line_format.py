"""Reads and writes the lines of the log as JSON objects.

A line keeps its unknown keys. A record from another program may contain anything, so additional data in
another format are ignored. An incomplete event of pi-bunco has no effect (:attr:`Line.foreign`), but it keeps
its number.
"""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeGuard

from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.lines import (
    HEAD,
    RULES,
    Body,
    CameraDice,
    DoubtfulDice,
    FarAnswer,
    FarEvent,
    FarSettled,
    FarTables,
    GuestList,
    GuestsChanged,
    LateThrow,
    Line,
    NoThrow,
    OwnEvent,
    Photo,
    Sighting,
    UncountedDice,
    WaitingDice,
    is_dice,
)
from pi_bunco.readings import Box
from pi_bunco.rules import RecordError, parse_event
from pi_bunco.rules.events import Event, Other, Seating
from pi_bunco.rules.header import is_face
from pi_bunco.rules.night import EXTENSION_EVENTS, NIGHT_CORRECTION, SEMI_FINAL_PREFIX

_CAMERA_EVENTS: dict[str, type[CameraDice]] = {
    kind.name: kind for kind in (DoubtfulDice, WaitingDice, UncountedDice)
}
_PHOTO_KEYS = frozenset(("image", "size", "boxes", "taken", "frame"))


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

    >>> line = read_line({"event": "throw", "table": 1, "dice": [1, 2, 3], "by": 7, "mood": "good"}, [])
    >>> line.event, line.by
    (Throw(table=1, dice=(1, 2, 3)), '')
    >>> write_line(line)
    {'event': 'throw', 'table': 1, 'dice': [1, 2, 3], 'by': 7, 'mood': 'good'}
    """
    record_event = parse_event(body)
    name: str = body["event"]
    has_prefix = name.startswith(SEMI_FINAL_PREFIX)
    semi_final_event = _parse_semi_final(body) if has_prefix else None
    sighting = _read_sighting(body)
    own_event = None if semi_final_event else _read_own_event(body, sighting, before)
    event = semi_final_event or own_event or record_event
    is_night_event = name in EXTENSION_EVENTS and not has_prefix and _is_complete(body)
    has_effect = ":" not in name or event is not record_event or is_night_event
    by = _read_text(body, "by")
    return Line(
        event,
        by="" if by == RULES and not isinstance(event, NoThrow | Seating) else by,
        time=_read_text(body, "time"),
        token=_read_text(body, "token"),
        code=_read_text(body, "code"),
        item=ItemKey.parse(_read_text(body, "item"), _read_text(body, "pi")),
        answers=_read_answers(body, before),
        photo=_read_photo(body),
        sighting=sighting,
        guests=_read_guests(body) if isinstance(event, Seating | GuestsChanged) else None,
        in_semi_final=semi_final_event is not None,
        late=body.get("late") is True,
        step=_read_step(body, before),
        foreign=not has_effect,
        raw=body,
    )


def write_line(line: Line) -> dict[str, Any]:
    """Return a line as an object of the log.

    >>> write_line(Line(NoThrow(), by="tap", answers=4))
    {'event': 'table:no_throw', 'by': 'tap', 'answers': 4}
    """
    if line.raw:
        return dict(line.raw)
    event = line.event
    if isinstance(event, OwnEvent):
        body: dict[str, Any] = {"event": event.name} | {
            key: [*value] if isinstance(value, tuple) else value
            for key, value in asdict(event).items()
            if value != "" and value is not False
        }
    else:
        body = event.to_dict()
    if line.guests is not None:
        body |= {"waiting": [*line.guests.waiting], "away": [*line.guests.away]}
        body |= {"teams": dict(line.guests.teams)} if line.guests.teams else {}
    if line.in_semi_final:
        body["event"] = SEMI_FINAL_PREFIX + body["event"]
    more: dict[str, Any] = {}
    if line.sighting is not None:
        more |= _write_sighting(line.sighting, values=isinstance(event, CameraDice | LateThrow))
    if line.photo is not None:
        more |= _write_photo(line.photo)
    more |= {
        "by": line.by,
        "answers": line.answers,
        "token": line.token,
        "code": line.code,
        "item": line.item and str(line.item),
        "pi": line.item and line.item.pi,
        "time": line.time,
        "late": line.late or None,
        "step": line.step,
    }
    return body | {key: value for key, value in more.items() if value not in ("", None)}


def reads_back(line: Line, before: Sequence[Line]) -> bool:
    """Return whether a line is the same after it was logged and read again, see :func:`read_line`.

    >>> reads_back(Line(FarAnswer(1), photo=Photo(size=(4, 3))), [])
    True
    >>> reads_back(Line(FarAnswer(1), photo=Photo(size=(0, 0))), [])
    False
    """
    if line.sighting and not isinstance(line.event, CameraDice | LateThrow):
        line = replace(
            line, sighting=replace(line.sighting, after=None)
        )  # the event of a missed throw has this number
    try:
        return read_line(json.loads(json.dumps(write_line(line), allow_nan=False)), before) == line
    except ValueError:
        return False


def _write_sighting(sighting: Sighting, *, values: bool) -> dict[str, Any]:
    return {
        "values": [*sighting.values] if values else None,
        "confidence": [*sighting.confidence],
        "reason": sighting.reason,
        "kind": sighting.kind,
        "at_start": sighting.at_start or None,
        "touched": sighting.touched or None,
        "after": sighting.after or None if values else None,
        "other": sighting.other,
        "which": sighting.which,
    }


def _write_photo(photo: Photo) -> dict[str, Any]:
    return {
        "boxes": [[*box] for box in photo.boxes] or None,
        "size": photo.size and [*photo.size],
        "taken": photo.taken,
        "frame": photo.frame,
        "image": photo.image,
    }


def _parse_semi_final(body: Body) -> Event | None:
    try:
        event = parse_event({**body, "event": body["event"].removeprefix(SEMI_FINAL_PREFIX)})
    except RecordError:
        return None
    return None if isinstance(event, Other) else event


def _read_own_event(body: Body, sighting: Sighting | None, before: Sequence[Line]) -> OwnEvent | None:
    """Return an event that only pi-bunco has; ``None`` if it is another one, or incomplete."""
    name = body["event"]
    if name in _CAMERA_EVENTS:
        return _read_camera_dice(body, sighting)
    if name == LateThrow.name:
        return _read_late_throw(body, sighting)
    if name == GuestsChanged.name:
        return GuestsChanged() if _read_guests(body) else None
    if name == NoThrow.name:
        return _read_no_throw(body, before)
    return _read_far_event(body)


def _read_far_event(body: Body) -> FarEvent | None:
    name, pi, tables = body["event"], _read_text(body, "pi"), body.get("tables")
    if name == FarAnswer.name and (table := _read_positive(body, "table")):
        return FarAnswer(table, _read_text(body, "text"), _read_text(body, "remedy"))
    if name == FarTables.name and pi and _is_list(tables, _is_positive):
        return FarTables(pi, tuple(tables))
    if name == FarSettled.name and pi:
        return FarSettled(pi, host=body.get("host") is True, digest=_read_text(body, "digest"))
    return None


def _read_camera_dice(body: Body, sighting: Sighting | None) -> CameraDice | None:
    name, table = body["event"], body.get("table")
    has_values = sighting is not None and "values" in body
    needed = {DoubtfulDice.name: has_values and "reason" in body, WaitingDice.name: has_values}
    if not needed.get(name, True):
        return None
    return _CAMERA_EVENTS[name](table if type(table) is int and table > 0 else HEAD)


def _read_late_throw(body: Body, sighting: Sighting | None) -> LateThrow | None:
    table, at_set, at_round = (_read_positive(body, key) for key in ("table", "set", "round"))
    player, has_place = _read_text(body, "player"), sighting is not None and sighting.after is not None
    host = body.get("host") is True
    is_placed = player and has_place
    if not (table and at_set and at_round and sighting and (is_placed or host)):
        return None
    return LateThrow(table, player if has_place else "", at_set, at_round, host=host)


def _read_no_throw(body: Body, before: Sequence[Line]) -> NoThrow | None:
    answers, kind = _read_answers(body, before), _read_text(body, "kind")
    if answers is None:
        return None
    if _read_text(body, "by") != RULES:
        return NoThrow()
    if kind and not isinstance(before[answers - 1].event, DoubtfulDice):
        return None  # a ruling about a reading without a doubt
    return NoThrow(kind)


def _read_answers(body: Body, before: Sequence[Line]) -> int | None:
    answers = body.get("answers")
    valid = type(answers) is int and 0 < answers <= len(before) and before[answers - 1].waits
    return answers if valid else None


def _read_step(body: Body, before: Sequence[Line]) -> int | None:
    """Return the number of the first line of the step; ``None`` if the line before is of another step."""
    step, number = body.get("step"), len(before) + 1
    if type(step) is not int or not (step == number or (before and before[-1].step == step)):
        return None
    return step


def _is_complete(body: Body) -> bool:
    """Return whether an event of the night is complete."""
    return body["event"] != NIGHT_CORRECTION or (is_dice(body.get("dice")) and type(body.get("seq")) is int)


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
    teams = body.get("teams")
    known = teams.items() if isinstance(teams, dict) else ()
    return GuestList(
        tuple(waiting), tuple(away), tuple((name, team) for name, team in known if type(team) is int)
    )


def _read_photo(body: Body) -> Photo | None:
    if not _PHOTO_KEYS.intersection(body):
        return None
    size, boxes, taken, frame = (body.get(key) for key in ("size", "boxes", "taken", "frame"))
    valid_size = None
    if _is_numbers(size) and len(size) == 2 and min(size) > 0:  # noqa: PLR2004 - width and height
        valid_size = size[0], size[1]
    dice = body.get("values", body.get("dice"))
    valid_boxes: tuple[Box, ...] = ()
    if valid_size and _is_boxes(boxes) and isinstance(dice, list | dict) and len(dice) == len(boxes):
        valid_boxes = tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in boxes)
    return Photo(
        _read_text(body, "image") or None,
        valid_size,
        valid_boxes,
        taken if _is_number(taken) else None,
        frame if type(frame) is int else None,
    )


def _read_text(body: Body, key: str) -> str:
    value = body.get(key)
    return value if isinstance(value, str) else ""


def _read_positive(body: Body, key: str) -> int | None:
    value = body.get(key)
    return value if _is_positive(value) else None


def _is_positive(value: Any) -> TypeGuard[int]:
    return type(value) is int and value > 0


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

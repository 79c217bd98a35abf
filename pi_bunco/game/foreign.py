"""Lines of a record that another program wrote: what the table reads out of them must be as it writes it.

Anything may stand beside what the record's own rules fix, and a name with a colon may be another program's.
Such a line keeps its number and its place in the rules; the table passes over what it cannot read.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from pi_bunco.rules.night import OWN_EVENTS
from pi_bunco.rules.options import is_face

Body = dict[str, Any]

OTHER = "other:"
"""Begins the name under which the table has an event that is not its own, or not as it writes it."""

_SEEN = ("camera:doubtful", "camera:waiting")
_OWN = frozenset((*OWN_EVENTS, *_SEEN, "camera:uncounted", "table:no_throw"))


def readable(body: Body, before: Sequence[Body]) -> Body:
    """Return a line as the table reads it; one that a table wrote comes back as it is.

    Parameters
    ----------
    body
        The line, already found to be in order by the rules.
    before
        The lines before it, as the table reads them.

    >>> readable({"event": "throw", "dice": [1, 2, 3], "by": 7, "image": "1-2.jpg"}, [{}])
    {'event': 'throw', 'dice': [1, 2, 3], 'image': '1-2.jpg'}
    >>> readable({"event": "camera:doubtful", "reason": "?"}, [{}])
    {'event': 'other:camera:doubtful', 'reason': '?'}
    """
    good = {key: value for key, value in body.items() if key not in _FORMS or _FORMS[key](value)}
    name = good["event"]
    if "answers" in good and not _is_seen(good["answers"], before):
        del good["answers"]
    if good.get("by") == "rules" and name != "table:no_throw":
        del good["by"]  # the rules' own word is only that a throw is none
    dice = good.get("values", good.get("dice"))
    if "boxes" in good and ("size" not in good or dice is None or len(dice) != len(good["boxes"])):
        del good["boxes"]
    lacks = ":" in name and (name not in _OWN or not _is_whole(good, before))
    return good | {"event": f"{OTHER}{name}"} if lacks else good if len(good) < len(body) else body


def _is_whole(body: Body, before: Sequence[Body]) -> bool:
    """Tell whether an own event has what the table needs of it."""
    match body["event"]:
        case "camera:doubtful" | "camera:waiting":
            needed = {"values", "confidence"} | ({"reason"} if body["event"] == "camera:doubtful" else set())
            return needed <= body.keys() and len(body["confidence"]) == len(body["values"])
        case "table:no_throw":
            if "answers" not in body:
                return False
            ruled = body.get("by") == "rules" and "kind" in body
            return not ruled or before[body["answers"]]["event"] == "camera:doubtful"
        case "night:correct":
            return "dice" in body and type(body.get("seq")) is int
    return True


def _is_seen(answers: int, before: Sequence[Body]) -> bool:
    return 0 < answers < len(before) and before[answers]["event"] in _SEEN


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_list(item: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(item, value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


_FORMS: dict[str, Callable[[Any], bool]] = {
    "answers": lambda value: type(value) is int,
    "boxes": _is_list(lambda box: _is_list(_is_number)(box) and len(box) == 4),  # noqa: PLR2004 - two corners
    "by": _is_text,
    "confidence": _is_list(_is_number),
    "dice": lambda value: _is_list(is_face)(list(value.values()) if isinstance(value, dict) else value),
    "image": _is_text,
    "kind": _is_text,
    "reason": _is_text,
    "size": lambda value: _is_list(_is_number)(value) and len(value) == 2 and min(value) > 0,  # noqa: PLR2004
    "taken": _is_number,
    "time": _is_text,
    "token": _is_text,
    "values": _is_list(is_face),
}
"""The keys that the table itself writes beside those of the record, and their forms."""

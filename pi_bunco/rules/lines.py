"""Replays a game record from its text, which has one JSON object in each line."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple, NoReturn, cast

from pi_bunco.figures import say_number
from pi_bunco.rules.events import NO_OTHER_KEYS, THROW_KEYS, Event, Throw, parse_event
from pi_bunco.rules.faults import Misfit, RecordError
from pi_bunco.rules.game import Game
from pi_bunco.rules.header import Header
from pi_bunco.rules.quoting import has_odd_signs, replace_odd_signs
from pi_bunco.sentences import say


class Replayed(NamedTuple):
    """The result of replaying a record.

    Attributes
    ----------
    game
        The game up to the first wrong line, ``None`` if that is the header.
    error
        ``line N: reason`` for that line, ``None`` if the record is right.
    """

    game: Game | None
    error: str | None


def replay(lines: Iterable[str | bytes]) -> Replayed:
    r"""Replay a record. Blank lines are skipped; lines count from 1.

    A line that contains only a throw is parsed once, however often it occurs. If it has more keys after the
    throw (such as the time), only those are parsed each time. Time and memory are proportional to the number
    of lines, apart from corrections: for each, the record is read again from the last bell before the
    corrected event.

    >>> game, error = replay(['{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}',
    ...                       '{"event": "bell"}', '', '{"event": "bell"}'])
    >>> error
    'line 4: the bell has rung, and the round is being played'
    >>> game.status
    'playing'
    """
    game = None
    error = None
    known: dict[str | bytes, Event] = {}  # the lines that contain only a throw
    throws: dict[str, Throw] = {}  # by the beginning of their lines, up to the dice
    for number, line in enumerate(lines, 1):
        try:
            event = known.get(line)
            if event is not None and game is not None:
                game.push(event, more=True)
                continue
            text = line if isinstance(line, str) else line.decode()
            if not text.strip():
                continue
            if game is None:
                game = Game(Header.parse(_read_json(text)))
                continue
            event = _parse_known_throw(text, throws) or _parse_line(text, throws)
            if event.raw is NO_OTHER_KEYS:
                known[line] = event
            game.push(event, more=True)
        except (RecordError, Misfit) as fault:
            error = say("line {line}: {fault}", line=number, fault=str(fault))
            break
        except UnicodeDecodeError:
            error = say("line {line}: {fault}", line=number, fault=say("this is no UTF-8 text"))
            break
    if game is None:
        return Replayed(None, error or _EMPTY)
    game.apply_corrections()
    return Replayed(game, error)


def _parse_line(text: str, throws: dict[str, Throw]) -> Event:
    """Parse the event of a line; if it is a throw with more keys, remember its first part."""
    event = parse_event(_read_json(text))
    if (
        type(event) is Throw
        and event.raw is not NO_OTHER_KEYS
        and [*islice(event.raw, len(THROW_KEYS))] == THROW_KEYS
    ):
        head = text[: text.index("]") + 1]
        bare = parse_event(_read_json(head + "}"))
        if type(bare) is Throw and bare.raw is NO_OTHER_KEYS:
            throws[head] = bare
    return event


def _parse_known_throw(text: str, throws: Mapping[str, Throw]) -> Throw | None:
    """Parse a line that begins with a known throw and has more keys; return ``None`` if this is not one.

    The rest after the comma is parsed as an object of its own, so that everything is checked. If anything is
    wrong with it, the caller parses the whole line for a correct message.
    """
    end = text.find("]") + 1
    throw = throws.get(text[:end])
    if throw is None or text[end : end + 1] != ",":
        return None
    try:
        other_keys = _read_json("{" + text[end + 1 :])
    except RecordError:
        return None
    return throw.add_keys(other_keys) if other_keys and other_keys.keys().isdisjoint(THROW_KEYS) else None


def _read_json(text: str) -> Any:
    try:
        # The scanner takes half the decoder's time, but does not skip blanks before and after a value.
        try:
            value, end = _scan(text, 0)
        except (StopIteration, json.JSONDecodeError):
            end = -1
        if end != len(text):
            value = _JSON.decode(text)
    except RecursionError:
        raise RecordError(_TOO_DEEP) from None
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise RecordError(say("this is not JSON: {why}", why=error)) from None
    except ValueError:  # Python's own message is for programmers
        raise RecordError(
            say("a number has more than {most} digits", most=say_number(sys.get_int_max_str_digits()))
        ) from None
    # A list or object needs two characters, so short lines, which are most, cannot be too deep.
    if len(text) > 2 * MAX_NESTING and text.count("[") + text.count("{") > MAX_NESTING and _is_deep(value):
        raise RecordError(_TOO_DEEP)
    # Names are the same text everywhere. Only a line with a backslash or a raw sign can have an odd one.
    return replace_in_strings(value) if "\\" in text or has_odd_signs(text.rstrip()) else value


def replace_in_strings(value: Any) -> Any:
    r"""Return a line's value in which each string can be shown, as in ``replace_odd_signs``.

    >>> replace_in_strings({"tables": [["Zo\x1b", 2]]})
    {'tables': [['Zo�', 2]]}
    """
    if isinstance(value, str):
        return replace_odd_signs(value)
    if isinstance(value, list):
        return [replace_in_strings(item) for item in value]
    if isinstance(value, dict):
        return {replace_odd_signs(key): replace_in_strings(item) for key, item in value.items()}
    return value


MAX_NESTING = 100
"""The deepest nesting of lists and objects, so that no code that handles a line runs out of stack."""

_TOO_DEEP = say("lists and objects are nested more than {most} deep", most=MAX_NESTING)
_EMPTY = say("line 1: the record is empty; it begins with a header")


def _is_deep(value: Any) -> bool:
    """Return whether lists and objects are nested deeper than :data:`MAX_NESTING`."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_NESTING):
        inside = (outer.values() if isinstance(outer, dict) else outer for outer in level)
        level = [item for items in inside for item in items if isinstance(item, dict | list)]
        if not level:
            return False
    return True


def _refuse_constant(name: str) -> NoReturn:
    raise RecordError(say("this is not JSON: {name} is not a number of JSON", name=name))


_JSON = json.JSONDecoder(parse_constant=_refuse_constant)
_scan: Callable[[str, int], tuple[Any, int]] = cast("Any", _JSON).scan_once
"""Parses the value at a place in a text; returns it with its end, or raises ``StopIteration`` without one."""

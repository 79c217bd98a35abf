"""Replaces a guest's name in the lines of a game. The results stay the same, under the other name.

A line is a JSON object that may come from another program. So every text in it counts as a name if it is
equal to one, except under keys whose values are never names. A guest may be called "tap" or "classic".
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from pi_bunco.names import make_name_key
from pi_bunco.rules import is_ghost, replay
from pi_bunco.rules.night import read_night
from pi_bunco.sentences import say

FORGOTTEN = "forgotten"
"""The key of a header with the names that stand for guests who were deleted."""

_NO_NAMES = frozenset(
    {"event", "record", "rules", "sheet", "options", "by", "kind", "time", "token", "item", "image", "pi"}
    | {"code", "place", "for", "what", "among", FORGOTTEN}
)
"""Keys whose values are never guests' names."""
_TEXTS = frozenset({"text", "remedy", "reason", "prize", "note", "device", "name"})
"""Keys with sentences, in which a name may stand."""
_TYPED = frozenset({"prize", "note", "device", "name"})
"""Those of them that people type, in any case. The others have a name as it is in the game."""
_SHORT = 2
"""The most letters of a name whose case counts, since it may be a word in other case, such as ``A``."""
_CLAIMS = frozenset({"claim", "claims"})
_CLAIM = re.compile(r"([a-z_]+(?:\*\d+)?:[\d.]+:)(.*)", re.DOTALL)
"""What has to be verified, such as ``bunco:17:Ann``, ``bunco*2:17:Ann`` or ``win:1.2:Ann``."""
_DIGEST = "digest"
"""The key of a digest of all results, in which the names are. Nothing needs it after the round."""

Names = Mapping[str, str]
"""For each name the one that replaces it."""

find_key = lru_cache(maxsize=4096)(make_name_key)
"""Returns what :func:`~pi_bunco.names.make_name_key` does. A log repeats its few names often."""


class NotTheSame(Exception):
    """A game would have other results with the other names. The text says which game."""


def list_forgotten(header: Mapping[str, Any]) -> list[str]:
    """Return the names in a header that stand for deleted guests. Another program may write anything.

    >>> list_forgotten({"forgotten": ["Guest 1", ["Ann"]]}), list_forgotten({"forgotten": 7})
    (['Guest 1'], [])
    """
    names = header.get(FORGOTTEN)
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def find_spellings(lines: Iterable[str], name: str) -> tuple[str, ...]:
    """Return each text in the lines of a game that is this name or looks like it, in their order.

    >>> find_spellings(['{"tables": [["ann", "Bob"]]}', '{"event": "die_off", "dice": {"Ann": 6}}'], "Ann")
    ('ann', 'Ann')
    """
    key, found = find_key(name), dict[str, None]()
    for line in lines:
        for field, value in _parse(line).items():
            if field in _TEXTS and isinstance(value, str):
                found |= {name: None} if _compile_mention(name, _get_case(field, name)).search(value) else {}
            elif field not in _NO_NAMES:
                texts = _list_texts(value, field)
                found |= {text: None for text in texts if find_key(text) == key and not is_ghost(text)}
    return tuple(found)


def rename(lines: Sequence[str], names: Names) -> list[str]:
    """Return the lines of a game with other names. A line without one of the names stays byte for byte.

    The header says which names stand for guests who were deleted.

    >>> rename(['{"tables": [["Ann", "Bob"]]}', '{"event": "bell"}'], {"Ann": "Guest 1"})
    ['{"tables": [["Guest 1", "Bob"]], "forgotten": ["Guest 1"]}', '{"event": "bell"}']
    """
    header, *events = lines
    body = _rename_line(_parse(header), names)
    body = {**body, FORGOTTEN: [*list_forgotten(body), *names.values()]}
    return [_format(body), *(_rename_text(line, names) for line in events)]


def check_same(number: int, before: Sequence[str], after: Sequence[str], names: Names) -> None:
    """Replay a game with both names.

    Raises
    ------
    NotTheSame
        If a score, a seat, an award or a prize differs in more than the name.
    """
    if _describe_results(before, names) != _describe_results(after, {}):
        raise NotTheSame(say("game {number} has other results with another name", number=number))


def _describe_results(lines: Sequence[str], names: Names) -> object:
    game, error = replay(lines)
    wrong_line = error.partition(":")[0] if error else None
    if game is None:
        return wrong_line
    night = read_night(game)
    awards = [[*award.winners] for award in night.awards]
    numbers = sorted(game.unused), sorted(game.voided), game.status, [*game.reasons]
    return wrong_line, _rename_value({"result": game.make_result(), "awards": awards}, names), numbers


def _rename_text(line: str, names: Names) -> str:
    body = _parse(line)
    renamed = _rename_line(body, names)
    return line if renamed == body else _format(renamed)


def _rename_line(body: dict[str, Any], names: Names) -> dict[str, Any]:
    renamed = {key: _rename_item(key, value, names) for key, value in body.items()}
    if renamed != body or body.get("event") == "pi:settled":
        renamed.pop(_DIGEST, None)
    return renamed


def _rename_item(key: str, value: Any, names: Names) -> Any:
    if key in _NO_NAMES:
        return value
    if key in _TEXTS and isinstance(value, str):
        for old, new in names.items():
            value = new.join(_compile_mention(old, _get_case(key, old)).split(value))
        return value
    if key in _CLAIMS:
        each = value if isinstance(value, list) else [value]
        renamed = [_rename_claim(claim, names) for claim in each]
        return renamed if isinstance(value, list) else renamed[0]
    return _rename_value(value, names)


def _rename_claim(claim: Any, names: Names) -> Any:
    found = _CLAIM.fullmatch(claim) if isinstance(claim, str) else None
    return f"{found[1]}{names.get(found[2], found[2])}" if found else claim


def _rename_value(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list | tuple):
        return [_rename_value(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): _rename_item(key, item, names) for key, item in value.items()}
    return value


def _list_texts(value: Any, key: str) -> Iterator[str]:
    """Yield every text that may be a name, also those in claims; ``key``: under which the value is."""
    if isinstance(value, str):
        claim = _CLAIM.fullmatch(value) if key in _CLAIMS else None
        yield claim[2] if claim else value
    elif isinstance(value, list):
        for item in value:
            yield from _list_texts(item, key)
    elif isinstance(value, dict):
        for inner, item in value.items():
            yield inner
            if inner not in _NO_NAMES:
                yield from _list_texts(item, inner)


def mentions(text: str, name: str) -> bool:
    """Return whether a name stands in a text as a word, in any case.

    >>> mentions("ann’s phone", "Ann"), mentions("Annabel’s phone", "Ann")
    (True, False)
    """
    return _compile_mention(name.casefold()).search(text.casefold()) is not None


@lru_cache(maxsize=256)
def _compile_mention(name: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern of this name as a word of a sentence."""
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", flags)


def _get_case(key: str, name: str) -> int:
    """Return the flags of a pattern. For a guest called A, case counts: or a cake would become theirs."""
    return re.IGNORECASE if key in _TYPED and len(name) > _SHORT else 0


def _parse(line: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(line))


def _format(body: dict[str, Any]) -> str:
    text = json.dumps(body, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a letter, as a name of an imported game may have
        return json.dumps(body)
    return text

"""What a support bundle may contain: the program's own words, and numbers. All else is left out.

Nobody can list all private words of a table, but everything that is not private can be listed.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from pi_bunco.findings import Finding
from pi_bunco.rules import SHEETS
from pi_bunco.rules.header import is_ghost
from pi_bunco.sentences import Sentence
from pi_bunco.settings.config import NO_DEVICE, Settings, get_camera_kind

LEFT_OUT = "…"
"""Stands where something was left out."""

_NUMBERS = re.compile(r"-?[\d.,: x×/%°-]*\d[\d.,: x×/%°-]*(?: ?(?:kB|MB|GB|ms|s|V|A|Hz|px|mm|cm|dBm|C))?")
_CAMERA_KINDS = frozenset({*NO_DEVICE, "usb", "picamera2", "http", "https", "rtsp"})

_LOG_LINE = re.compile(r"(?P<time>\S+) (?P<program>[\w.-]+)(?:\[\d+\])?: (?P<text>.*)")
_EVENT = re.compile(r"\[(?P<level>\w+) *\] (?P<event>[\w ,:'’-]+?)(?P<facts>(?: +\w+=.*)?)$")
_FACT = re.compile(r"""(\w+)=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\S+)""")
_OWN_FACTS = frozenset({"command", "check", "part", "worker", "state"})
"""Facts of the log whose values are words of the program."""
_WORD = re.compile(r"[A-Za-z_ ]{1,40}")
_CODE_PLACE = re.compile(r' +File "[^"]*?((?:pi_bunco|site-packages|python3)[^"]*", line \d+, in [\w<>]+)')
_ERROR = re.compile(r"([\w.]*(?:Error|Exception|Trouble|Refused|Interrupt|Exit|Timeout)\w*)(?::.*)?")
_OWN_LINES = ("Traceback (most recent call last):", "The above exception", "During handling of the above")

_NAME_KEYS = frozenset({"tables", "waiting", "away", "player", "dice"})
"""Keys of a game record with names: in lists, or as the keys of an object."""
_GAME_KEYS = frozenset({"record", "event", "time", "by", "kind", "among", "what", "for", "place"})
"""Keys of a game record whose values are words of the program."""
_RULES_KEYS = frozenset({"sheet", "options"})
_WRITTEN_KEYS = frozenset({"title", "line", "clause"})
"""Keys of a rule sheet whose texts people have written."""
_CLAIM = re.compile(r"([a-z]+:\d+:)(.+)")
"""A claim, which ends with its player's name."""
_GAME_WORD = re.compile(r"[A-Za-z0-9_:.+/\-]{1,40}")
_KEY = re.compile(r"[a-z_]{1,30}")


def allow_text(text: str) -> str:
    """Return a sentence of the program with its numbers, and without its other values.

    >>> from pi_bunco.sentences import say
    >>> allow_text(say("{path} has {free} left.", path="/home/ann/bunco", free="1.2 GB"))
    '… has 1.2 GB left.'
    >>> allow_text("Ann is here."), allow_text("")
    ('…', '')
    """
    if not isinstance(text, Sentence):
        return LEFT_OUT if text else ""
    return text.change_values({name: _allow_part(value) for name, value in text.values.items()})


def allow_finding(finding: Finding) -> Finding:
    """Return a finding of the doctor without private words."""
    return Finding(finding.check, finding.mark, allow_text(finding.found), allow_text(finding.remedy))


def allow_settings(settings: Settings) -> dict[str, Any]:
    """Return the settings: numbers and switches, and words that are not a person's own."""
    values = settings.model_dump(mode="json")
    allowed: dict[str, Any] = {
        key: value if value is None or isinstance(value, int | float) else LEFT_OUT
        for key, value in values.items()
    }
    return allowed | {
        "camera": allow_camera(settings.camera),
        "stations": {table: allow_camera(camera) for table, camera in settings.stations.items()},
        "players": len(settings.players),
        "rules": settings.rules if settings.rules in SHEETS else LEFT_OUT,
        "roles": settings.roles,
    }


def allow_camera(camera: str) -> str:
    """Return the kind of a camera, with its number if it has one.

    >>> [allow_camera(name) for name in ("picamera2:1", "http://ann:pw@10.0.0.7/", "/home/ann/party.mp4")]
    ['picamera2:1', 'http', '…']
    """
    if re.fullmatch(r"(?:/dev/video|\w+:)?\d+", camera) and not camera.startswith("http"):
        return camera
    kind = get_camera_kind(camera)
    return kind if kind in _CAMERA_KINDS else LEFT_OUT


def allow_journal(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a service's log: what happened, numbers, and where in the code an error arose.

    Parameters
    ----------
    lines
        The lines, as ``journalctl --output=short-iso --no-hostname`` prints them.

    >>> line = "2026-11-21T20:01:02+0100 pi-bunco[812]: [warning  ] no pictures   why='Ann' table=2"
    >>> [*allow_journal([line])]
    ['2026-11-21T20:01:02+0100 [warning] no pictures why=… table=2']
    """
    for line in lines:
        found = _LOG_LINE.fullmatch(line)
        if found is None:
            yield LEFT_OUT
        elif found["program"] == "systemd":
            yield f"{found['time']} systemd: {found['text']}"
        else:
            yield f"{found['time']} {_allow_line(found['text'])}"


def _allow_line(text: str) -> str:
    if event := _EVENT.fullmatch(text):
        facts = (
            f" {key}={value if _is_public(key, value) else LEFT_OUT}"
            for key, value in _FACT.findall(event["facts"])
        )
        return f"[{event['level']}] {event['event']}{''.join(facts)}"
    if place := _CODE_PLACE.match(text):
        return f"  {place[1]}"
    if error := _ERROR.fullmatch(text):
        return error[1]
    return text if text.startswith(_OWN_LINES) else LEFT_OUT


def _is_public(key: str, value: str) -> bool:
    if "secret" in key:
        return False  # a code may consist of digits
    return bool(_NUMBERS.fullmatch(value) or (key in _OWN_FACTS and _WORD.fullmatch(value.strip("'\""))))


def allow_record(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a game record with other names, and without texts that people have written.

    >>> lines = ['{"tables": [["Ann", "ghost 1"]]}', '{"event": "x:y", "player": "Ann", "note": "Hi"}']
    >>> for line in allow_record(lines):
    ...     print(line)
    {"tables": [["Player 1", "ghost 1"]]}
    {"event": "x:y", "player": "Player 1", "note": "…"}
    """
    aliases: dict[str, str] = {}
    for line in lines:
        body = _allow_object(json.loads(line), aliases, in_rules=False)
        yield json.dumps(body, ensure_ascii=False)


def _allow_object(body: dict[str, Any], aliases: dict[str, str], *, in_rules: bool) -> dict[str, Any]:
    """Return an object of a record; ``in_rules``: it belongs to the rules of the game."""
    return {
        key: _allow_item(key, value, aliases, in_rules=in_rules or key in _RULES_KEYS)
        for key, value in body.items()
        if _KEY.fullmatch(key)
    }


def _allow_item(key: str, value: Any, aliases: dict[str, str], *, in_rules: bool) -> Any:
    if isinstance(value, list):
        return [_allow_item(key, item, aliases, in_rules=in_rules) for item in value]
    if isinstance(value, dict) and key in _NAME_KEYS:
        return {_name(name, aliases): allow_value(item) for name, item in value.items()}
    if isinstance(value, dict):
        return _allow_object(value, aliases, in_rules=in_rules)
    return _allow_word(key, value, aliases, in_rules=in_rules) if isinstance(value, str) else value


def _allow_word(key: str, word: str, aliases: dict[str, str], *, in_rules: bool) -> str:
    if key in _NAME_KEYS or word in aliases or is_ghost(word):
        return _name(word, aliases)
    if key == "claims" and (claim := _CLAIM.fullmatch(word)):
        return claim[1] + _name(claim[2], aliases)
    if key in {"rules", "slug"}:
        return word if word in SHEETS else "house"
    is_own = key in _GAME_KEYS or (in_rules and key not in _WRITTEN_KEYS)
    return word if is_own and _GAME_WORD.fullmatch(word) else LEFT_OUT


def _name(name: str, aliases: dict[str, str]) -> str:
    """Return another name for a player, the same one each time; a ghost keeps its own."""
    return name if is_ghost(name) else aliases.setdefault(name, f"Player {len(aliases) + 1}")


def allow_value(value: Any) -> Any:
    """Return a JSON value with its numbers, without texts."""
    if isinstance(value, dict):
        return {key: allow_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [allow_value(item) for item in value]
    return LEFT_OUT if isinstance(value, str) and not _NUMBERS.fullmatch(value) else value


def _allow_part(value: object) -> object:
    if isinstance(value, Sentence):
        return allow_text(value)
    return value if isinstance(value, int | float) or _NUMBERS.fullmatch(str(value)) else LEFT_OUT

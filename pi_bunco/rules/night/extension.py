"""The extension events of a night: their names, their corrections, and how to play them one by one.

Their names in the record have a colon. Other programs ignore them. An extension event that does not fit is
never an error: it is ignored with a reason. ``docs/records.md`` describes each of them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from pi_bunco.rules import Event, Misfit, Other, RecordError, words
from pi_bunco.rules.events import Raw, read_one_each, read_three_dice, read_whole
from pi_bunco.rules.quoting import quote_value
from pi_bunco.sentences import say

SEMI_FINAL_PREFIX = "semi_final:"
"""The prefix of the names of events in a semi-final."""

SEMI_FINAL_EVENTS = tuple(
    SEMI_FINAL_PREFIX + name
    for name in ("bell", "throw", "call", "die_off", "end_round", "tally", "correct", "missed")
)
"""The names of the events in a semi-final."""

OUTSIDE_THROWS = ("boxed:order", "boxed:throw", "tournament:die_off", "final:order", "final:throw")
"""The events of throws outside the rounds."""

NIGHT_CORRECTION = "night:correct"
"""The name of the event that corrects one of :data:`OUTSIDE_THROWS`."""

EXTENSION_EVENTS = (
    "award:offer",
    "costume:judged",
    "award:drawn",
    "team:named",
    "casino:drawing",
    "casino:verified",
    "casino:doubted",
    "casino:retabulated",
    "boxed:order",
    "boxed:throw",
    "tournament:die_off",
    "tournament:drawn",
    "tournament:semi_final",
    *SEMI_FINAL_EVENTS,
    "final:order",
    "final:throw",
    NIGHT_CORRECTION,
)
"""The names of all extension events about the night."""


class ExtensionEvent(NamedTuple):
    """An extension event: its number ``seq`` in the record, its ``name`` and its object."""

    seq: int
    name: str
    raw: Raw


def list_extension_events(
    events: Sequence[Event], voided: frozenset[int], ignored: dict[int, str]
) -> tuple[ExtensionEvent, ...]:
    """Return the valid extension events with corrected dice, in the order of the record.

    Parameters
    ----------
    events
        All events of the record; the first has number 1.
    voided
        The numbers of the voided events.
    ignored
        Receives the corrections that do not fit, with the reason.

    >>> from pi_bunco.rules import Bell
    >>> events = [Bell(), *(Other("final:throw", raw={"dice": [n, n, n]}) for n in (1, 2, 3))]
    >>> events.append(Other("night:correct", raw={"seq": 4, "dice": [4, 4, 4]}))
    >>> list_extension_events(events, voided=frozenset({2}), ignored={})
    (ExtensionEvent(seq=3, ..., raw={'dice': [2, 2, 2]}), ExtensionEvent(seq=4, ..., raw={'dice': [4, 4, 4]}))
    """
    by_number = {
        seq: ExtensionEvent(seq, event.name, event.raw)
        for seq, event in enumerate(events, 1)
        if type(event) is Other and event.name in EXTENSION_EVENTS and seq not in voided
    }

    def correct(event: ExtensionEvent) -> None:
        corrected = by_number.get(seq := read_whole(event.raw, "seq"))
        if corrected is None or corrected.name not in OUTSIDE_THROWS or seq > event.seq:
            raise Misfit(
                say(
                    "event {number} is not an earlier throw outside the rounds, so it has no dice to correct",
                    number=quote_value(seq),
                )
            )
        if not isinstance(corrected.raw.get("dice"), dict):
            dice: Any = list(read_three_dice(event.raw))
        elif (dice := read_one_each(event.raw)).keys() != corrected.raw["dice"].keys():
            raise Misfit(
                say(
                    "event {number} showed one die each of {names}",
                    number=seq,
                    names=words.join_some_names(corrected.raw["dice"]),
                )
            )
        by_number[seq] = corrected._replace(raw={**corrected.raw, "dice": dice})

    corrections = [
        by_number.pop(seq) for seq, event in tuple(by_number.items()) if event.name == NIGHT_CORRECTION
    ]
    take_each(corrections, correct, ignored)
    return tuple(by_number.values())


def take_each(
    events: Iterable[ExtensionEvent], take: Callable[[ExtensionEvent], None], ignored: dict[int, str]
) -> None:
    """Call ``take`` with each event; if it does not fit, add it to ``ignored`` with the reason."""
    for event in events:
        try:
            take(event)
        except (Misfit, RecordError) as reason:
            ignored[event.seq] = str(reason)


def read_text(raw: Raw, key: str, default: str | None = None) -> str:
    """Read a text; if it is missing, return ``default``.

    Raises
    ------
    RecordError
        If it is not a text.

    >>> read_text({"player": "Ann"}, "player"), read_text({}, "prize", "")
    ('Ann', '')
    """
    value = raw.get(key, default)
    if not isinstance(value, str):
        raise RecordError(say("{key} must be a text, not {given}", key=repr(key), given=quote_value(value)))
    return value

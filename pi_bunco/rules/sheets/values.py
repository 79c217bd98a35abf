"""Makes a sheet from plain values, from a house's file or from a record's header."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from itertools import islice
from typing import Any

from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.sheets.forms import ValueFault, add_similar
from pi_bunco.rules.sheets.keys import KEYS, PARENT, SAME_ON_ALL
from pi_bunco.rules.sheets.sense import find_clashes
from pi_bunco.rules.sheets.sheet import Sheet
from pi_bunco.sentences import Sentence, say


def make_sheet(raw: Any) -> Sheet:
    """Make a sheet from the result of :meth:`Sheet.to_dict <pi_bunco.rules.sheets.sheet.Sheet.to_dict>`.

    A missing key has its default, since older sheets do not have all keys.

    Raises
    ------
    RecordError
        With each key that is wrong, missing, unknown or does not go with another.

    >>> from pi_bunco.rules import load_sheet
    >>> make_sheet(load_sheet("casino").to_dict()) == load_sheet("casino")
    True
    """
    if not isinstance(raw, dict):
        raise RecordError(say("'sheet' must be an object, a sheet with all its values"))
    values, faults = read_values(raw)
    faults += [ValueFault((name,), say("is not there")) for name in REQUIRED if name not in raw]
    if not faults:
        sheet = Sheet(**values)
        clashes = [clash for clash in find_clashes(sheet) if clash.fault == "always"]
        if not clashes:
            return sheet
        faults = [
            ValueFault(clash.keys[:1], say("cannot be so: {reason}", reason=clash.reason))
            for clash in clashes
        ]
    shown = [describe_fault(fault) for fault in faults[:_MAX_SHOWN_FAULTS]]
    if more := len(faults) - len(shown):
        shown.append(say("and {count} more", count=more))
    raise RecordError(say("'sheet' cannot be played by: {faults}", faults=join_faults(shown)))


def join_faults(faults: Sequence[str]) -> str:
    """Join at least one fault with semicolons.

    >>> join_faults(["line 1: this is no TOML", "line 3: 'gaol' is no key of a sheet"])
    "line 1: this is no TOML; line 3: 'gaol' is no key of a sheet"
    """
    joined, *more = faults
    for fault in more:
        joined = say("{faults}; {fault}", faults=joined, fault=fault)
    return joined


_MAX_SHOWN_FAULTS = 5

MAX_FAULTS = 200
"""The most faults that are collected. Nobody reads more, and this limits the time for a file with 100,000."""

REQUIRED = tuple(field.name for field in fields(Sheet) if field.default is MISSING)
"""The keys that every sheet must have."""


def read_values(raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[ValueFault]]:
    """Read plain values; return the right ones as the sheet's values, and the faults of the others.

    Reading stops after :data:`MAX_FAULTS` faults.
    """
    values: dict[str, Any] = {}
    faults: list[ValueFault] = []
    for name, value in raw.items():
        if len(faults) >= MAX_FAULTS:
            break
        if name not in KEYS:
            faults.append(ValueFault((name,), _say_unknown(name)))
            continue
        form = KEYS[name].form
        value_faults = [fault.add_step(name) for fault in islice(form.check(value), MAX_FAULTS)]
        faults += value_faults
        if not value_faults:
            values[name] = form.read(value)
    return values, faults


def _say_unknown(name: str) -> Sentence:
    if same := SAME_ON_ALL.get(name):
        return say("is no key of a sheet; {same}", same=same)
    return add_similar(say("is no key of a sheet"), name, (*KEYS, PARENT))


def describe_fault(fault: ValueFault) -> Sentence:
    r"""Return a fault as a sentence that begins with the key; positions in lists are counted from 1.

    >>> describe_fault(ValueFault(("awards", 2, "among"), say('must be "room", not true')))
    '\'awards\' 3 \'among\' must be "room", not true'
    """
    where = " ".join(
        f"'{clip_text(step)}'" if isinstance(step, str) else str(step + 1) for step in fault.path
    )
    return say("{place} {reason}", place=where, reason=fault.reason)

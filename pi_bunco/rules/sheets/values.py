"""Makes a sheet from plain values, from a house's file or from a record's header."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from itertools import islice
from typing import Any

from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.sheets.forms import ValueFault, hint_at_similar
from pi_bunco.rules.sheets.keys import KEYS, PARENT, SAME_ON_ALL
from pi_bunco.rules.sheets.sense import find_clashes
from pi_bunco.rules.sheets.sheet import Sheet
from pi_bunco.sentences import say


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
    faults += [ValueFault((name,), "is not there") for name in REQUIRED if name not in raw]
    if not faults:
        sheet = Sheet(**values)
        clashes = [clash for clash in find_clashes(sheet) if clash.fault == "always"]
        if not clashes:
            return sheet
        faults = [ValueFault(clash.keys[:1], f"cannot be so: {clash.reason}") for clash in clashes]
    more = [f"and {len(faults) - _MAX_SHOWN_FAULTS} more"] if len(faults) > _MAX_SHOWN_FAULTS else []
    raise RecordError(
        "'sheet' cannot be played by: " + "; ".join([*map(describe_fault, faults[:_MAX_SHOWN_FAULTS]), *more])
    )


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
            same = SAME_ON_ALL.get(name)
            hint = f"; {same}" if same else hint_at_similar(name, (*KEYS, PARENT))
            faults.append(ValueFault((name,), "is no key of a sheet" + hint))
            continue
        form = KEYS[name].form
        value_faults = [fault.add_step(name) for fault in islice(form.check(value), MAX_FAULTS)]
        faults += value_faults
        if not value_faults:
            values[name] = form.read(value)
    return values, faults


def describe_fault(fault: ValueFault) -> str:
    """Return a fault as a sentence that begins with the key; positions in lists are counted from 1.

    >>> describe_fault(ValueFault(("awards", 2, "prize"), "must be one line of text, not true"))
    "'awards' 3 'prize' must be one line of text, not true"
    """
    where = " ".join(
        f"'{clip_text(step)}'" if isinstance(step, str) else str(step + 1) for step in fault.path
    )
    return f"{where} {fault.reason}"

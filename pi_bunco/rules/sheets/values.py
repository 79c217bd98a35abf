"""Plain values into a sheet: as a house's file writes them, and as a sheet travels whole in a record."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from itertools import islice
from typing import Any

from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.sheets.forms import ValueFault, near
from pi_bunco.rules.sheets.keys import KEYS, PARENT, SAME_ON_ALL
from pi_bunco.rules.sheets.sense import clashes
from pi_bunco.rules.sheets.sheet import Sheet


def sheet_of(given: Any) -> Sheet:
    """Read what :meth:`Sheet.to_dict <pi_bunco.rules.sheets.sheet.Sheet.to_dict>` gave.

    A key that is not there has the value that it has for sheets older than the key.

    Raises
    ------
    RecordError
        Naming each key that is wrong, lacking, unknown or does not go with another.

    >>> from pi_bunco.rules import load_sheet
    >>> sheet_of(load_sheet("casino").to_dict()) == load_sheet("casino")
    True
    """
    if not isinstance(given, dict):
        raise RecordError("'sheet' must be an object, a sheet with all its values")
    values, wrongs = read_values(given)
    wrongs += [ValueFault((name,), "is not there") for name in REQUIRED if name not in given]
    if not wrongs:
        sheet = Sheet(**values)
        never = [clash for clash in clashes(sheet) if clash.fault == "always"]
        if not never:
            return sheet
        wrongs = [ValueFault(clash.keys[:1], f"cannot be so: {clash.reason}") for clash in never]
    more = [f"and {len(wrongs) - _TOLD} more"] if len(wrongs) > _TOLD else []
    raise RecordError(
        "'sheet' cannot be played by: " + "; ".join([*map(describe_fault, wrongs[:_TOLD]), *more])
    )


_TOLD = 5
"""Faults that one sentence names."""

MOST_WRONGS = 200
"""So many faults are found in a sheet; after them nobody reads on, and a file of 100,000 takes no longer."""

REQUIRED = tuple(field.name for field in fields(Sheet) if field.default is MISSING)
"""The keys that no sheet leaves out."""


def read_values(given: Mapping[str, Any]) -> tuple[dict[str, Any], list[ValueFault]]:
    """Read plain values: those that are right, as a sheet has them, and what is wrong with the others.

    Of what is wrong come the first :data:`MOST_WRONGS`; what stands behind them is not read.
    """
    values: dict[str, Any] = {}
    wrongs: list[ValueFault] = []
    for name, value in given.items():
        if len(wrongs) >= MOST_WRONGS:
            break
        if name not in KEYS:
            same = SAME_ON_ALL.get(name)
            hint = f"; {same}" if same else near(name, (*KEYS, PARENT))
            wrongs.append(ValueFault((name,), "is no key of a sheet" + hint))
            continue
        form = KEYS[name].form
        found = [wrong.below(name) for wrong in islice(form.check(value), MOST_WRONGS)]
        wrongs += found
        if not found:
            values[name] = form.read(value)
    return values, wrongs


def describe_fault(wrong: ValueFault) -> str:
    """Return it as a sentence that begins with the key; places in lists are counted from 1.

    >>> describe_fault(ValueFault(("awards", 2, "prize"), "must be one line of text, not true"))
    "'awards' 3 'prize' must be one line of text, not true"
    """
    where = " ".join(
        f"'{clip_text(step)}'" if isinstance(step, str) else str(step + 1) for step in wrong.path
    )
    return f"{where} {wrong.reason}"

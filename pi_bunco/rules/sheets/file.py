"""Reads the files of sheets, printed ones and a house's own, and finds all faults with their lines."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.sheets.forms import Form, OneOf, Path, ValueFault, join_either, make_line_form, show_value
from pi_bunco.rules.sheets.key_lines import find_key_lines
from pi_bunco.rules.sheets.keys import KEYS, PARENT
from pi_bunco.rules.sheets.sense import Clash, find_clashes, list_movable_layouts
from pi_bunco.rules.sheets.sheet import SHEETS, Sheet
from pi_bunco.rules.sheets.values import REQUIRED, describe_fault, join_faults, read_values
from pi_bunco.sentences import Sentence, say, say_series

_NEVER_INHERITED = ("slug", "title", "line")
"""The keys that a house's sheet never takes from its parent."""


@dataclass(frozen=True)
class Written:
    """A sheet with the clauses that its values come from.

    Attributes
    ----------
    sheet
        Its values.
    parent
        The printed sheet that it is based on; ``None``: it is a printed one.
    clauses
        For each key the heading and the words that its value comes from, if there are any, and the clauses
        that are the same on every sheet. A house's sheet inherits its parent's clauses.
    differs
        The keys whose values differ from the parent's, in the order of the page.
    notes
        Warnings about values that are allowed but may surprise people, as sentences.
    """

    sheet: Sheet
    parent: Sheet | None = None
    clauses: Mapping[str, str] = field(default_factory=dict)
    differs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class SheetFault(NamedTuple):
    """A fault in a sheet's file: its line, counted from 1, and a sentence that names the key."""

    line: int
    text: Sentence

    def __str__(self) -> str:
        """Return line and sentence."""
        return say("line {line}: {fault}", line=self.line, fault=self.text)


class SheetError(RecordError):
    """A sheet's file is wrong; ``faults`` are all its faults, in the order of the lines."""

    def __init__(self, faults: tuple[SheetFault, ...]) -> None:
        super().__init__(join_faults([str(fault) for fault in faults]))
        self.faults = faults


@cache
def load_written(slug: str) -> Written:
    """Return the printed sheet with this name, with its clauses.

    Raises
    ------
    RecordError
        If there is none (:data:`SHEETS` names them), or its file is wrong.

    >>> load_written("boxed").clauses["mini_below"]
    'Bunco Terms: “Low Buncos score 7 points”'
    """
    if slug not in SHEETS:
        raise RecordError(
            say(
                "there is no sheet {given}; the sheets are {names}",
                given=quote_value(slug),
                names=", ".join(SHEETS),
            )
        )
    try:
        return _read_printed(
            slug, (resources.files(__package__) / f"{slug}.toml").read_text(encoding="utf-8")
        )
    except SheetError as error:
        raise RecordError(
            say("the printed sheet {slug}.toml is wrong: {why}", slug=slug, why=error)
        ) from error


def _read_printed(slug: str, text: str) -> Written:
    """Read a printed sheet. It must contain everything that a house's sheet takes from its parent."""
    raw = _parse_toml(text)
    common = raw.pop("common", {})
    raw_values, clauses, value_faults = _unwrap(raw, make_line_form(1000))
    values, more_faults = read_values(raw_values)
    value_faults += more_faults
    value_faults += [
        ValueFault((name,), _say_missing(KEYS[name].form)) for name in REQUIRED if name not in raw_values
    ]
    if values.get("slug", slug) != slug:
        value_faults.append(
            ValueFault(("slug",), say("must be {slug}, as its file is called", slug=show_value(slug)))
        )
    _raise_faults(text, value_faults)
    line = values["line"]  # tools/messages.py collects it for the catalogues
    sheet = Sheet(**values | {"line": Sentence.make(line, (line,), {})})
    return Written(sheet, clauses=clauses | common)


def _raise_faults(text: str, value_faults: list[ValueFault]) -> None:
    """Raise all faults, each with its line, if there are any."""
    if value_faults:
        lines = find_key_lines(text)
        faults = (SheetFault(_find_line(lines, fault.path), describe_fault(fault)) for fault in value_faults)
        raise SheetError(tuple(sorted(faults)))


def load_sheet(slug: str) -> Sheet:
    """Return the printed sheet with this name.

    Raises
    ------
    RecordError
        If there is none; :data:`SHEETS` names them.

    >>> load_sheet("boxed").mini_below
    7
    """
    return load_written(slug).sheet


def parse_sheet(text: str) -> Written:
    r"""Read a house's own sheet: its ``slug``, ``title`` and ``parent``, and the values that differ.

    Raises
    ------
    SheetError
        With every fault, its line and the allowed values.

    >>> house = parse_sheet('slug = "ours"\ntitle = "Ours"\nparent = "classic"\ngoal = 11')
    >>> house.sheet.goal, house.sheet.rolloff, house.differs
    (11, 'sessions', ('goal',))
    >>> parse_sheet('slug = "ours"\ntitle = "Ours"\nparent = "classic"\ngaol = 11')
    Traceback (most recent call last):
    pi_bunco.rules.sheets.file.SheetError: line 4: 'gaol' is no key of a sheet; did you mean "goal"?
    """
    reading = read_house(_parse_toml(text))
    clashing = (ValueFault((key,), _say_clash(clash, key)) for key, clash in reading.clashes)
    _raise_faults(text, [*reading.faults, *clashing])
    return reading.written


def _say_clash(clash: Clash, key: str) -> Sentence:
    others = [f"'{other}'" for other in clash.keys if other != key]
    reason = clash.reason
    if clash.fitting:
        reason = say(
            "{reason}; winners_move/losers_move that fit are {ways}", reason=reason, ways=clash.fitting
        )
    if not others:
        return say("cannot be so: {reason}", reason=reason)
    return say("cannot be so with {keys}: {reason}", keys=say_series(others), reason=reason)


def _say_missing(form: Form) -> Sentence:
    return say("is not there; it must be {allowed}", allowed=form.allowed)


class HouseReading(NamedTuple):
    """What was read of a house's sheet. It can be played if it has neither ``faults`` nor ``clashes``.

    Attributes
    ----------
    written
        The sheet; the parent's values stand in for those with faults.
    faults
        The faults of single values.
    clashes
        The keys that do not go together, each time with the one of them that the house has written.
    surprises
        The same for keys that may only surprise people.
    """

    written: Written
    faults: list[ValueFault]
    clashes: list[tuple[str, Clash]]
    surprises: list[tuple[str, Clash]]

    @property
    def is_good(self) -> bool:
        """Whether the sheet can be played."""
        return not self.faults and not self.clashes


def read_house(raw: Mapping[str, Any]) -> HouseReading:
    """Read the plain values of a house's sheet, as a file has them, and find all faults.

    >>> raw = {"slug": "ours", "title": "Ours", "parent": "classic", "drawings": True}
    >>> read_house(raw).clashes[0][1].keys
    ('drawings', 'breaks')
    """
    raw_values, clauses, value_faults = _unwrap(raw, make_line_form(400))
    slug = raw_values.pop(PARENT, None)
    values, more_faults = read_values(raw_values)
    value_faults += more_faults + _check_names(raw_values, values, slug)
    if slug not in SHEETS:
        return HouseReading(load_written(SHEETS[0]), value_faults, [], [])
    parent = load_written(slug)
    sheet = replace(parent.sheet, **{"line": make_line(parent.sheet)} | values)
    misfits: list[tuple[str, Clash]] = []
    if "layouts" not in raw_values:
        sheet, misfits = _remove_misfits(sheet)
    clashes, surprises = _find_clashes(sheet, raw_values, {fault.path[0] for fault in value_faults})
    surprises = misfits + surprises
    notes = tuple(say("'{key}': {reason}", key=key, reason=clash.reason) for key, clash in surprises)
    differs = tuple(
        name
        for name in KEYS
        if name not in _NEVER_INHERITED and getattr(sheet, name) != getattr(parent.sheet, name)
    )
    inherited = {name: words for name, words in parent.clauses.items() if name not in differs}
    written = Written(sheet, parent.sheet, inherited | clauses, differs, notes)
    return HouseReading(written, value_faults, clashes, surprises)


def make_line(parent: Sheet) -> Sentence:
    """Return the sentence that says what a house's sheet is, if the house has written none."""
    return say("House rules after {sheet}.", sheet=parent.title)


def _parse_toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, _, where = str(error).rpartition(" (at ")
        found = re.match(r"line (\d+)", where)  # missing for a fault at the end of the text
        line = int(found[1]) if found else text.rstrip().count("\n") + 1
        raise SheetError((SheetFault(line, say("this is no TOML: {why}", why=reason)),)) from error
    except ValueError as error:  # a number with too many digits
        raise SheetError(
            (SheetFault(1, say("this is no sheet: a number in it has thousands of digits")),)
        ) from error
    except RecursionError as error:
        raise SheetError(
            (SheetFault(1, say("this is no sheet: its lists are nested too deeply")),)
        ) from error


def _unwrap(
    raw: Mapping[str, Any], clause_form: Form
) -> tuple[dict[str, Any], dict[str, str], list[ValueFault]]:
    """Separate values from clauses: ``11`` is a value, ``{ is = 11, clause = "..." }`` has both."""
    raw_values: dict[str, Any] = {}
    clauses: dict[str, str] = {}
    value_faults: list[ValueFault] = []
    for name, value in raw.items():
        if not isinstance(value, dict) or not value.keys() & {"is", "clause"}:
            raw_values[name] = value
            continue
        if "is" in value:
            raw_values[name] = value["is"]
        else:
            value_faults.append(ValueFault((name,), say("has a clause, but not what it 'is'")))
        value_faults += [
            ValueFault((name, part), say("is neither 'is' nor 'clause'"))
            for part in value
            if part not in ("is", "clause")
        ]
        if "clause" in value:
            value_faults += [
                fault.add_step("clause").add_step(name) for fault in clause_form.check(value["clause"])
            ]
            clauses[name] = value["clause"]
    return raw_values, clauses, value_faults


def _check_names(raw_values: Mapping[str, Any], values: Mapping[str, Any], parent: Any) -> list[ValueFault]:
    """Return the faults of the names that every house's sheet must have."""
    value_faults = [
        ValueFault((name,), _say_missing(KEYS[name].form))
        for name in ("slug", "title")
        if name not in raw_values
    ]
    if values.get("slug") in SHEETS:
        value_faults.append(
            ValueFault(
                ("slug",),
                say("must be a new name; {slug} is a printed sheet", slug=show_value(values["slug"])),
            )
        )
    if parent is None:
        value_faults.append(ValueFault((PARENT,), _say_missing(_PARENTS)))
    else:
        value_faults += [fault.add_step(PARENT) for fault in _PARENTS.check(parent)]
    return value_faults


_PARENTS = OneOf(SHEETS)


def _remove_misfits(sheet: Sheet) -> tuple[Sheet, list[tuple[str, Clash]]]:
    """Remove the parent's layouts that do not fit the house's way to move; return it with a note."""
    layouts = list_movable_layouts(sheet)
    if layouts == sheet.layouts:
        return sheet, []
    removed = [str(count) for count, room in enumerate(sheet.layouts, 1) if room and not layouts[count - 1]]
    reason = say(
        "the sheet is not for {numbers} players, whose tables could not move in this way",
        numbers=join_either(removed),
    )
    return replace(sheet, layouts=layouts), [("layouts", Clash(("layouts",), reason, "never"))]


_PROMISES = ("options", "awards")
"""Keys that promise something to guests; a house must know if it makes a promise impossible."""


def _find_clashes(
    sheet: Sheet, raw_values: Mapping[str, Any], faulty_keys: set[str | int]
) -> tuple[list[tuple[str, Clash]], list[tuple[str, Clash]]]:
    """Return faults and surprises about keys that do not go together, of which the house has written one."""
    faults: list[tuple[str, Clash]] = []
    surprises: list[tuple[str, Clash]] = []
    for clash in find_clashes(sheet):
        written = [key for key in clash.keys if key in raw_values]
        if not written or faulty_keys & set(clash.keys):
            continue
        first_is_written = clash.keys[0] in raw_values
        if clash.fault == "always" or (clash.fault == "written" and first_is_written):
            faults.append((written[0], clash))
        elif first_is_written or clash.keys[0] in _PROMISES:
            surprises.append((written[0], clash))
    return faults, surprises


def _find_line(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of a value, the first line if there is no such key."""
    if (path[0], "is") in lines and path[1:] != ("clause",):
        path = (path[0], "is", *path[1:])
    return lines.get(path, 1)

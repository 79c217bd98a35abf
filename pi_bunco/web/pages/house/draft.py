"""A house sheet while somebody makes it: what its form contains, and what that says as a sheet."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from pi_bunco.paper.rules_template import write_house_sheet
from pi_bunco.rules import SHEETS, Written, load_written
from pi_bunco.rules.sheets.file import HouseReading, make_line, read_house
from pi_bunco.rules.sheets.forms import (
    FLAG,
    NONE,
    Form,
    Layouts,
    ListOf,
    OneAward,
    OrNone,
    WholeNumber,
)
from pi_bunco.rules.sheets.keys import KEYS, MAX_POINTS, PARENT
from pi_bunco.whole_numbers import parse_whole

Fields = MultiDict[str, str]
CLAUSE = "clause."
"""The beginning of the name of the field for a key's clause."""
NAMES = ("slug", "title", "line")
"""The keys that are about the sheet itself. They have no clause, and no parent's value."""
_NAMELESS = "sheet"


@dataclass(frozen=True, slots=True)
class SheetDraft:
    """A house sheet that may have faults.

    Attributes
    ----------
    parent
        The short name of the printed sheet that it is based on.
    slug
        Its own short name; ``""``: it has no file yet.
    values
        The plain value of each key, as a file has it. Text that is no number stays as it was typed.
    clauses
        The house's own clauses, by their keys.
    """

    parent: str
    slug: str
    values: Mapping[str, Any]
    clauses: Mapping[str, str]

    @property
    def title(self) -> str:
        """Its name for people, as typed."""
        return str(self.values["title"])

    def list_changed(self) -> list[str]:
        """Return the keys whose values differ from the parent's."""
        printed = _list_values(load_written(self.parent))
        return [name for name, value in self.values.items() if name not in NAMES and value != printed[name]]

    def make_raw(self) -> dict[str, Any]:
        """Return what its file contains: its names, and what differs from the parent or has a clause."""
        raw: dict[str, Any] = {"slug": self.slug or _NAMELESS, "title": self.title, PARENT: self.parent}
        if self.values["line"]:
            raw["line"] = self.values["line"]
        changed = self.list_changed()
        for name in KEYS:
            if name in self.clauses:
                raw[name] = {"is": self.values[name], "clause": self.clauses[name]}
            elif name in changed:
                raw[name] = self.values[name]
        return raw

    def read(self) -> HouseReading:
        """Return what it says as a sheet, with all faults."""
        return read_house(self.make_raw())

    def write(self) -> bytes:
        """Return the content of its file."""
        return write_house_sheet(self.make_raw()).encode()

    def make_mark(self) -> str:
        """Return a short text that is another one as soon as an answer is."""
        answers = json.dumps([self.parent, self.values, self.clauses], sort_keys=True)
        return hashlib.sha256(answers.encode()).hexdigest()[:16]

    def put_back(self, names: Collection[str]) -> "SheetDraft":
        """Return the draft with the parent's values, and without clauses, for these keys."""
        printed = _list_values(load_written(self.parent))
        return replace(
            self,
            values={**self.values, **{name: printed[name] for name in names if name in printed}},
            clauses={name: clause for name, clause in self.clauses.items() if name not in names},
        )


def is_playable(reading: HouseReading) -> bool:
    """Return whether a sheet can be tried: only its names may have faults."""
    return not reading.clashes and all(fault.path[0] in NAMES for fault in reading.faults)


def make_draft(written: Written, slug: str = "", title: str = "") -> SheetDraft:
    """Return the draft of a sheet, to be changed.

    Parameters
    ----------
    written
        The sheet: a printed one, or the house's own.
    slug, title
        The names of the draft; a new one has no short name.
    """
    parent = written.parent or written.sheet
    printed = load_written(parent.slug).clauses
    own = {name: words for name, words in written.clauses.items() if words != printed.get(name)}
    line = written.sheet.line if slug and written.sheet.line != make_line(parent) else ""
    values = {"title": title, "line": line, **_list_values(written)}
    return SheetDraft(parent.slug, slug, values, own)


def read_draft(fields: Fields) -> SheetDraft:
    """Return the draft in a form. A parent that does not exist becomes the first printed sheet."""
    parent = fields.get("parent", "")
    values: dict[str, Any] = {name: " ".join(fields.get(name, "").split()) for name in ("title", "line")}
    for name, key in KEYS.items():
        if name not in NAMES:
            value = _read_value(key.form, fields, name)
            values[name] = value if any(key.form.check(value)) else key.form.write(key.form.read(value))
    clauses = {
        name: clause
        for name in KEYS
        if name not in NAMES and (clause := " ".join(fields.get(f"{CLAUSE}{name}", "").split()))
    }
    slug = fields.get("slug", "")
    return SheetDraft(
        parent if parent in SHEETS else SHEETS[0],
        "" if any(KEYS["slug"].form.check(slug)) else slug,
        values,
        clauses,
    )


def find_free_slug(title: str, taken: Collection[str]) -> str:
    """Return a short name for a sheet of this title that no other sheet has.

    >>> find_free_slug("Rosa's Kitchen", {"rosa-s-kitchen"}), find_free_slug("Über 30!", ())
    ('rosa-s-kitchen-2', 'uber-30')
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    slug = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:30] or _NAMELESS
    numbered = (f"{slug}-{number}" if number > 1 else slug for number in range(1, len(taken) + 2))
    return next(name for name in numbered if name not in taken)


def _list_values(written: Written) -> dict[str, Any]:
    """Return the plain values of a sheet without its names."""
    return {name: value for name, value in written.sheet.to_dict().items() if name not in NAMES}


def _read_value(form: Form, fields: Fields, name: str) -> Any:
    """Return what the fields for a key say, as its file would have it."""
    text = fields.get(name, "").strip()
    value: Any = text
    match form:
        case OrNone():
            value = _read_value(form.form, fields, name) if text else NONE
        case WholeNumber():
            value = _read_number(text)
        case ListOf(item=OneAward()):
            value = list(_read_awards(fields, name))
        case ListOf(item=WholeNumber()):
            value = [_read_number(each) for each in fields.getlist(name) if each]
        case ListOf():
            value = [each for each in fields.getlist(name) if each]
        case Layouts():
            rows = ((part.removeprefix(f"{name}."), fields[part].split()) for part in fields)
            value = {number: tables for number, tables in rows if number.isdecimal() and tables}
        case _ if form is FLAG:
            value = text == "yes"
    return value


def _read_number(text: str) -> int | str:
    """Return a number. Anything else stays a text, which no field for numbers accepts."""
    number = parse_whole(text, most=10 * MAX_POINTS)
    return text if number is None else number


def _read_awards(fields: Fields, name: str) -> Iterator[dict[str, str]]:
    columns = (fields.getlist(f"{name}.{part}") for part in ("what", "among", "prize"))
    for what, among, prize in zip(*columns, strict=False):
        if what:
            yield {"what": what, "among": among, "prize": prize.strip()}

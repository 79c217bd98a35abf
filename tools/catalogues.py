"""Checks, renews and compiles the catalogues of the languages.

    python -m tools.catalogues             # all languages: what lacks and what is wrong
    python -m tools.catalogues es          # one of them, with hints about long and unchanged texts
    python -m tools.catalogues es --all    # every missing sentence, by file
    python -m tools.catalogues es --compile    # writes messages.mo, which the program reads
    python -m tools.catalogues es --update     # adds new sentences of the template, drops those that are gone

A language is one folder, ``pi_bunco/languages/<code>``. Its ``LC_MESSAGES/messages.po`` is for people. The
exit status is 1 if something lacks or is wrong.
"""

import re
import struct
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from tools import messages

FOLDER = Path(__file__).parent.parent / "pi_bunco" / "languages"
_PERCENT = re.compile(r"%\((\w+)\)s|(%%)|(%)")
_WRITTEN_HEAD = re.compile(r'^msgid ""\nmsgstr ""\n(".*"\n)*', re.MULTILINE)
_TAG = re.compile(r"</?[a-z][^<>]*>")
_HEAD = """\
msgid ""
msgstr ""
"Project-Id-Version: pi-bunco\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"
"""
"""What a catalogue says about itself. It has no dates: they are in the history of the repository."""
_SHORT = 24
"""Characters of a text that may be the label of a button, which has little room."""
_LONGER, _MORE = 1.4, 4
"""How much longer the translation of a label may be: times its length, and at least some characters more."""
MISSING = "missing"
"""How :attr:`Fault.what` begins if there is no translation."""
_MOST_MISSING = 30
"""Missing sentences that are printed without ``--all``."""
_MAGIC = 0x950412DE
_HEAD_SIZE = 28


@dataclass(frozen=True, slots=True)
class Fault:
    """Something about one sentence of a catalogue.

    Attributes
    ----------
    what
        What is wrong, in a few words.
    english
        The sentence.
    found
        Its translation; ``""``: none.
    is_hint
        Whether it may be right all the same.
    """

    what: str
    english: str
    found: str = ""
    is_hint: bool = False

    def __str__(self) -> str:
        """Return what is wrong with which sentence, in one or two lines."""
        lines = f"{self.what}: {self.english!r}"
        return f"{lines}\n    {self.found!r}" if self.found else lines


def list_codes() -> list[str]:
    """Return the codes of the languages that have a catalogue."""
    return sorted(path.parts[-3] for path in FOLDER.glob("*/LC_MESSAGES/messages.po"))


def find_catalogue(code: str) -> Path:
    """Return the path of a language's catalogue."""
    return FOLDER / code / "LC_MESSAGES" / "messages.po"


def read_catalogue(path: Path, code: str | None = None) -> Catalog:
    """Return a catalogue in the language with a code.

    Raises
    ------
    babel.messages.pofile.PoFileError
        If it is damaged; with the line.
    """
    with path.open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def read_template() -> Catalog:
    """Return the template of all catalogues, as ``make messages`` would write it now."""
    return read_po(BytesIO(messages.make_template().encode()))


def find_faults(template: Catalog, catalogue: Catalog) -> Iterator[Fault]:
    """Yield what a catalogue lacks, what is wrong in it, and hints."""
    for wanted in template:
        if wanted.id:
            found = catalogue.get(_first(wanted))
            yield from [_miss(wanted)] if found is None else _check(wanted, found, catalogue)
    known = {_first(wanted) for wanted in template}
    for found in catalogue:
        if found.id and _first(found) not in known:
            yield Fault("not in the template", _first(found))


def compile_catalogue(catalogue: Catalog) -> bytes:
    """Return a catalogue in the form that gettext reads (GNU gettext, *The Format of GNU MO Files*)."""
    entries = {"": f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {catalogue.plural_forms}\n"}
    for message in catalogue:
        strings = _strings(message)
        if message.id and all(strings) and not message.fuzzy:
            entries["\0".join(_ids(message))] = "\0".join(strings)
    pairs = sorted((key.encode(), value.encode()) for key, value in entries.items())
    tables, data = [b"", b""], b""
    begin = _HEAD_SIZE + 16 * len(pairs)
    for column in range(2):
        for pair in pairs:
            tables[column] += struct.pack("<2I", len(pair[column]), begin + len(data))
            data += pair[column] + b"\0"
    sizes = _HEAD_SIZE, _HEAD_SIZE + 8 * len(pairs), 0, _HEAD_SIZE + 16 * len(pairs)
    return struct.pack("<7I", _MAGIC, 0, len(pairs), *sizes) + b"".join(tables) + data


def update(code: str) -> None:
    """Add the template's new sentences to a language's catalogue, and drop those that are gone."""
    catalogue = read_catalogue(find_catalogue(code), code)
    catalogue.update(read_template(), no_fuzzy_matching=True, update_creation_date=False)
    written = BytesIO()
    write_po(written, catalogue, width=0, ignore_obsolete=True)
    head = _HEAD.format(code=code, plurals=catalogue.plural_forms)
    text = _WRITTEN_HEAD.sub(lambda _: head, written.getvalue().decode(), count=1)
    find_catalogue(code).write_text(text, "utf-8")


def _miss(wanted: Message) -> Fault:
    return Fault(f"{MISSING} in {wanted.locations[0][0]}", _first(wanted))


def _check(wanted: Message, found: Message, catalogue: Catalog) -> Iterator[Fault]:
    """Yield what is wrong with one entry."""
    english, strings = _ids(wanted), _strings(found)
    if not all(strings):
        yield _miss(wanted)
        return
    if found.fuzzy:
        yield Fault("marked as fuzzy", english[0], strings[0])
    forms = catalogue.num_plurals if len(english) > 1 else 1
    if len(_ids(found)) != len(english) or len(strings) != forms:
        yield Fault(f"{len(strings)} forms instead of {forms}", english[0], strings[0])
        return
    kinds = {Path(name).suffix for name, _ in wanted.locations}
    for at, string in enumerate(strings):
        source = english[min(at, len(english) - 1)]
        yield from _check_text(source, string, kinds, english, is_one=len(english) > 1 and at == 0)


def _check_text(
    source: str, string: str, kinds: set[str], english: tuple[str, ...], *, is_one: bool
) -> Iterator[Fault]:
    """Yield what is wrong with one text: its values, its HTML, its ends, and its length."""
    for suffix, find in ((".py", _find_braces), (".html", _find_percents)):
        if suffix in kinds:
            may_lack = {"count", "num"} if is_one else set()  # "one die" needs no number
            allowed: set[str] = set().union(*map(find, english))
            yield from _check_values(source, string, find, allowed, find(source) - may_lack)
    if ".html" in kinds and sorted(_TAG.findall(string)) != sorted(_TAG.findall(source)):
        yield Fault("other HTML", source, string)
    if _find_ends(string) != _find_ends(source):
        yield Fault("other spaces at an end", source, string)
    yield from _hint(source, string)


def _check_values(
    source: str, string: str, find: Callable[[str], set[str]], allowed: set[str], needed: set[str]
) -> Iterator[Fault]:
    try:
        values = find(string)
    except ValueError as error:
        yield Fault(f"is no pattern ({error})", source, string)
        return
    if invented := values - allowed:
        yield Fault(f"unknown value {', '.join(sorted(invented))}", source, string)
    if lost := needed - values:
        yield Fault(f"lost value {', '.join(sorted(lost))}", source, string)


def _find_ends(text: str) -> tuple[str, str]:
    """Return the spaces at both ends of a text."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _hint(source: str, string: str) -> Iterator[Fault]:
    """Yield what may be wrong with a text."""
    if source[-1] in ".!?:…" and string[-1] != source[-1]:
        yield Fault(f"does not end with {source[-1]}", source, string, is_hint=True)
    plain, other = (_PERCENT.sub("", re.sub(r"\{\w+\}", "", text)).strip() for text in (source, string))
    if plain == other and len(re.findall("[A-Za-z]", plain)) > 1:
        yield Fault("unchanged", source, is_hint=True)
    if len(plain) <= _SHORT and len(other) > max(len(plain) * _LONGER, len(plain) + _MORE):
        yield Fault(f"{len(other)} characters instead of {len(plain)}", source, string, is_hint=True)


def _find_braces(text: str) -> set[str]:
    """Return the values of a pattern of Python; :exc:`ValueError`: it is none."""
    found = set()
    for _, name, form, conversion in Formatter().parse(text):
        if name is not None and (not name.isidentifier() or form or conversion):
            raise ValueError("{} without a plain name")
        found |= {name} if name else set()
    return found


def _find_percents(text: str) -> set[str]:
    """Return the values of a pattern of a template; :exc:`ValueError`: it is none."""
    if any(lone for _, _, lone in _PERCENT.findall(text)):
        raise ValueError("a lone %; write %%")
    return {name for name, _, _ in _PERCENT.findall(text) if name}


def _first(message: Message) -> str:
    return _ids(message)[0]


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def main(arguments: list[str]) -> int:
    """Do what the arguments say, and return the exit status."""
    codes = [argument for argument in arguments if not argument.startswith("-")] or list_codes()
    status = 0
    for code in codes:
        path = find_catalogue(code)
        if "--update" in arguments:
            update(code)
        catalogue = read_catalogue(path, code)
        if "--compile" in arguments:
            path.with_suffix(".mo").write_bytes(compile_catalogue(catalogue))
        faults = find_faults(read_template(), catalogue)
        most = sys.maxsize if "--all" in arguments else _MOST_MISSING
        status |= report(code, faults, hints=len(codes) == 1, most=most)
    return status


def report(code: str, faults: Iterator[Fault], *, hints: bool, most: int) -> int:
    """Print the faults of a language, and return whether there are any besides hints."""
    missing: list[Fault] = []
    others: list[Fault] = []
    for fault in faults:
        (missing if fault.what.startswith(MISSING) else others).append(fault)
    missing.sort(key=lambda fault: fault.what)
    for fault in missing[:most] + others:
        if hints or not fault.is_hint:
            print("hint:" if fault.is_hint else "FAULT:", fault)  # noqa: T201 - its purpose
    wrong = sum(not fault.is_hint for fault in others)
    print(f"{code}: {len(missing)} missing, {wrong} wrong, {len(others) - wrong} hints")  # noqa: T201 - likewise
    return bool(missing or wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Writes the template of all catalogues: every sentence of the program, its pages and their scripts.

In Python, sentences are arguments of ``say`` and ``say_count``; in templates, of ``_``, ``ngettext`` and
``trans``. The words of the scripts are in a template (``words.html``). A printed sheet has one.
A translator's editor makes a catalogue of this file,
``pi_bunco/languages/<language>/LC_MESSAGES/messages.po``, and compiles it to ``messages.mo`` beside it.
"""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from jinja2 import Environment

from pi_bunco.rules.sheets.clauses import split_clause
from pi_bunco.sentences import Sentence

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "pi_bunco"
TEMPLATE = SOURCE / "languages" / "messages.pot"
_PATTERNS = {"say": 1, "say_count": 2}
"""How many patterns each function takes."""
_HEAD = """\
# The sentences of pi-bunco. make messages writes this file; catalogues are made of it.
msgid ""
msgstr ""
"Project-Id-Version: pi-bunco\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""

Message = tuple[str, ...]
"""The pattern of a sentence, or two patterns: singular and plural."""


def find_in_python(source: str) -> Iterator[Message]:
    """Yield the sentences of a Python file.

    >>> list(find_in_python('say("{name} throws", name=name), say_count("{count} die", "{count} dice", 2)'))
    [('{name} throws',), ('{count} die', '{count} dice')]
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _PATTERNS:
            arguments = node.args[: _PATTERNS[node.func.id]]
            patterns = tuple(
                str(argument.value) for argument in arguments if isinstance(argument, ast.Constant)
            )
            if len(patterns) == _PATTERNS[node.func.id]:  # the catalogue's test refuses all others
                yield patterns


def find_in_template(source: str) -> Iterator[Message]:
    """Yield the sentences of a template.

    >>> list(find_in_template('{{ _("Print") }}{{ ngettext("wins", "win", 2) }}{% trans %}So.{% endtrans %}'))
    [('Print',), ('wins', 'win'), ('So.',)]
    """
    env = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    env.newstyle_gettext = True  # type: ignore[attr-defined] # that extension has it
    for _, _, found in env.extract_translations(source):  # type: ignore[attr-defined] # likewise
        patterns = found if isinstance(found, tuple) else (found,)
        yield tuple(pattern for pattern in patterns if pattern is not None)


def find_in_sheet(source: str) -> Iterator[Message]:
    r"""Yield the sentence of a printed sheet, and what its clauses add to what is printed.

    >>> list(find_in_sheet('title = "Classic"\nline = "A head table with a bell."'))
    [('A head table with a bell.',)]
    """
    sheet = tomllib.loads(source)
    yield (sheet["line"],)
    clauses = [each["clause"] for each in sheet.values() if isinstance(each, dict) and "clause" in each]
    for clause in (*clauses, *sheet.get("common", {}).values()):
        yield from ((part,) for part in split_clause(clause) if isinstance(part, Sentence))


@cache
def collect() -> dict[Message, list[str]]:
    """Return all sentences in order, each with the files that use it.

    Raises
    ------
    ValueError
        If a sentence has two different plurals, which no catalogue can contain.
    """
    found: dict[Message, list[str]] = {}
    for path in sorted(SOURCE.rglob("*")):
        find_messages = _FINDERS.get(path.suffix)
        if find_messages:
            for message in find_messages(path.read_text("utf-8")):
                files = found.setdefault(message, [])
                name = path.relative_to(ROOT).as_posix()
                files += [name] if name not in files else []
    plurals = {message[0]: message for message in found if len(message) > 1}
    if len(plurals) < sum(len(message) > 1 for message in found):
        raise ValueError("a sentence has two plurals")
    for message in list(found):  # a catalogue has one entry for a sentence, with its plural or without
        if len(message) == 1 and message[0] in plurals:
            found[plurals[message[0]]] += found.pop(message)
    return dict(sorted(found.items()))


_FINDERS = {".py": find_in_python, ".html": find_in_template, ".toml": find_in_sheet}


def make_template() -> str:
    """Return the template as it should be."""
    return _HEAD + "".join(f"\n{_format_entry(message, files)}" for message, files in collect().items())


def _format_entry(message: Message, files: list[str]) -> str:
    kind = "python-brace-format" if "{" in message[0] else "python-format" if "%(" in message[0] else ""
    lines = [f"#: {name}" for name in sorted(set(files))]
    lines += [f"#, {kind}"] if kind else []
    lines.append(f"msgid {_quote(message[0])}")
    if len(message) == 1:
        lines.append('msgstr ""')
    else:
        lines += [f"msgid_plural {_quote(message[1])}", 'msgstr[0] ""', 'msgstr[1] ""']
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


if __name__ == "__main__":
    TEMPLATE.write_text(make_template(), "utf-8")

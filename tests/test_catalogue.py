"""The source allows a catalogue of sentences: each has a literal pattern that names its values."""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from string import Formatter

import pytest

import pi_bunco

SOURCE = Path(pi_bunco.__file__).parent
PATTERNS = {"say": 1, "say_count": 2}
"""The functions that make a sentence, and their numbers of patterns."""
ERRORS = {"Trouble", "Misfit", "RecordError", "PictureFault", "ValueFault", "SheetFault", "Form", "_Wrong"}
"""Errors with a text for people; so are all classes that are made from them."""


def list_errors() -> frozenset[str]:
    """Return the names of all errors with a text for people."""
    sources = (path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    found_classes = (re.findall(r"^ *class (\w+)\(([^)]*)\):", source, re.MULTILINE) for source in sources)
    classes = [(name, set(re.findall(r"\w+", bases))) for found in found_classes for name, bases in found]
    found = set(ERRORS)
    while more := {name for name, bases in classes if bases & found} - found:
        found |= more
    return frozenset(found)


def find_faults(source: str) -> Iterator[str]:
    """Yield the parts of a source that do not allow a catalogue."""
    tree = ast.parse(source)
    used = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "pi_bunco.sentences":
            used |= {name.name for name in node.names} & PATTERNS.keys()
            yield from (f"{node.lineno}: {name.name} is renamed" for name in node.names if name.asname)
        if isinstance(node, ast.ImportFrom) and "sentences" in {name.name for name in node.names}:
            yield f"{node.lineno}: the module itself is imported"
    called = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in used:
            called.add(node.func)
            yield from (f"{node.lineno}: {fault}" for fault in _find_faults_of_call(node, node.func.id))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in used and node not in called:
            yield f"{node.lineno}: {node.id} is passed on"


def _find_faults_of_call(call: ast.Call, function: str) -> Iterator[str]:
    number = PATTERNS[function]
    patterns = [argument.value for argument in call.args[:number] if isinstance(argument, ast.Constant)]
    if len(patterns) < number:
        yield "a pattern is no literal"
        return
    free = {"count"} if function == "say_count" else set()
    given = {keyword.arg for keyword in call.keywords} - free
    for pattern in patterns:
        named = set()
        for _, name, form, conversion in Formatter().parse(str(pattern)):
            if name is not None and (form or conversion or not name.isidentifier()):
                yield f"{{{name}}} is more than a name"
            named.add(name)
        if named - {None} - free != given:
            yield f"{pattern!r} has other names than the values {sorted(map(str, given))}"


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_patterns_are_literals_that_name_their_values(path: Path) -> None:
    """Each pattern is a literal with exactly the names of its values, so that xgettext can find it."""
    if path != SOURCE / "sentences.py":
        assert list(find_faults(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "say(pattern)",
        "say(f'{name} throws')",
        "say('Table ' + which)",
        "say('{name} throws', who=name)",
        "say('{name} throws', name=name, seat=1)",
        "say('{name} throws', **values)",
        "say('{size:.1f}', size=size)",
        "say('{table.number}', table=table)",
        "say_count('{count} die', many, 3)",
        "say_count('one die of {name}', '{count} dice', 3, name=name)",
        "map(say, patterns)",
        "said = say",
    ],
)
def test_wrong_patterns_are_found(source: str) -> None:
    """A computed pattern, different names, and more than a name in braces are found."""
    assert list(find_faults(f"from pi_bunco.sentences import say, say_count\n{source}"))


@pytest.mark.parametrize(
    "source", ["from pi_bunco.sentences import say as _", "from pi_bunco import sentences"]
)
def test_calls_under_another_name_are_found(source: str) -> None:
    """Importing ``say`` under another name, or its module, is found, as xgettext would miss its calls."""
    assert list(find_faults(source))


PEOPLE = re.compile(
    r"^Finding|Trouble|Refused|Misfit|NotKept|CameraNote|CameraStatus|BellButton|Banner|Alert|Need|Option"
)
"""Calls of these classes contain texts for people: errors, refusals, findings and parts of views."""
PACKAGES = ("game", "views", "station", "devices", "equipment", "room", "money", "store")
"""The packages in which each of these texts must be a sentence."""


def find_plain_texts(source: str) -> Iterator[str]:
    """Yield the texts for people that are plain or composed strings instead of sentences."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and PEOPLE.search(ast.unparse(node.func)):
            arguments = (*node.args, *(keyword.value for keyword in node.keywords))
            for part in (part for argument in arguments for part in _list_alternatives(argument)):
                text = part.value if isinstance(part, ast.Constant) else ""
                if isinstance(part, ast.JoinedStr | ast.BinOp) or " " in str(text):
                    yield f"{part.lineno}: {ast.unparse(part)}"


def _list_alternatives(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.IfExp):
        yield from (*_list_alternatives(value.body), *_list_alternatives(value.orelse))
    else:
        yield value


@pytest.mark.parametrize(
    "path",
    sorted(
        [
            *(path for package in PACKAGES for path in (SOURCE / package).rglob("*.py")),
            *(
                path
                for path in (SOURCE / "app").rglob("*.py")
                if path.parent.name != "support"
                and path.name != "rehearsal.py"  # both print in a terminal only
            ),
            *(path for path in SOURCE.glob("*.py") if path.name != "config.py"),  # for the command line only
        ]
    ),
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_each_text_for_people_is_a_sentence(path: Path) -> None:
    """Each text for people is a sentence, also in code that no other test runs."""
    assert list(find_plain_texts(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "Refused('Not now.', say('Wait.'))",
        "Finding.bad('disk', 'It is full.', say('Make room.'))",
        "CameraTrouble(f'{name} is gone.', LOOK)",
        "Banner(a if b else 'No disk.', c)",
    ],
)
def test_plain_texts_are_found(source: str) -> None:
    """A plain string, an f-string, and a plain string as one of two alternatives are found."""
    assert list(find_plain_texts(source))


ERROR_NAMES = list_errors()


def find_bare_texts(source: str, errors: Collection[str]) -> Iterator[str]:
    """Yield the texts of errors that are not made by ``say``: literals of several words, and f-strings."""
    for call in _list_calls(source, errors):
        for argument in call.args:
            literal = isinstance(argument, ast.Constant) and " " in str(argument.value)
            if literal or isinstance(argument, ast.JoinedStr):
                yield f"{call.lineno}: {ast.unparse(argument)}"


def _list_calls(source: str, errors: Collection[str]) -> Iterator[ast.Call]:
    """Yield the calls that make an error, also those in a class of errors that makes its own text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in errors or name in {"make_failure", "Banner"}:
                yield node
        elif isinstance(node, ast.ClassDef) and node.name in errors:
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__":
                    yield call


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_texts_of_errors_are_sentences(path: Path) -> None:
    """Each text that an error shows to people can be translated."""
    assert list(find_bare_texts(path.read_text(encoding="utf-8"), ERROR_NAMES)) == []


def test_a_bare_text_is_found() -> None:
    """Each form of a text that nobody could translate is named with its line."""
    source = """raise LogTrouble(f"{path} is damaged.", say("Copy it."))
raise Refused("It is over.", why)
class Damaged(PictureFault):
    def __init__(self, why):
        super().__init__(f"is damaged ({why})")
"""
    assert sorted(find_bare_texts(source, ERROR_NAMES)) == [
        "1: f'{path} is damaged.'",
        "2: 'It is over.'",
        "5: f'is damaged ({why})'",
    ]

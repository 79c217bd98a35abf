"""A catalogue can be made from the source: each sentence has a literal pattern, with its values beside."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import pi_bunco

SOURCE = Path(pi_bunco.__file__).parent
PATTERNS = {"say": 1, "say_count": 2}
"""The functions that make a sentence, and how many patterns each takes."""


def faults(source: str) -> Iterator[str]:
    """Yield what keeps a catalogue from being made of this source."""
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
            yield from (f"{node.lineno}: {fault}" for fault in _faults_of(node, node.func.id))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in used and node not in called:
            yield f"{node.lineno}: {node.id} is passed on"


def _faults_of(call: ast.Call, function: str) -> Iterator[str]:
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
def test_every_pattern_is_a_literal_that_names_its_values(path: Path) -> None:
    """So xgettext finds it, and no language asks for a value that is not there."""
    if path != SOURCE / "sentences.py":
        assert list(faults(path.read_text(encoding="utf-8"))) == []


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
def test_what_no_catalogue_can_have_is_found(source: str) -> None:
    """A pattern that is made elsewhere, names that differ, and what more than a name stands in braces."""
    assert list(faults(f"from pi_bunco.sentences import say, say_count\n{source}"))


@pytest.mark.parametrize(
    "source", ["from pi_bunco.sentences import say as _", "from pi_bunco import sentences"]
)
def test_a_call_by_another_name_is_found(source: str) -> None:
    """Nobody, and no tool, would know that it makes a sentence."""
    assert list(faults(source))


PEOPLE = re.compile(
    r"^Finding|Trouble|Refused|Misfit|NotKept|CameraNote|CameraStatus|BellButton|Banner|Alert|Need|Option"
)
"""What has texts for people: refusals and errors by the end of their names, and parts of views."""
SPOKEN = ("game", "views", "stations", "devices")
"""The packages in which each of these texts is a sentence."""


def unsaid(source: str) -> Iterator[str]:
    """Yield which texts for people are no sentences: words in quotes, or pieces put together."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and PEOPLE.search(ast.unparse(node.func)):
            given = (*node.args, *(keyword.value for keyword in node.keywords))
            for part in (part for argument in given for part in _alternatives(argument)):
                text = part.value if isinstance(part, ast.Constant) else ""
                if isinstance(part, ast.JoinedStr | ast.BinOp) or " " in str(text):
                    yield f"{part.lineno}: {ast.unparse(part)}"


def _alternatives(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.IfExp):
        yield from (*_alternatives(value.body), *_alternatives(value.orelse))
    else:
        yield value


@pytest.mark.parametrize(
    "path",
    sorted(
        [
            *(path for package in SPOKEN for path in (SOURCE / package).rglob("*.py")),
            *(
                path
                for path in (SOURCE / "app").rglob("*.py")
                if path.parent.name not in {"rehearsal", "support"}  # both are in a terminal
            ),
            *(path for path in SOURCE.glob("*.py") if path.name != "config.py"),  # the command line alone
        ]
    ),
    ids=lambda path: str(path.relative_to(SOURCE)),
)
def test_each_text_for_people_is_a_sentence(path: Path) -> None:
    """Also what no test plays: a camera that is pulled, a pin that is taken."""
    assert list(unsaid(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "Refused('Not now.', say('Wait.'))",
        "Finding.bad('disk', 'It is full.', say('Make room.'))",
        "CameraTrouble(f'{name} is gone.', LOOK)",
        "Banner(a if b else 'No disk.', c)",
    ],
)
def test_a_text_that_is_no_sentence_is_found(source: str) -> None:
    """Words in quotes, an f-string, and one of two alternatives."""
    assert list(unsaid(source))

"""The line in which a key of a TOML text stands."""

import tomllib
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_bunco.rules.sheets.forms import Path
from pi_bunco.rules.sheets.key_lines import find_key_lines

EVERYTHING = r"""# goal = 1
slug = "x"   # title = 2
"quoted key" = 'its'
awards = [
  # what = "no"
  { what = "most_wins", prize = "a # b ] }" },

  { what = "even" }, ]
text = QQQ
fake = 1
[fake] \QQQ ""QQQ
lit = AAA
fake = 2'AAA
'single.dotted'.part = 1979-05-27T07:32:00Z

[layouts]
2 = ["S2"]
  5 = [ "S3",
    "S2" ]
[more.is]
a.b = { c = [1, [2,
 3]], d = { } }
[[tables]]
x = -1.5e3
[[tables]]
x = true
""".replace("Q", '"').replace("A", "'")
"""A text with all ways to write a key and a value."""


def list_paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of each part of a value."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, part in value.items():
            yield from list_paths(part, (*path, name))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from list_paths(part, (*path, at))


def test_each_way_to_write_a_key() -> None:
    """Comments, quotes, dots, tables, long lists and texts that look like keys are recognized."""
    lines = find_key_lines(EVERYTHING)
    assert lines.keys() == set(list_paths(tomllib.loads(EVERYTHING)))
    assert [lines[path] for path in (("slug",), ("quoted key",), ("awards",), ("text",))] == [2, 3, 4, 9]
    assert [lines["awards", 0], lines["awards", 0, "prize"], lines["awards", 1, "what"]] == [6, 6, 8]
    assert [lines["lit",], lines["single.dotted",], lines["single.dotted", "part"]] == [12, 14, 14]
    assert [lines["layouts",], lines["layouts", "5"], lines["layouts", "5", 1]] == [16, 18, 19]
    assert [lines["more",], lines["more", "is", "a", "b", "c", 1, 1]] == [20, 22]
    assert [lines["tables",], lines["tables", 0, "x"], lines["tables", 1], lines["tables", 1, "x"]] == [
        23, 24, 25, 26,
    ]  # fmt: skip


def test_escapes_in_a_key() -> None:
    """A key may be written with escapes, and bare digits are a key too."""
    assert find_key_lines('\n"go\\u0061l" = 1\n1.\'a"b\' = 2') == {("goal",): 2, ("1",): 3, ("1", 'a"b'): 3}


def test_empty_text_has_no_keys() -> None:
    """An empty text and comments have no keys."""
    assert find_key_lines("") == {}
    assert find_key_lines("\n# a = 1") == {}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_ends_of_lines(end: str) -> None:
    """Lines may end as on any system, and the last line may have no end."""
    assert find_key_lines(f"a = 1{end}{end}b = 'x'") == {("a",): 1, ("b",): 3}


SCALARS = st.sampled_from(
    ["1", "-2.5", "true", '"a = 1"', "'[x]'", '"""\nz = 1\n[y]\n"""', "'''\n# z'''", '"\\"]"']
)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[str, int]]:
    """Return a text in which each key has a unique name, and the line of each key."""
    names = count()
    out: list[str] = []
    lines: dict[str, int] = {}

    def write(text: str) -> None:
        out.append(text)

    def write_key() -> None:
        name = f"k{next(names)}"
        lines[name] = "".join(out).count("\n") + 1
        write(draw(st.sampled_from([f"{name}", f'"{name}"', f"'{name}'"])))
        write(draw(st.sampled_from([" = ", "=", " =\t"])))

    def write_value(depth: int) -> None:
        kind = draw(st.integers(0, 3)) if depth else 0
        if kind == 1:
            write("[")
            for _ in range(draw(st.integers(0, 3))):
                write(draw(st.sampled_from(["", " ", "\n", "\n# c = 1 ]\n"])))
                write_value(depth - 1)
                write(draw(st.sampled_from([",", " ,", "\n,"])))
            write("]")
        elif kind == 2:
            write("{")
            for at in range(draw(st.integers(0, 3))):
                write(", " if at else " ")
                write_key()
                write_value(depth - 1)
            write(" }")
        else:
            write(draw(SCALARS))

    for _ in range(draw(st.integers(0, 4))):
        write(draw(st.sampled_from(["", "\n", "# a = 1\n", "  "])))
        write_key()
        write_value(2)
        write(draw(st.sampled_from(["\n", " # b = [\n", "\r\n"])))
    return "".join(out), lines


@settings(deadline=None)
@given(documents())
def test_any_text(document: tuple[str, dict[str, int]]) -> None:
    """All keys that the library finds are found here too, each with its line."""
    text, expected = document
    lines = find_key_lines(text)
    assert lines.keys() == set(list_paths(tomllib.loads(text)))
    for path, line in lines.items():
        if isinstance(path[-1], str):
            assert line == expected[path[-1]], path

"""In which line a key of a TOML text stands."""

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
"""A text with every way to write a key and a value."""


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of all that is in a value."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, part in value.items():
            yield from paths(part, (*path, name))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from paths(part, (*path, at))


def test_each_way_to_write_a_key() -> None:
    """Comments, quotes, dots, tables, lists over lines and texts that look like keys are told apart."""
    lines = find_key_lines(EVERYTHING)
    assert lines.keys() == set(paths(tomllib.loads(EVERYTHING)))
    assert [lines[path] for path in (("slug",), ("quoted key",), ("awards",), ("text",))] == [2, 3, 4, 9]
    assert [lines["awards", 0], lines["awards", 0, "prize"], lines["awards", 1, "what"]] == [6, 6, 8]
    assert [lines["lit",], lines["single.dotted",], lines["single.dotted", "part"]] == [12, 14, 14]
    assert [lines["layouts",], lines["layouts", "5"], lines["layouts", "5", 1]] == [16, 18, 19]
    assert [lines["more",], lines["more", "is", "a", "b", "c", 1, 1]] == [20, 22]
    assert [lines["tables",], lines["tables", 0, "x"], lines["tables", 1], lines["tables", 1, "x"]] == [
        23, 24, 25, 26,
    ]  # fmt: skip


def test_escapes_in_a_key() -> None:
    """A key is known however it is written; bare digits are its name too."""
    assert find_key_lines('\n"go\\u0061l" = 1\n1.\'a"b\' = 2') == {("goal",): 2, ("1",): 3, ("1", 'a"b'): 3}


def test_an_empty_text_has_no_lines() -> None:
    """Nothing and comments alone have no keys."""
    assert find_key_lines("") == {}
    assert find_key_lines("\n# a = 1") == {}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_ends_of_lines(end: str) -> None:
    """Lines may end as on any system, the last without an end."""
    assert find_key_lines(f"a = 1{end}{end}b = 'x'") == {("a",): 1, ("b",): 3}


SCALARS = st.sampled_from(
    ["1", "-2.5", "true", '"a = 1"', "'[x]'", '"""\nz = 1\n[y]\n"""', "'''\n# z'''", '"\\"]"']
)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[str, int]]:
    """Return a text in which every key has its own name, and the line of each."""
    names = count()
    out: list[str] = []
    lines: dict[str, int] = {}

    def put(text: str) -> None:
        out.append(text)

    def key() -> None:
        name = f"k{next(names)}"
        lines[name] = "".join(out).count("\n") + 1
        put(draw(st.sampled_from([f"{name}", f'"{name}"', f"'{name}'"])))
        put(draw(st.sampled_from([" = ", "=", " =\t"])))

    def value(depth: int) -> None:
        kind = draw(st.integers(0, 3)) if depth else 0
        if kind == 1:
            put("[")
            for _ in range(draw(st.integers(0, 3))):
                put(draw(st.sampled_from(["", " ", "\n", "\n# c = 1 ]\n"])))
                value(depth - 1)
                put(draw(st.sampled_from([",", " ,", "\n,"])))
            put("]")
        elif kind == 2:
            put("{")
            for at in range(draw(st.integers(0, 3))):
                put(", " if at else " ")
                key()
                value(depth - 1)
            put(" }")
        else:
            put(draw(SCALARS))

    for _ in range(draw(st.integers(0, 4))):
        put(draw(st.sampled_from(["", "\n", "# a = 1\n", "  "])))
        key()
        value(2)
        put(draw(st.sampled_from(["\n", " # b = [\n", "\r\n"])))
    return "".join(out), lines


@settings(deadline=None)
@given(documents())
def test_any_text(document: tuple[str, dict[str, int]]) -> None:
    """All that the library finds in a text is found here too, each key in its own line."""
    text, expected = document
    lines = find_key_lines(text)
    assert lines.keys() == set(paths(tomllib.loads(text)))
    for path, line in lines.items():
        if isinstance(path[-1], str):
            assert line == expected[path[-1]], path

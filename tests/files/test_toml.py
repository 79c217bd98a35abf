"""TOML files: a check before they are parsed, and the lines of their keys."""

import tomllib
from pathlib import Path

import pytest

from pi_bunco.files.toml import find_key_places, read_toml_text


@pytest.mark.parametrize(
    "key",
    ["a" + ".a" * 40, "a" + "".join(f" . 'k{n}'" for n in range(40)), "[" + "a." * 40 + "b]"],
    ids=["plain", "quoted", "table"],
)
def test_key_with_many_parts_is_refused(tmp_path: Path, key: str) -> None:
    """A key with more than 32 parts is refused with its line: tomllib can need gigabytes for such a key."""
    path = tmp_path / "deep.toml"
    path.write_text(f"goal = 11\n{key} = 1\n")
    with pytest.raises(
        tomllib.TOMLDecodeError, match=r"A key with more than 32 parts \(at line 2, column 1\)"
    ):
        read_toml_text(path)


def test_ordinary_files_are_accepted(tmp_path: Path) -> None:
    """Nested tables, decimal numbers, sentences and addresses do not count as deep keys."""
    text = (
        "a.b.c = 1\n[d.e.f]\nfaces = [" + "0.125, " * 60 + ']\nline = "' + "So it is. " * 60 + 'www.a.b.c."\n'
    )
    path = tmp_path / "fine.toml"
    path.write_text("\ufeff" + text, encoding="utf-8")
    assert read_toml_text(path) == text
    assert tomllib.loads(text)["d"]["e"]["f"]["faces"][0] == 0.125


TEXT = """\
# [stations]  2 = "no"
note = '''
[stations]
2 = "no"
'''  # 3 = "no"
"stations"."2" = "usb # 4"
stations . '3' = { a = 1, b = [
  "]", # 5
  [2]] }
[[awards]]
what = "even"
[[ awards ]]  # again
"""


def test_each_key_has_its_line() -> None:
    """Lines are right despite comments and multi-line texts, for dotted and quoted keys and nested values."""
    found = find_key_places(Path("t.toml"), TEXT, tomllib.loads(TEXT)).lines
    assert [found[("note",)], found[("stations",)], found[("stations", "2")]] == [2, 6, 6]
    third = ("stations", "3", "b")
    assert [found[third[:2]], found[third], found[(*third, 0)], found[(*third, 1, 0)]] == [7, 7, 8, 9]
    assert [found[("awards",)], found[("awards", 0, "what")], found[("awards", 1)]] == [10, 11, 12]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_endings_of_windows_are_accepted(end: str) -> None:
    """Keys have the same lines in a file with Windows line endings."""
    text = TEXT.replace("\n", end)
    assert find_key_places(Path("t.toml"), text, tomllib.loads(text)).lines[("awards", 0, "what")] == 11


def test_uncertain_line_is_left_out() -> None:
    """If the keys that are found differ from those that tomllib reads, a key has no line."""
    assert find_key_places(Path("t.toml"), "a = 1\n", {"a": 1, "b": 2}).find("a") == "t.toml: a"
    assert find_key_places(Path("t.toml"), "a = 1\n", {"a": 1}).find("a") == "t.toml, line 1: a"

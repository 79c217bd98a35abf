"""TOML files are looked at before they are parsed."""

import tomllib
from pathlib import Path

import pytest

from pi_bunco.toml import text_of


@pytest.mark.parametrize(
    "key",
    ["a" + ".a" * 40, "a" + "".join(f" . 'k{n}'" for n in range(40)), "[" + "a." * 40 + "b]"],
    ids=["plain", "quoted", "table"],
)
def test_a_key_with_many_parts_is_refused(tmp_path: Path, key: str) -> None:
    """Its line is told; the standard library would take gigabytes for a key of 200 kB."""
    path = tmp_path / "deep.toml"
    path.write_text(f"goal = 11\n{key} = 1\n")
    with pytest.raises(
        tomllib.TOMLDecodeError, match=r"A key with more than 32 parts \(at line 2, column 1\)"
    ):
        text_of(path)


def test_what_people_write_is_let_through(tmp_path: Path) -> None:
    """Tables in tables, numbers with points, sentences and addresses are no deep keys."""
    text = (
        "a.b.c = 1\n[d.e.f]\nfaces = [" + "0.125, " * 60 + ']\nline = "' + "So it is. " * 60 + 'www.a.b.c."\n'
    )
    path = tmp_path / "fine.toml"
    path.write_text("\ufeff" + text, encoding="utf-8")
    assert text_of(path) == text
    assert tomllib.loads(text)["d"]["e"]["f"]["faces"][0] == 0.125

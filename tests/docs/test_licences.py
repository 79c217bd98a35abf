"""The licence of all that is installed is known, suits, and stands in LICENCES.md."""

from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tools import licences


def test_the_page_is_up_to_date() -> None:
    """Somebody who changes a lock, or takes in a file of others, runs make licences."""
    locked = licences.list_locked()["numpy"][0]
    if version("numpy") != locked:
        pytest.skip(f"the page is written where numpy {locked} is: an older Python than this has it")
    assert licences.PAGE.read_text("utf-8") == licences.make_page(), (
        "LICENCES.md is out of date: make licences"
    )


def test_each_locked_package_is_named() -> None:
    """With each version that a lock has."""
    page = licences.PAGE.read_text("utf-8")
    for name, versions in licences.list_locked().items():
        assert f"| `{name}` | {', '.join(versions)} |" in page


class Package(dict[str, Any]):
    """What a package says of itself."""

    @property
    def json(self) -> dict[str, Any]:
        return self


@pytest.mark.parametrize(
    ("said", "licence"),
    [
        ({"license_expression": "MIT OR Apache-2.0"}, "MIT OR Apache-2.0"),
        ({"license": "PSFL"}, "PSF-2.0"),
        ({"classifier": ["Programming Language :: C", "License :: OSI Approved :: BSD License"]}, "BSD"),
        ({"license": "Copyright …", "classifier": ["License :: OSI Approved :: MIT License"]}, "MIT"),
    ],
)
def test_licences_are_read_wherever_a_package_says_them(said: dict[str, Any], licence: str) -> None:
    """As an expression, in words, or as a classifier."""
    assert licences.find_licence(package(said)) == licence


@pytest.mark.parametrize(
    "said", [{}, {"license_expression": "GPL-3.0-only"}, {"license_expression": "MIT AND AGPL-3.0-only"}]
)
def test_a_licence_that_does_not_suit_is_refused(said: dict[str, Any]) -> None:
    """One that asks for more than pi-bunco's own, or none at all."""
    with pytest.raises(licences.Unsuitable, match="example"):
        licences.find_licence(package(said))


def package(said: dict[str, Any]) -> Any:
    return Package(said | {"name": "example"})


def test_a_file_of_others_needs_its_row(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file that lies there without one is found."""
    (tmp_path / "VENDOR.md").write_text("| file |\n")
    (tmp_path / "new.js").touch()
    monkeypatch.setattr(licences, "VENDOR", tmp_path)
    with pytest.raises(licences.Unsuitable, match=r"new\.js"):
        licences.make_page()

"""Each package that is installed has a suitable licence, which ``LICENCES.md`` names."""

from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tools import licences


def test_the_page_is_up_to_date() -> None:
    """The page is what ``make licences`` writes now."""
    locked = licences.list_locked()["numpy"][0]
    if version("numpy") != locked:
        pytest.skip(f"the page is written with numpy {locked}, which needs an older Python than this")
    assert licences.PAGE.read_text("utf-8") == licences.make_page(), (
        "LICENCES.md is out of date: make licences"
    )


def test_each_locked_package_is_named() -> None:
    """The page has each version that a lock names."""
    page = licences.PAGE.read_text("utf-8")
    for name, versions in licences.list_locked().items():
        assert f"| `{name}` | {', '.join(versions)} |" in page


class Metadata(dict[str, Any]):
    """The metadata of a package."""

    @property
    def json(self) -> dict[str, Any]:
        return self


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"license_expression": "MIT OR Apache-2.0"}, "MIT OR Apache-2.0"),
        ({"license": "PSFL"}, "PSF-2.0"),
        ({"classifier": ["Programming Language :: C", "License :: OSI Approved :: BSD License"]}, "BSD"),
        ({"license": "Copyright …", "classifier": ["License :: OSI Approved :: MIT License"]}, "MIT"),
    ],
)
def test_a_licence_is_found_in_each_field(fields: dict[str, Any], licence: str) -> None:
    """A package states it as an expression, in words or as a classifier."""
    assert licences.find_licence(make_package(fields)) == licence


@pytest.mark.parametrize(
    "fields", [{}, {"license_expression": "GPL-3.0-only"}, {"license_expression": "MIT AND AGPL-3.0-only"}]
)
def test_an_unsuitable_licence_is_refused(fields: dict[str, Any]) -> None:
    """A licence must not demand more than pi-bunco's licence, and a package must have one."""
    with pytest.raises(licences.Unsuitable, match="example"):
        licences.find_licence(make_package(fields))


def make_package(fields: dict[str, Any]) -> Any:
    return Metadata(fields | {"name": "example"})


def test_a_vendored_file_needs_a_row(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file of other people that the table in VENDOR.md does not list is refused."""
    (tmp_path / "VENDOR.md").write_text("| file |\n")
    (tmp_path / "new.js").touch()
    monkeypatch.setattr(licences, "VENDOR", tmp_path)
    with pytest.raises(licences.Unsuitable, match=r"new\.js"):
        licences.make_page()

"""The project's addresses stand in one file, and are written where they are needed."""

import re
import tomllib

import pytest

from tests.docs.pages import ROOT, pages
from tools import addresses


@pytest.mark.parametrize("name", addresses.PLACES)
def test_each_place_is_up_to_date(name: str) -> None:
    """Somebody who changes addresses.toml runs make addresses."""
    text = (ROOT / name).read_text("utf-8")
    assert text == addresses.fill_addresses(name, text, addresses.load_addresses()), (
        f"{name} is out of date: make addresses"
    )


@pytest.mark.parametrize("name", addresses.PLACES)
def test_addresses_come_and_go(name: str) -> None:
    """All that are given stand there; without any the file is as it was."""
    text = addresses.fill_addresses(
        name, (ROOT / name).read_text("utf-8"), dict.fromkeys(addresses.load_addresses(), "")
    )
    given = {key: f"https://example.org/{key}" for key in addresses.load_addresses()}
    full = addresses.fill_addresses(name, text, given)
    assert set(re.findall(r"https://example\.org/(\w+)", full)) == set(addresses.PLACES[name][2])
    assert addresses.fill_addresses(name, full, dict.fromkeys(given, "")) == text


def test_packages_read_them() -> None:
    """The metadata of the wheel have them in the form that is asked for."""
    given = {"home": "https://example.org/", "issues": "https://example.org/issues", "security": ""}
    text = addresses.fill_addresses("pyproject.toml", (ROOT / "pyproject.toml").read_text("utf-8"), given)
    assert tomllib.loads(text)["project"]["urls"] == {
        "Homepage": "https://example.org/",
        "Issues": "https://example.org/issues",
    }


def test_no_other_file_names_one() -> None:
    """A page that named the project's own address would be forgotten when it moves."""
    own = [address for address in addresses.load_addresses().values() if address]
    for page in pages():
        if page.name not in addresses.PLACES:
            assert not [address for address in own if address in page.read_text("utf-8")]

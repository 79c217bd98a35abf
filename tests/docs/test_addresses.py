"""``addresses.toml`` holds the project's addresses, and ``make addresses`` copies them to other files."""

import re
import tomllib

import pytest

from tests.docs.pages import ROOT, list_pages
from tools import addresses


@pytest.mark.parametrize("name", addresses.PLACES)
def test_each_place_is_up_to_date(name: str) -> None:
    """Each file has the addresses of addresses.toml."""
    text = (ROOT / name).read_text("utf-8")
    assert text == addresses.fill_addresses(name, text, addresses.load_addresses()), (
        f"{name} is out of date: make addresses"
    )


@pytest.mark.parametrize("name", addresses.PLACES)
def test_addresses_can_be_added_and_removed(name: str) -> None:
    """A file gets the addresses that it needs. When they are removed, it is the same as before."""
    given = {key: f"https://example.org/{key}" for key in addresses.load_addresses()}
    none = dict.fromkeys(given, "")
    without = addresses.fill_addresses(name, (ROOT / name).read_text("utf-8"), none)
    full = addresses.fill_addresses(name, without, given)
    assert set(re.findall(r"https://example\.org/(\w+)", full)) == set(addresses.PLACES[name][2])
    assert addresses.fill_addresses(name, full, none) == without


def test_the_metadata_of_the_package_have_the_addresses() -> None:
    """The metadata contain the addresses as links with names, in the form that Python packages use."""
    given = {"home": "https://example.org/", "issues": "https://example.org/issues", "security": ""}
    text = addresses.fill_addresses("pyproject.toml", (ROOT / "pyproject.toml").read_text("utf-8"), given)
    assert tomllib.loads(text)["project"]["urls"] == {
        "Homepage": "https://example.org/",
        "Issues": "https://example.org/issues",
    }


def test_no_other_page_has_an_address() -> None:
    """When the project moves, nobody would think of changing the address there."""
    known = [address for address in addresses.load_addresses().values() if address]
    for page in list_pages():
        if page.name not in addresses.PLACES:
            assert not [address for address in known if address in page.read_text("utf-8")]

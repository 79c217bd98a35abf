"""`pi-bunco address`: the page's address in words, and as a code that a tablet's camera reads."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_bunco.app import address
from pi_bunco.app.doctor.network import NetworkFacts
from pi_bunco.settings.config import Settings
from tests.cli.conftest import Call

SHADES = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}


def scan(text: str) -> str:
    """Return the text of a QR code that is printed in block characters, light on dark."""
    lines = text.splitlines()
    modules = [[SHADES[letter][half] for letter in line] for line in lines for half in (0, 1)]
    picture = np.kron(np.array(modules, np.uint8) * 255, np.ones((8, 8), np.uint8))
    return cv2.QRCodeDetector().detectAndDecode(picture)[0]


def test_code_contains_the_address(call: Call) -> None:
    """The QR code contains the same address as the text above it."""
    status, out, _ = call("address", "--host", "192.168.1.20", "--port", "8081")
    words, _, code = out.partition("\n\n")
    assert status == 0
    assert words == "The table is at http://192.168.1.20:8081/"
    assert scan(code) == "http://192.168.1.20:8081/"
    assert max(map(len, out.splitlines())) < 80


def test_address_follows_the_settings_of_the_installed_table(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The installed command uses the installed table's settings; an option overrides them."""
    settings = tmp_path / "table.toml"
    settings.write_text('camera = "none"\nhost = "10.0.0.7"\nport = 8123\n', "utf-8")
    monkeypatch.setenv("PI_BUNCO_CONFIG", str(settings))
    assert "http://10.0.0.7:8123/" in call("address")[1]
    assert "http://10.0.0.7:9/" in call("address", "--port", "9")[1]


def test_address_of_a_table_for_its_own_machine_has_no_code(call: Call) -> None:
    """If other machines cannot open the page, the output says so and has no code."""
    status, out, _ = call("address", "--host", "127.0.0.1")
    assert (status, "█" in out) == (0, False)
    assert "for this machine alone" in out


def test_address_in_a_network_without_internet_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address in a network without internet is shown, and the machine's name comes after it."""
    monkeypatch.setattr(address, "find_own_address", lambda: None)
    monkeypatch.setattr(address, "read_network", lambda _: NetworkFacts(("10.42.0.1",), name="bunco.local"))
    found = address.find_page_addresses(Settings(camera="none"))
    assert found.best == "http://10.42.0.1:8080/"
    assert found.others == ("http://bunco.local:8080/",)


def test_address_towards_the_router_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several addresses the one towards the router comes first: the room's tablets are in that network."""
    monkeypatch.setattr(address, "find_own_address", lambda: "192.168.1.20")
    monkeypatch.setattr(address, "read_network", lambda _: NetworkFacts(("10.42.0.1", "192.168.1.20")))
    found = address.find_page_addresses(Settings(camera="none"))
    assert (found.best, found.others) == ("http://192.168.1.20:8080/", ("http://10.42.0.1:8080/",))

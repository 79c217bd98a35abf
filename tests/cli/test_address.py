"""`pi-bunco address`: the page's address in words, and as a code that a tablet's camera reads."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_bunco.app import address
from pi_bunco.app.doctor.network import NetworkFacts
from pi_bunco.config import Settings
from tests.cli.conftest import Call

SHADES = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}


def scan(text: str) -> str:
    """Read the code from the letters, as light on a dark screen."""
    lines = text.splitlines()
    modules = [[SHADES[letter][half] for letter in line] for line in lines for half in (0, 1)]
    picture = np.kron(np.array(modules, np.uint8) * 255, np.ones((8, 8), np.uint8))
    return cv2.QRCodeDetector().detectAndDecode(picture)[0]


def test_code_says_the_address(call: Call) -> None:
    """A camera that looks at the screen opens the same page as the words say."""
    status, out, _ = call("address", "--host", "192.168.1.20", "--port", "8081")
    words, _, code = out.partition("\n\n")
    assert status == 0
    assert words == "The table is at http://192.168.1.20:8081/"
    assert scan(code) == "http://192.168.1.20:8081/"
    assert max(map(len, out.splitlines())) < 80


def test_settings_of_the_installed_table(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The installed command means the installed table's settings; an option beats them."""
    settings = tmp_path / "table.toml"
    settings.write_text('camera = "none"\nhost = "10.0.0.7"\nport = 8123\n', "utf-8")
    monkeypatch.setenv("PI_BUNCO_CONFIG", str(settings))
    assert "http://10.0.0.7:8123/" in call("address")[1]
    assert "http://10.0.0.7:9/" in call("address", "--port", "9")[1]


def test_table_for_itself_alone_says_so(call: Call) -> None:
    """Without an address that others can open there is no code to mislead them."""
    status, out, _ = call("address", "--host", "127.0.0.1")
    assert (status, "█" in out) == (0, False)
    assert "for this machine alone" in out


def test_hotspot_without_internet_is_a_way_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that leads nowhere still has tablets in it; the machine's name comes after its addresses."""
    monkeypatch.setattr(address, "find_own_address", lambda: None)
    monkeypatch.setattr(address, "read_network", lambda _: NetworkFacts(("10.42.0.1",), name="bunco.local"))
    found = address.find_page_addresses(Settings(camera="none"))
    assert found.best == "http://10.42.0.1:8080/"
    assert found.others == ("http://bunco.local:8080/",)


def test_way_out_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several addresses the one towards the router is what the room's tablets share."""
    monkeypatch.setattr(address, "find_own_address", lambda: "192.168.1.20")
    monkeypatch.setattr(address, "read_network", lambda _: NetworkFacts(("10.42.0.1", "192.168.1.20")))
    found = address.find_page_addresses(Settings(camera="none"))
    assert (found.best, found.others) == ("http://192.168.1.20:8080/", ("http://10.42.0.1:8080/",))

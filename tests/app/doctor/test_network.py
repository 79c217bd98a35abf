"""The network: the page's address for the others in the room."""

import json
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.app.doctor.network import NetworkFacts, judge_network, read_network
from pi_bunco.config import Settings
from pi_bunco.findings import Mark
from tests.app.doctor.made import machine

REAL = {"camera": "picamera2", "port": 8080}
WIRELESS = """Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
 face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22
 wlan0: 0000   54.  -81.  -256        0      0      0      0      0        0
"""
LINKS: list[dict[str, Any]] = [
    {"ifname": "wlan0", "addr_info": [{"local": "192.168.1.20"}]},
    {"ifname": "docker0", "addr_info": [{"local": "172.17.0.1"}]},
    {"ifname": "eth0", "addr_info": []},
]


@pytest.mark.parametrize(
    ("said", "found", "mark", "words"),
    [
        (REAL, NetworkFacts(("192.168.1.20",)), Mark.GOOD, "http://192.168.1.20:8080/."),
        (
            REAL,
            NetworkFacts(("10.0.0.5", "192.168.1.20")),
            Mark.GOOD,
            "http://10.0.0.5:8080/ and http://192.168.1.20",
        ),
        (REAL, NetworkFacts(("192.168.1.20",), -75), Mark.GOOD, "http://192.168.1.20:8080/."),
        (REAL, NetworkFacts(("192.168.1.20",), -76), Mark.LOOK, "weak (-76 dBm)"),
        (REAL, NetworkFacts(()), Mark.BAD, "in no network"),
        ({"camera": "mock"}, NetworkFacts(("192.168.1.20",)), Mark.LOOK, "for this machine alone"),
        (
            REAL | {"host": "10.0.0.5", "port": 80},
            NetworkFacts(("10.0.0.5", "10.1.1.1")),
            Mark.GOOD,
            "http://10.0.0.5:80/.",
        ),
    ],
)
def test_judged(said: dict[str, Any], found: NetworkFacts, mark: Mark, words: str) -> None:
    """The address stands in the finding; what keeps others from it is reported with what to do."""
    judged = judge_network(Settings(**said), found)
    assert judged.mark is mark
    assert words in judged.found
    assert bool(judged.remedy) == (mark is not Mark.GOOD)


def test_what_the_machine_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses and the strength of the Wi-Fi are read; bridges of containers are left out."""
    monkeypatch.setattr("pi_bunco.app.doctor.network.find_own_address", lambda: None)
    made = machine(
        tmp_path, {"proc/net/wireless": WIRELESS, "run/avahi-daemon/socket": ""}, ip=json.dumps(LINKS)
    )
    found = read_network(made)
    assert (found.addresses, found.signal) == (("192.168.1.20",), -81)
    assert found.name.endswith(".local")
    assert read_network(machine(tmp_path / "bare")) == NetworkFacts(())


def test_machine_without_ip_is_in_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare Debian cannot list its addresses; the one by which it would go out is one."""
    monkeypatch.setattr("pi_bunco.app.doctor.network.find_own_address", lambda: "192.168.1.20")
    assert read_network(machine(tmp_path)) == NetworkFacts(("192.168.1.20",))

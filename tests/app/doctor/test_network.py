"""The check of the network: the page's address for the others in the room."""

import json
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.app.doctor.network import NetworkFacts, judge_network, read_network
from pi_bunco.findings import Mark
from pi_bunco.settings.config import Settings
from tests.app.doctor.stand_ins import machine

REAL = {"camera": "picamera2", "port": 8080}
WIRELESS = """Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
 face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22
 wlan0: 0000   54.  -81.  -256        0      0      0      0      0        0
"""
LINKS: list[dict[str, Any]] = [
    {"ifname": "wlan0", "addr_info": [{"local": "192.168.1.20"}]},
    {"ifname": "docker0", "addr_info": [{"local": "172.17.0.1"}]},
    {"ifname": "eth0", "addr_info": [{}]},  # with an address of another scope
]


@pytest.mark.parametrize(
    ("settings", "facts", "mark", "words"),
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
        (REAL, NetworkFacts(()), Mark.BAD, "not connected to a network"),
        ({"camera": "mock"}, NetworkFacts(("192.168.1.20",)), Mark.LOOK, "for this machine alone"),
        (
            REAL | {"host": "10.0.0.5", "port": 80},
            NetworkFacts(("10.0.0.5", "10.1.1.1")),
            Mark.GOOD,
            "http://10.0.0.5:80/.",
        ),
    ],
)
def test_network_is_judged(settings: dict[str, Any], facts: NetworkFacts, mark: Mark, words: str) -> None:
    """The finding contains the address, or why others cannot open it and what to do."""
    found = judge_network(Settings(**settings), facts)
    assert found.mark is mark
    assert words in found.found
    assert bool(found.remedy) == (mark is not Mark.GOOD)


def test_network_facts_are_read_from_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Addresses and the strength of the Wi-Fi are read; addresses of containers are ignored."""
    monkeypatch.setattr("pi_bunco.app.doctor.network.find_own_address", lambda: None)
    pi = machine(
        tmp_path, {"proc/net/wireless": WIRELESS, "run/avahi-daemon/socket": ""}, ip=json.dumps(LINKS)
    )
    facts = read_network(pi)
    assert (facts.addresses, facts.signal) == (("192.168.1.20",), -81)
    assert facts.name.endswith(".local")
    assert read_network(machine(tmp_path / "bare")) == NetworkFacts(())


def test_network_address_without_the_ip_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the program ``ip`` is missing, the address of outgoing connections is used."""
    monkeypatch.setattr("pi_bunco.app.doctor.network.find_own_address", lambda: "192.168.1.20")
    assert read_network(machine(tmp_path)) == NetworkFacts(("192.168.1.20",))

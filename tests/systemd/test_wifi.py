"""The files for the Pi's own Wi-Fi: port 80, the rule of polkit, and the names in that Wi-Fi."""

import json
import re
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Iterator

import pytest

from pi_bunco.devices.wifi import network_manager
from pi_bunco.devices.wifi.port import OWN_ADDRESS, OWN_NAMES
from pi_bunco.files import assets
from pi_bunco.web.probes import NOT_NAMED, PROBES
from tests.systemd.test_units import read_unit

FOLDER = assets.find("systemd")
NAMES = FOLDER / "dnsmasq-shared.d/pi-bunco.conf"
NXDOMAIN, REFUSED = 3, 5


def test_port_80_belongs_to_the_table() -> None:
    """The socket starts and stops with the table: a telephone's question starts no table that was stopped."""
    values = read_unit("pi-bunco-http.socket")
    assert values["ListenStream"] == ["80"]
    assert values["Service"] == values["PartOf"] == ["pi-bunco.service"]
    assert "WantedBy" not in values
    assert "pi-bunco-http.socket" in read_unit("pi-bunco.service")["Wants"]


def test_the_table_may_speak_to_the_bus() -> None:
    """Its sandbox allows local sockets."""
    assert "AF_UNIX" in read_unit("pi-bunco.service")["RestrictAddressFamilies"][0].split()


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed here")
def test_rule_allows_the_table_what_it_needs_and_nothing_else() -> None:
    """The rule itself is run, as polkit does, for each action of NetworkManager and for other users."""
    rule = (FOLDER / "polkit/51-pi-bunco-wifi.rules").read_text("utf-8")
    needs = set(network_manager.NEEDS)
    actions = [*needs, *(f"org.freedesktop.NetworkManager.{name}" for name in (
        "wifi.share.open", "settings.modify.hostname", "settings.modify.global-dns", "sleep-wake", "reload",
        "enable-disable-network", "settings.modify.systemx",
    )), "org.freedesktop.login1.reboot"]  # fmt: skip
    code = f"""
    const polkit = {{Result: {{YES: "yes"}}, addRule: (rule) => {{ polkit.rule = rule; }}}};
    {rule}
    const ask = (user) => {json.dumps(actions)}.filter((id) => polkit.rule({{id}}, {{user}}) === "yes");
    console.log(JSON.stringify([ask("pi-bunco"), ask("ann")]));
    """
    done = subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True)
    own, other = json.loads(done.stdout)
    assert (set(own), other) == (needs, [])


def test_names_are_those_that_are_answered() -> None:
    """The file has each name that is answered at port 80, without those that people may want."""
    text = NAMES.read_text("utf-8")
    named = {name for line in re.findall(rf"^host-record=(.+),{OWN_ADDRESS}$", text, re.MULTILINE)
             for name in line.split(",")}  # fmt: skip
    assert named == (PROBES.keys() - NOT_NAMED) | OWN_NAMES
    assert {*re.findall(r"^local=/(.+)/$", text, re.MULTILINE)} == named | {"dns.msftncsi.com"}


def query(port: int, name: str, kind: int) -> tuple[int, list[bytes]]:
    """Return the code of a DNS server's answer, and the addresses in it (RFC 1035)."""
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    question = struct.pack(">6H", 7, 0x100, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", kind, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.settimeout(10)
        client.sendto(question, ("127.0.0.1", port))
        answer = client.recv(512)
    _, flags, _, count, *_ = struct.unpack(">6H", answer[:12])
    return flags & 15, [answer[-4:]] if count else []


@pytest.fixture
def dns() -> Iterator[int]:
    """Run dnsmasq as NetworkManager does, without a network behind it, and yield its port."""
    program = shutil.which("dnsmasq")
    if program is None:
        pytest.skip("dnsmasq is not installed here (apt: dnsmasq-base)")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    process = subprocess.Popen(
        [program, "--conf-file=/dev/null", "--no-hosts", "--keep-in-foreground", "--bind-interfaces",
         "--no-resolv", "--clear-on-reload", "--strict-order", "--listen-address=127.0.0.1", "--user=",
         f"--port={port}", "--pid-file=", f"--conf-dir={NAMES.parent}"],
    )  # fmt: skip
    try:
        while not answers(port):
            assert process.poll() is None
            time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait()


def answers(port: int) -> bool:
    try:
        query(port, "bunco", 1)
    except OSError:
        return False
    return True


def test_telephones_find_the_pi(dns: int) -> None:
    """Each name leads to the Pi, and there is no IPv6 address that would lead elsewhere."""
    for name in ("bunco", "bunco.lan", "captive.apple.com", "connectivitycheck.gstatic.com"):
        assert query(dns, name, 1) == (0, [socket.inet_aton(OWN_ADDRESS)])
        assert query(dns, name, 28) == (0, [])
    assert query(dns, "dns.msftncsi.com", 1) == (0, [socket.inet_aton("131.107.255.255")])


def test_other_names_are_left_alone(dns: int) -> None:
    """The Pi does not pretend to be other sites, and a question for them does not hang."""
    assert query(dns, "www.google.com", 1) == (REFUSED, [])
    assert query(dns, "sub.captive.apple.com", 1) == (NXDOMAIN, [])

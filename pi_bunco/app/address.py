"""The page's addresses, as text and as a QR code, and the host names that they may contain."""

import io
import socket
import time
from dataclasses import dataclass

import segno

from pi_bunco.app.doctor.machine import Machine
from pi_bunco.app.doctor.network import read_network
from pi_bunco.devices.wifi.port import OWN_NAMES
from pi_bunco.machine.own_address import find_own_address
from pi_bunco.settings.config import LOOPBACK, Settings

_LOCAL_ENDINGS = ("local", "lan", "home", "internal", "home.arpa", "localdomain")
"""Endings of names that exist only in a local network: of mDNS (RFC 6762), routers and RFC 8375."""
_KNOWN_SECONDS = 10.0
"""For how long an address is not looked up again."""
_MAX_NAMESAKE = 9
"""The highest number that mDNS may append if another machine has the name, as in ``bunco-2.local``."""


def collect_own_names(
    settings: Settings, machine: Machine | None = None, host: str | None = None
) -> frozenset[str]:
    """Return the host names by which browsers may open the page, in small letters.

    Parameters
    ----------
    settings
        The table's settings, with its ``names`` and the address that it serves on.
    machine
        The machine, by default this one. Its network's ending comes from ``resolv.conf(5)``.
    host
        The host name, by default that of this machine.

    >>> names = collect_own_names(Settings(names=("Bunco.Example.org",)), Machine(), "bunco")
    >>> {"bunco", "bunco.local", "bunco-2.local", "bunco.example.org"} <= names, "evil.example" in names
    (True, False)
    """
    machine = machine or Machine()
    full = (host or socket.gethostname()).lower().rstrip(".")
    label = full.partition(".")[0]
    names = {full, label, *(f"{label}.{ending}" for ending in {*_LOCAL_ENDINGS, *_read_endings(machine)})}
    names |= {f"{label}-{number}.local" for number in range(2, _MAX_NAMESAKE + 1)}
    names |= {name for name in _read_aliases(machine) if name.partition(".")[0] == label}
    names |= {name.lower().rstrip(".") for name in (*settings.names, settings.host or "")}
    return frozenset(names - {""} | OWN_NAMES)


def _read_endings(machine: Machine) -> set[str]:
    """Read the network's domain endings, which the router sends with the address."""
    lines = map(str.split, machine.read_text("etc/resolv.conf").lower().splitlines())
    listed = (words[1:] for words in lines if words[:1] in (["search"], ["domain"]))
    return {ending.strip(".") for endings in listed for ending in endings} - {""}


def _read_aliases(machine: Machine) -> set[str]:
    """Read the names that the machine itself knows (``hosts(5)``)."""
    lines = (line.partition("#")[0].split() for line in machine.read_text("etc/hosts").lower().splitlines())
    return {name.rstrip(".") for words in lines for name in words[1:]}


@dataclass(frozen=True, slots=True)
class PageAddresses:
    """The addresses of the page.

    Attributes
    ----------
    best
        The address that other devices should open, ``None`` if they cannot reach the page.
    own
        The address on the machine itself.
    others
        Further addresses of the same page, such as the machine's name.
    """

    best: str | None
    own: str
    others: tuple[str, ...] = ()


def find_page_addresses(settings: Settings, machine: Machine | None = None) -> PageAddresses:
    """Find the page's addresses.

    Parameters
    ----------
    settings
        The table's settings, with its port and the address that it serves on.
    machine
        The machine, by default this one.

    >>> find_page_addresses(Settings(camera="none", host="192.168.1.20"))
    PageAddresses(best='http://192.168.1.20:8080/', own='http://192.168.1.20:8080/', others=())
    >>> find_page_addresses(Settings(host="127.0.0.1", port=9)).best is None
    True
    """

    def make_address(host: str) -> str:
        return f"http://{host}:{settings.port}/"

    if settings.address.startswith("127.") or settings.address == "localhost":
        return PageAddresses(None, make_address(settings.address))
    if settings.address != "0.0.0.0":  # noqa: S104 - compared, not bound
        return PageAddresses(make_address(settings.address), make_address(settings.address))
    network = read_network(machine or Machine())
    own_address = find_own_address()
    # The address towards the internet comes first. A Pi's own hotspot has no internet but can be reached.
    hosts = sorted(network.addresses, key=lambda host: host != own_address)
    if not hosts:
        return PageAddresses(None, make_address(LOOPBACK))
    return PageAddresses(
        make_address(hosts[0]),
        make_address(LOOPBACK),
        tuple(make_address(host) for host in [*hosts[1:], network.name] if host),
    )


@dataclass
class OwnAddress:
    """The address at which other Pis find the pages of this one.

    Attributes
    ----------
    settings
        The settings, with the port that is used.
    """

    settings: Settings
    _known: str = ""
    _since: float = float("-inf")

    def note_port(self, port: int) -> None:
        """Note the port that is used, after any free one was asked for."""
        self.settings, self._since = self.settings.model_copy(update={"port": port}), float("-inf")

    def find(self) -> str:
        """Return the address; without a network, the one on this machine itself.

        It may change at any time, but a look takes long. So the address is kept for some seconds.
        """
        if time.monotonic() - self._since > _KNOWN_SECONDS:
            found = find_page_addresses(self.settings)
            self._known, self._since = found.best or found.own, time.monotonic()
        return self._known


def draw_qr(address: str) -> str:
    """Draw an address as a QR code of block letters, light on a dark screen.

    >>> print(draw_qr("http://10.0.0.2/").splitlines()[2])
    ████ ▄▄▄▄▄ ███▀▀██▄███ ▄▄▄▄▄ ████
    """
    text = io.StringIO()
    segno.make(address, error="m").terminal(text, compact=True)
    return text.getvalue()

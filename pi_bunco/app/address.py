"""The page's addresses, as text and as a QR code, and the names by which it may be called."""

import io
import socket
from dataclasses import dataclass

import segno

from pi_bunco.app.doctor.machine import Machine
from pi_bunco.app.doctor.network import net
from pi_bunco.config import LOOPBACK, Settings
from pi_bunco.own_address import find_own_address

_HOME = ("local", "lan", "home", "internal", "home.arpa", "localdomain")
"""Endings that no name of the internet has: of mDNS (RFC 6762), of routers, of RFC 8375."""
_NAMESAKES = 9
"""Where a name is taken already, mDNS makes ``bunco-2.local`` of it, and so on."""


def own_names(settings: Settings, machine: Machine | None = None, host: str | None = None) -> frozenset[str]:
    """Return the names by which the table may be called, in small letters.

    Parameters
    ----------
    settings
        The table's: its ``names``, and the name that it is served on, if that is one.
    machine
        The machine; ``None``: this one. Its network's ending is that of ``resolv.conf(5)``.
    host
        Its host name; ``None``: as it says.

    >>> names = own_names(Settings(names=("Bunco.Example.org",)), Machine(), "bunco")
    >>> {"bunco", "bunco.local", "bunco-2.local", "bunco.example.org"} <= names, "evil.example" in names
    (True, False)
    """
    machine = machine or Machine()
    whole = (host or socket.gethostname()).lower().rstrip(".")
    label = whole.partition(".")[0]
    endings = {*_HOME, *_endings(machine)}
    called = {whole, label, *(f"{label}.{ending}" for ending in endings)}
    called |= {f"{label}-{number}.local" for number in range(2, _NAMESAKES + 1)}
    called |= {name for name in _aliases(machine) if name.partition(".")[0] == label}
    called |= {name.lower().rstrip(".") for name in (*settings.names, settings.host or "")}
    return frozenset(called - {""})


def _endings(machine: Machine) -> set[str]:
    """Read the network's domain endings, which the router sends with the address."""
    lines = map(str.split, machine.text("etc/resolv.conf").lower().splitlines())
    said = (words[1:] for words in lines if words[:1] in (["search"], ["domain"]))
    return {ending.strip(".") for endings in said for ending in endings} - {""}


def _aliases(machine: Machine) -> set[str]:
    """Read which names the machine itself knows (``hosts(5)``)."""
    lines = (line.partition("#")[0].split() for line in machine.text("etc/hosts").lower().splitlines())
    return {name.rstrip(".") for words in lines for name in words[1:]}


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the page is found.

    Attributes
    ----------
    best
        The address that other devices should open; ``None``: they cannot reach the page.
    own
        The address on the machine itself.
    others
        Further addresses of the same page, such as the machine's name.
    """

    best: str | None
    own: str
    others: tuple[str, ...] = ()


def reach(settings: Settings, machine: Machine | None = None) -> Reach:
    """Find the page's addresses.

    Parameters
    ----------
    settings
        The table's: its port, and the address that it serves on.
    machine
        The machine to ask; ``None``: this one.

    >>> reach(Settings(camera="none", host="192.168.1.20"))
    Reach(best='http://192.168.1.20:8080/', own='http://192.168.1.20:8080/', others=())
    >>> reach(Settings(host="127.0.0.1", port=9)).best is None
    True
    """

    def page(host: str) -> str:
        return f"http://{host}:{settings.port}/"

    if settings.address.startswith("127.") or settings.address == "localhost":
        return Reach(None, page(settings.address))
    if settings.address != "0.0.0.0":  # noqa: S104 - compared, not bound
        return Reach(page(settings.address), page(settings.address))
    found = net(machine or Machine())
    way_out = find_own_address()
    # The one towards the internet first; a Pi's own hotspot has no way out, but is a way in.
    hosts = sorted(found.addresses, key=lambda host: host != way_out)
    if not hosts:
        return Reach(None, page(LOOPBACK))
    names = [found.name] if found.name else []
    return Reach(page(hosts[0]), page(LOOPBACK), tuple(page(host) for host in [*hosts[1:], *names]))


def qr_text(address: str) -> str:
    """Draw an address as a QR code of block letters, light on a dark screen.

    >>> print(qr_text("http://10.0.0.2/").splitlines()[2])
    ████ ▄▄▄▄▄ ███▀▀██▄███ ▄▄▄▄▄ ████
    """
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()

"""What the table is called in its network: its own host name, with the endings that networks give it."""

import socket

from pi_bunco.app.doctor.machine import Machine
from pi_bunco.config import Settings

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
    """Read which endings the network has; the router tells them with the address."""
    lines = map(str.split, machine.text("etc/resolv.conf").lower().splitlines())
    said = (words[1:] for words in lines if words[:1] in (["search"], ["domain"]))
    return {ending.strip(".") for endings in said for ending in endings} - {""}


def _aliases(machine: Machine) -> set[str]:
    """Read which names the machine itself knows (``hosts(5)``)."""
    lines = (line.partition("#")[0].split() for line in machine.text("etc/hosts").lower().splitlines())
    return {name.rstrip(".") for words in lines for name in words[1:]}

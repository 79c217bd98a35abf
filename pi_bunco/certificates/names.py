"""The names and addresses of a machine, for which a certificate may be."""

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class PageNames:
    """The names and addresses of a machine.

    Attributes
    ----------
    names
        Its host names, in small letters.
    addresses
        Its addresses.
    """

    names: frozenset[str]
    addresses: frozenset[Address]


def parse_address(host: str) -> Address | None:
    """Return the address that a host is, ``None`` if it is a name.

    >>> parse_address("10.42.0.1"), parse_address("bunco.local")
    (IPv4Address('10.42.0.1'), None)
    """
    try:
        return ip_address(host)
    except ValueError:
        return None

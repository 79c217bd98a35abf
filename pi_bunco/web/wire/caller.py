"""Identifies callers: which addresses are counted as one."""

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

# Bits of an IPv6 address that name a network. Its owner has all addresses in it (RFC 4291, 2.5.1).
_NETWORK_BITS = 64


@dataclass(frozen=True, slots=True)
class Caller:
    """Where a connection comes from.

    Attributes
    ----------
    key
        The address or network under which it is counted.
    exempt
        Whether it is the machine itself. It has no limits, because its own screen must always work.
    """

    key: str
    exempt: bool = False


def identify_caller(peer: str, local: str) -> Caller:
    """Return the caller of a connection.

    Parameters
    ----------
    peer
        The address that the connection comes from.
    local
        The address of this machine that it goes to.

    Returns
    -------
    Caller
        Each IPv4 address is a caller, also if it is written as IPv6. With IPv6, a foreign network is one
        caller. In the network of this machine, where the room's phones are, each address is a caller.

    >>> identify_caller("192.168.1.7", "192.168.1.2")
    Caller(key='192.168.1.7', exempt=False)
    >>> identify_caller("::ffff:192.168.1.7", "::ffff:192.168.1.2").key
    '192.168.1.7'
    >>> identify_caller("2001:db8:1:2::77", "2001:db8:9:9::1").key
    '2001:db8:1:2::/64'
    >>> identify_caller("2001:db8:1:2::77", "2001:db8:1:2::1").key
    '2001:db8:1:2::77'
    >>> identify_caller("127.0.0.1", "127.0.0.1").exempt, identify_caller("::1", "::1").exempt
    (True, True)
    """
    address, own = parse_address(peer), parse_address(local)
    if address.is_loopback:
        return Caller(str(address), exempt=True)
    if isinstance(address, IPv4Address) or address.is_link_local:
        return Caller(str(address))
    network = IPv6Network((int(address), _NETWORK_BITS), strict=False)
    return Caller(str(address if own in network else network))


def parse_address(address: str) -> IPv4Address | IPv6Address:
    """Return an address that a socket reports, without its interface. IPv4 written as IPv6 becomes IPv4.

    >>> parse_address("fe80::1%eth0"), parse_address("::ffff:10.0.0.2")
    (IPv6Address('fe80::1'), IPv4Address('10.0.0.2'))
    """
    read = ip_address(address.partition("%")[0])
    return (isinstance(read, IPv6Address) and read.ipv4_mapped) or read

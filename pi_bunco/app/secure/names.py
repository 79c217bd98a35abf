"""Collects the names and addresses for which the certificate of the pages must be valid."""

import socket
from ipaddress import ip_address

from pi_bunco.app.address import collect_own_names
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.app.doctor.network import read_network
from pi_bunco.certificates.names import PageNames, parse_address
from pi_bunco.devices.wifi.port import OWN_ADDRESS, OWN_NAMES
from pi_bunco.settings.config import LOOPBACK, Settings


def collect_page_names(settings: Settings, machine: Machine) -> PageNames:
    """Return all names and addresses by which browsers may open the pages now.

    The address in the Pi's own Wi-Fi is always among them, so switching it on needs no new certificate.
    """
    names = collect_own_names(settings, machine) | {"bunco.local", "localhost"}
    served = [settings.host] if settings.host else []
    hosts = {*read_network(machine).addresses, *served, *names, OWN_ADDRESS, LOOPBACK} - {"0.0.0.0"}  # noqa: S104 - not bound
    return PageNames(
        frozenset(name for name in names if parse_address(name) is None),
        frozenset(ip_address(host) for host in hosts if parse_address(host)),
    )


def list_own_labels(settings: Settings) -> frozenset[str]:
    """Return the names for which the authority may speak, beside those of every local network.

    The endings that a router sends are not among them: a foreign network could send any.
    """
    label = socket.gethostname().lower().partition(".")[0]
    return frozenset({label, *OWN_NAMES, *(name.lower().rstrip(".") for name in settings.names)})

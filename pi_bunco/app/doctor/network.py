"""The check of the network: the address at which other devices in the room find the page."""

import json
import socket
from typing import NamedTuple

from pi_bunco.app.doctor.machine import Machine
from pi_bunco.findings import Finding
from pi_bunco.machine.own_address import find_own_address
from pi_bunco.sentences import say, say_list
from pi_bunco.settings.config import Settings

_MIN_SIGNAL_DBM = -75
"""The signal below which Wi-Fi breaks off. A good place in the room has -60 dBm."""


class NetworkFacts(NamedTuple):
    """The facts about the network.

    Attributes
    ----------
    addresses
        The machine's own addresses.
    signal
        The strength of the Wi-Fi in dBm, ``None`` without Wi-Fi. Its name is private and not read.
    name
        The name by which other devices find the machine, ``bunco.local``, or ``""`` if none is announced.
    """

    addresses: tuple[str, ...]
    signal: int | None = None
    name: str = ""


def judge_network(settings: Settings, facts: NetworkFacts) -> Finding:
    """Judge the network.

    >>> facts = NetworkFacts(("192.168.1.20",), name="bunco.local")
    >>> print(judge_network(Settings(camera="picamera2"), facts))
    good  network: The page is at http://192.168.1.20:8080/ and http://bunco.local:8080/.
    """
    if settings.address.startswith("127.") or settings.address == "localhost":
        return Finding.look(
            "network",
            say("The page is at http://127.0.0.1:{port}/, for this machine alone.", port=settings.port),
            say('For the room\'s tablets and phones write host = "0.0.0.0" into the settings.'),
        )
    addresses = facts.addresses if settings.address == "0.0.0.0" else (settings.address,)  # noqa: S104 - compared
    if not facts.addresses or not addresses:
        return Finding.bad(
            "network",
            say("This machine is not connected to a network, so no tablet finds the page."),
            say("Plug in the network cable, or choose a Wi-Fi: sudo nmtui"),
        )
    pages = say_list([f"http://{host}:{settings.port}/" for host in (*addresses, facts.name) if host])
    if facts.signal is not None and facts.signal < _MIN_SIGNAL_DBM:
        return Finding.look(
            "network",
            say(
                "The page is at {pages}, but the Wi-Fi is weak ({signal} dBm).",
                pages=pages,
                signal=facts.signal,
            ),
            say("Bring the Pi nearer to the router, or use a network cable."),
        )
    return Finding.good("network", say("The page is at {pages}.", pages=pages))


def read_network(machine: Machine) -> NetworkFacts:
    """Gather the facts from the machine."""
    links = machine.run_program("ip", "-json", "-4", "address", "show", "up", "scope", "global")
    addresses = [
        address["local"]
        for link in json.loads(links or "[]")
        # The page cannot be reached through the bridges of containers.
        if not link.get("ifname", "").startswith(("docker", "veth", "br-", "virbr"))
        for address in link.get("addr_info", [])
        if "local" in address  # one of another scope is an empty object
    ]
    # A minimal Debian has no `ip`, and a machine may reach the room's network through a bridge.
    if not addresses and (own_address := find_own_address()):
        addresses = [own_address]
    # Wireless extensions: the third number is the signal, in dBm if it is negative.
    lines = machine.read_text("proc/net/wireless").splitlines()[2:]
    signals = [int(float(line.split()[3])) for line in lines]
    return NetworkFacts(
        tuple(addresses),
        max((signal for signal in signals if signal < 0), default=None),
        f"{socket.gethostname()}.local" if (machine.root / "run/avahi-daemon/socket").exists() else "",
    )

"""Under which address the room's tablets and phones find the page, as text and as a QR code."""

import io
from dataclasses import dataclass

import segno

from pi_bunco.app.doctor.machine import Machine
from pi_bunco.app.doctor.network import net
from pi_bunco.config import LOOPBACK, Settings
from pi_bunco.outward import outward


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
    way_out = outward()
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

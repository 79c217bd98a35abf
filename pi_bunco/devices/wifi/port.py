"""The interface of the Wi-Fi device, and its values."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.errors import Trouble

OWN_ADDRESS = "10.42.0.1"
"""The address of this machine in its own Wi-Fi. ``systemd/dnsmasq-shared.d`` names it too."""
OWN_NAMES = frozenset({"bunco", "bunco.lan"})
"""Its names there, which that file answers. No other network can give them to a foreign site."""


class WifiTrouble(Trouble, OSError):
    """The Wi-Fi cannot be read or switched over."""


@dataclass(frozen=True, slots=True)
class WifiState:
    """What the Wi-Fi device does now.

    Attributes
    ----------
    is_on
        Whether the own Wi-Fi is on, so that phones can join it.
    own
        The name and password of the own Wi-Fi, ``None`` if it was never on.
    house
        The name of the house's Wi-Fi that the machine is in, or would go back to; ``""``: it knows none.
    is_wired
        Whether a network cable connects it. The cable stays in use while the Wi-Fi is switched.
    trouble
        Why the own Wi-Fi cannot be switched on, ``None`` if it can.

    >>> WifiState().is_on
    False
    """

    is_on: bool = False
    own: WifiAccess | None = None
    house: str = ""
    is_wired: bool = False
    trouble: Trouble | None = None


@runtime_checkable
class Wifi(Protocol):
    """A Wi-Fi device that can join the house's Wi-Fi or be one of its own. Any thread may call it."""

    def look(self) -> WifiState:
        """Return what it does now. This takes some milliseconds, at most a few seconds."""

    def switch_on(self, access: WifiAccess) -> None:
        """Switch the own Wi-Fi on, and return when phones can join it. It comes back after a restart.

        Raises
        ------
        WifiTrouble
            If it does not come up in time. The machine has gone back to the Wi-Fi that it was in.
        """

    def switch_off(self) -> None:
        """Go back to the house's Wi-Fi, and return when the machine is in it.

        Raises
        ------
        WifiTrouble
            If it does not get into one in time. The own Wi-Fi is on again.
        """

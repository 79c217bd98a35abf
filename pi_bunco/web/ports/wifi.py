"""What the pages need to switch the Pi's own Wi-Fi."""

from dataclasses import dataclass
from typing import Protocol

from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.port import WifiState
from pi_bunco.errors import Trouble


@dataclass(frozen=True, slots=True)
class WifiView:
    """The Pi's own Wi-Fi, as its page shows it.

    Attributes
    ----------
    state
        What the Wi-Fi does now.
    is_changing
        Whether it is being switched.
    failure
        Why the last switch failed, ``None`` if it did not.
    address
        The address of the pages in the own Wi-Fi, without a path: ``http://10.42.0.1:8080``.
    """

    state: WifiState
    is_changing: bool
    failure: Trouble | None
    address: str


class OwnWifi(Protocol):
    """The Pi's own Wi-Fi. Any thread may call it.

    Both switches return at once and switch some seconds later. They raise
    :class:`pi_bunco.game.refused.Refused` if it is being switched already.
    """

    def view(self) -> WifiView:
        """Return what the page shows."""

    def is_on(self) -> bool:
        """Return whether it is on, as it was some seconds ago."""

    def switch_on(self, access: WifiAccess) -> None:
        """Switch it on, or go back to where the machine was if it does not come up."""

    def switch_off(self) -> None:
        """Go back to the house's Wi-Fi."""

"""An own Wi-Fi whose state a test sets, and which notes how it was switched."""

from dataclasses import dataclass, field, replace

from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.port import WifiState
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.web.ports.wifi import WifiView

ACCESS = WifiAccess("Bunco", "bako-mitu-hepa-dize")
HALL = WifiState(house="Village Hall")
"""The machine is in the house's Wi-Fi."""
OWN = replace(HALL, is_on=True, own=ACCESS)
"""The own Wi-Fi is on."""
STILL = Refused("The Wi-Fi is being switched already.", "Wait for a minute.")


@dataclass
class FakeOwnWifi:
    state: WifiState = HALL
    is_changing: bool = False
    failure: Trouble | None = None
    asked: list[WifiAccess | None] = field(default_factory=list)

    def view(self) -> WifiView:
        return WifiView(self.state, self.is_changing, self.failure, "http://10.42.0.1:8080")

    def is_on(self) -> bool:
        return self.state.is_on

    def switch_on(self, access: WifiAccess) -> None:
        self._note(access)

    def switch_off(self) -> None:
        self._note(None)

    def _note(self, asked: WifiAccess | None) -> None:
        if self.is_changing:
            raise STILL
        self.asked.append(asked)

"""Switches the Pi's own Wi-Fi while pages go on, and remembers why the last try failed."""

import threading
import time
from collections.abc import Callable
from functools import partial

import structlog

from pi_bunco.app.passed_socket import take_passed_socket
from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.port import OWN_ADDRESS, Wifi
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.machine.threads import start_thread
from pi_bunco.sentences import say
from pi_bunco.web.front_door import FrontDoor
from pi_bunco.web.guard import MachineNames
from pi_bunco.web.ports.wifi import WifiView

_log = structlog.get_logger("wifi")

_BEFORE_SWITCHING = 3.0
"""Seconds in which the tablet that asked gets its answer, before it loses its connection."""
_KNOWN_SECONDS = 5.0
"""Seconds before it looks again whether the Pi's own Wi-Fi is on. Each telephone asks several times."""


def open_front_door(names: MachineNames, is_own_wifi_on: Callable[[], bool]) -> FrontDoor | None:
    """Return what answers at port 80, ``None`` if systemd has not passed that port to this program."""
    passed = take_passed_socket()
    return FrontDoor(passed, names, is_own_wifi_on) if passed else None


class WifiSwitch:
    """Implements :class:`pi_bunco.web.ports.wifi.OwnWifi`: one switch at a time, in a thread of its own.

    Parameters
    ----------
    wifi
        The device.
    find_port
        Returns the port of the pages.
    pause
        Seconds before it switches.
    """

    def __init__(self, wifi: Wifi, find_port: Callable[[], int], pause: float = _BEFORE_SWITCHING) -> None:
        self._wifi, self._find_port, self._pause = wifi, find_port, pause
        self._stopping = threading.Event()
        self._is_changing = threading.Lock()
        self._failure: Trouble | None = None
        self._is_on, self._looked = False, float("-inf")
        self._is_looking = threading.Lock()

    def view(self) -> WifiView:
        """Return what the page shows."""
        return WifiView(
            state=self._wifi.look(),
            is_changing=self._is_changing.locked(),
            failure=self._failure,
            address=f"http://{OWN_ADDRESS}:{self._find_port()}",
        )

    def is_on(self) -> bool:
        """Return whether it is on, as it was some seconds ago. Only one thread at a time looks."""
        if time.monotonic() - self._looked > _KNOWN_SECONDS and self._is_looking.acquire(blocking=False):
            try:
                self._is_on, self._looked = self._wifi.look().is_on, time.monotonic()
            finally:
                self._is_looking.release()
        return self._is_on

    def switch_on(self, access: WifiAccess) -> None:
        """Switch the Pi's own Wi-Fi on soon. This returns at once.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If it is being switched already.
        """
        self._begin(partial(self._wifi.switch_on, access))

    def switch_off(self) -> None:
        """Go back to the house's Wi-Fi soon. This returns at once; it raises as :meth:`switch_on`."""
        self._begin(self._wifi.switch_off)

    def close(self) -> None:
        """Begin no further switch. This does not wait for one that has begun: NetworkManager finishes it."""
        self._stopping.set()

    def _begin(self, switch: Callable[[], None]) -> None:
        if not self._is_changing.acquire(blocking=False):
            raise Refused(say("The Wi-Fi is being switched already."), say("Wait for a minute."))
        self._failure = None
        try:
            start_thread(threading.Thread(target=self._work, args=(switch,), name="wifi", daemon=True))
        except Trouble:
            self._is_changing.release()
            raise

    def _work(self, switch: Callable[[], None]) -> None:
        try:
            if not self._stopping.wait(self._pause):
                switch()
        except Trouble as trouble:
            self._failure = trouble
        except Exception:  # noqa: BLE001 - the game goes on, and the page says it
            _log.exception("switching the Wi-Fi failed")
            self._failure = Trouble(
                say("Something broke while the Wi-Fi was switched."), say("Restart the Pi, and try again.")
            )
        finally:
            self._looked = float("-inf")
            self._is_changing.release()

"""Opens the Wi-Fi device of this machine."""

from pi_bunco.devices.wifi.network_manager import NetworkManager
from pi_bunco.devices.wifi.none import NoWifi
from pi_bunco.devices.wifi.port import Wifi
from pi_bunco.settings.config import EVERYWHERE, Settings


def open_wifi(settings: Settings) -> Wifi:
    """Return the Wi-Fi device. It holds nothing open.

    >>> open_wifi(Settings(camera="mock")).look().is_on
    False
    """
    if settings.mock:
        return NoWifi.of_mock()
    if settings.address != EVERYWHERE:
        return NoWifi.of_settings(settings.address)
    return NetworkManager()

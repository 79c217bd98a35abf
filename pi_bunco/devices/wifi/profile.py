"""The own Wi-Fi as a connection of NetworkManager.

Source: ``nm-settings-dbus(5)``. Each value has its D-Bus type beside it.
"""

from collections.abc import Mapping
from typing import Any

from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.port import OWN_ADDRESS

OWN_UUID = "5b0c3f0e-9a53-4c0d-8d5c-0b1a7c0b0c01"
"""The connection's identifier, the same on each machine, so that it is never made twice."""
WIRELESS, SECURITY = "802-11-wireless", "802-11-wireless-security"
_PREFIX = 24
_BEFORE_OTHERS = 100  # the house's connections have 0
_NO_POWERSAVE = 2
_NO_FRAME_PROTECTION = 1

Profile = Mapping[str, Mapping[str, tuple[str, Any]]]


def make_profile(access: WifiAccess, interface: str, *, autoconnect: bool) -> Profile:
    """Return the connection.

    Parameters
    ----------
    access
        Its name and password.
    interface
        The device, such as ``wlan0``.
    autoconnect
        Whether it comes up by itself after a restart, before the house's Wi-Fi.

    >>> profile = make_profile(WifiAccess("Bunco", "bako-mitu"), "wlan0", autoconnect=True)
    >>> profile["802-11-wireless"]["ssid"], profile["802-11-wireless"]["mode"]
    (('ay', b'Bunco'), ('s', 'ap'))
    """
    return {
        "connection": {
            "id": ("s", "pi-bunco"),
            "uuid": ("s", OWN_UUID),
            "type": ("s", WIRELESS),
            "interface-name": ("s", interface),
            "autoconnect": ("b", autoconnect),
            "autoconnect-priority": ("i", _BEFORE_OTHERS),
        },
        WIRELESS: {
            "ssid": ("ay", access.name.encode()),
            "mode": ("s", "ap"),
            "band": ("s", "bg"),  # 2.4 GHz: every phone has it, and it goes through walls
            "powersave": ("u", _NO_POWERSAVE),
        },
        SECURITY: {
            "key-mgmt": ("s", "wpa-psk"),
            "proto": ("as", ["rsn"]),  # WPA2, not WPA
            "pairwise": ("as", ["ccmp"]),
            # The Pi's own radio cannot protect management frames in its own Wi-Fi, and then no phone gets in:
            # https://github.com/raspberrypi/linux/issues/3619
            "pmf": ("i", _NO_FRAME_PROTECTION),
            "psk": ("s", access.password),
        },
        "ipv4": {
            "method": ("s", "shared"),  # with addresses and names for the phones
            "address-data": ("aa{sv}", [{"address": ("s", OWN_ADDRESS), "prefix": ("u", _PREFIX)}]),
        },
        "ipv6": {"method": ("s", "disabled")},
    }

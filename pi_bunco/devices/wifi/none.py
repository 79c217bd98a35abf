"""No Wi-Fi of its own: another system, a mock table, or settings that do not allow it."""

from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.port import WifiState
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say


class NoWifi:
    """Implements :class:`~pi_bunco.devices.wifi.port.Wifi` where there is none.

    Parameters
    ----------
    trouble
        Why there is none, and what to do instead.

    >>> NoWifi.of_mock().look().trouble.text
    'This is a mock table, which leaves the Wi-Fi of its machine alone.'
    """

    def __init__(self, trouble: Trouble) -> None:
        self._trouble = trouble

    @classmethod
    def of_mock(cls) -> "NoWifi":
        """Return the Wi-Fi of a mock table."""
        return cls(
            Trouble(
                say("This is a mock table, which leaves the Wi-Fi of its machine alone."),
                say("A table on a Raspberry Pi, installed with install.sh, can have a Wi-Fi of its own."),
            )
        )

    @classmethod
    def of_settings(cls, host: str) -> "NoWifi":
        """Return the Wi-Fi of a table whose settings name one address for its pages."""
        return cls(
            Trouble(
                say(
                    "The settings serve the pages only at {host}, so nobody on the Pi’s own Wi-Fi could"
                    " open them.",
                    host=host,
                ),
                say('Remove “host” from the settings, or write host = "0.0.0.0" there.'),
            )
        )

    def look(self) -> WifiState:
        """Return why there is none."""
        return WifiState(trouble=self._trouble)

    def switch_on(self, access: WifiAccess) -> None:  # noqa: ARG002 - the port's parameter
        """Refuse it."""
        raise self._trouble

    def switch_off(self) -> None:
        """Refuse it."""
        raise self._trouble

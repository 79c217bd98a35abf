"""Says in words why NetworkManager has no own Wi-Fi."""

from pi_bunco.sentences import Sentence, say

_ROUTER = say(
    "Use a small Wi-Fi router instead, which needs no internet: connect this machine to it with a cable."
)

# Each is what is wrong, and what to do.
NO_MANAGER = (say("This system lacks NetworkManager, which makes the Pi’s own Wi-Fi."), _ROUTER)
NO_DEVICE = (say("This machine has no Wi-Fi."), _ROUTER)
CANNOT_BE_OWN = (say("The Wi-Fi of this machine can only join others."), _ROUTER)
NO_RIGHTS = (
    say("This program may not change the Wi-Fi of this machine."),
    say("Install it with install.sh, which gives it the right: sudo bash install.sh"),
)
SWITCHED_OFF = (
    say("The Wi-Fi of this machine is switched off by a switch or a boot setting."),
    say("Switch it on there: look for disable-wifi in /boot/firmware/config.txt, and remove the line."),
)
NO_COUNTRY = (
    say("The Wi-Fi is blocked, because nobody has said in which country this machine is."),
    say(
        "Countries allow different radio channels. At the machine type your country’s two letters, such as "
        "US or DE: sudo raspi-config nonint do_wifi_country US"
    ),
)
NO_HOUSE = (
    say("This machine knows no Wi-Fi of the house, and nobody could reach it any more."),
    say("Plug in a network cable first, or name a Wi-Fi at the machine: sudo nmtui"),
)
REFUSED = say("NetworkManager refused it")
TOO_LATE = say("it took too long")
OUT_OF_REACH = say("it is off or too far away, or its password was changed")

_FAILURES: dict[int, Sentence] = {
    **dict.fromkeys((7, 8, 9, 10, 11), say("the radio did not accept it")),
    **dict.fromkeys(
        (5, 18, 19),
        say("it could give the phones no addresses; install dnsmasq-base, or stop another DNS server"),
    ),
    53: OUT_OF_REACH,
}
"""By the number of NetworkManager's ``NMDeviceStateReason``."""


def explain_failure(reason: int) -> Sentence:
    """Return why a Wi-Fi did not come up, from NetworkManager's number.

    >>> explain_failure(11), explain_failure(1)
    ('the radio did not accept it', 'NetworkManager gave no reason')
    """
    return _FAILURES.get(reason, say("NetworkManager gave no reason"))


def explain_return(came_back: bool) -> Sentence:  # noqa: FBT001 - the one question
    """Return where the machine is after a failure, and what to do."""
    if came_back:
        return say("The Pi has gone back to its earlier Wi-Fi. Try again, or restart the Pi first.")
    return say("The Pi is on no Wi-Fi now. Restart it, or connect it with a cable.")

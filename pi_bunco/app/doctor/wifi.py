"""The check of the Pi's own Wi-Fi: whether it is on, and whether telephones stay in it."""

import http.client
from collections.abc import Callable

from pi_bunco.devices.wifi.port import OWN_ADDRESS, WifiState
from pi_bunco.findings import Finding
from pi_bunco.sentences import say

_HTTP_PORT = 80
_ANSWER_SECONDS = 3.0
_QUESTION = ("captive.apple.com", "/hotspot-detect.html", b"Success")


def judge_wifi(state: WifiState, is_answered: Callable[[], bool]) -> Finding:
    """Judge the Pi's own Wi-Fi.

    Parameters
    ----------
    state
        What it does now.
    is_answered
        Returns whether the questions of telephones are answered in it.

    >>> print(judge_wifi(WifiState(), lambda: False))
    good  wifi: The Pi's own Wi-Fi is off. The host can switch it on, on the page /wifi.
    """
    if state.is_on and is_answered():
        return Finding.good("wifi", say("The Pi's own Wi-Fi is on, and phones stay on it."))
    if state.is_on:
        return Finding.look(
            "wifi",
            say("The Pi's own Wi-Fi is on, but phones get no answer at port 80, and some will leave it."),
            say("See which program has that port: sudo ss -ltnp sport = :80"),
        )
    if state.trouble:
        return Finding.good(
            "wifi", say("The Pi cannot make its own Wi-Fi here: {why}", why=state.trouble.text)
        )
    return Finding.good(
        "wifi", say("The Pi's own Wi-Fi is off. The host can switch it on, on the page /wifi.")
    )


def ask_as_telephone(address: str = OWN_ADDRESS, port: int = _HTTP_PORT) -> bool:
    """Return whether a telephone's question is answered at an address of this machine."""
    host, path, answer = _QUESTION
    connection = http.client.HTTPConnection(address, port, timeout=_ANSWER_SECONDS)
    try:
        connection.request("GET", path, headers={"Host": host})
        return answer in connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()

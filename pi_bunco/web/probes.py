"""The questions by which telephones and computers find out whether a Wi-Fi has internet, and the answers.

A telephone leaves a Wi-Fi whose answer is wrong or missing. Sources: Android's ``NetworkMonitor``, Apple's
``CaptiveNetworkSupport``, Microsoft's "NCSI overview", Mozilla's "captive portal", Amazon's "AVS Device SDK",
and ``NetworkManager.conf(5)`` with the files of GNOME, Debian and Ubuntu.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    r"""The answer that a telephone expects.

    Attributes
    ----------
    body
        Its text, ``""``: there is none, and the status says that (204).
    kind
        The type of the text.

    >>> ProbeAnswer().status, ProbeAnswer("success\n").status
    ('204 No Content', '200 OK')
    """

    body: str = ""
    kind: str = "text/plain"

    @property
    def status(self) -> str:
        """Its status line."""
        return "200 OK" if self.body else "204 No Content"


_NOTHING = ProbeAnswer()
_APPLE = ProbeAnswer("<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n", "text/html")
_FIREFOX = ProbeAnswer(
    '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>', "text/html"
)
_KINDLE = ProbeAnswer("<html><body>\n81ce4465-7167-4dcb-835b-dcc9e44c112a\n</body></html>\n", "text/html")

PROBES: Mapping[str, Mapping[str, ProbeAnswer]] = {
    # Android
    "connectivitycheck.gstatic.com": {"/generate_204": _NOTHING},
    "connectivitycheck.android.com": {"/generate_204": _NOTHING},
    "clients3.google.com": {"/generate_204": _NOTHING},
    "play.googleapis.com": {"/generate_204": _NOTHING},
    "www.google.com": {"/generate_204": _NOTHING, "/gen_204": _NOTHING},
    "www.gstatic.com": {"/generate_204": _NOTHING},  # Chrome
    "connect.rom.miui.com": {"/generate_204": _NOTHING},  # Xiaomi
    "connectivitycheck.platform.hicloud.com": {"/generate_204": _NOTHING},  # Huawei
    "wifi.vivo.com.cn": {"/generate_204": _NOTHING},
    # Apple
    "captive.apple.com": {"/": _APPLE, "/hotspot-detect.html": _APPLE, "/hotspotdetect.html": _APPLE},
    "netcts.cdn-apple.com": {"/": _APPLE},
    "www.apple.com": {"/library/test/success.html": _APPLE},
    # Windows
    "www.msftconnecttest.com": {"/connecttest.txt": ProbeAnswer("Microsoft Connect Test")},
    "www.msftncsi.com": {"/ncsi.txt": ProbeAnswer("Microsoft NCSI")},
    # Linux
    "connectivity-check.ubuntu.com": {"/": _NOTHING},
    "network-test.debian.org": {"/nm": ProbeAnswer("NetworkManager is online\n")},
    "nmcheck.gnome.org": {"/check_network_status.txt": ProbeAnswer("NetworkManager is online\n")},
    # Firefox
    "detectportal.firefox.com": {
        "/canonical.html": _FIREFOX,
        "/success.txt": ProbeAnswer("success\n"),
    },
    # Amazon's tablets
    "spectrum.s3.amazonaws.com": {
        "/kindle-wifi/wifistub.html": _KINDLE,
        "/kindle-wifi/wifistub-eink.html": _KINDLE,
    },
}
"""The answers by the name and the path that is asked for."""

NOT_NAMED = frozenset({"www.google.com", "www.gstatic.com", "www.apple.com", "play.googleapis.com"})
"""Names that also have other uses. ``systemd/dnsmasq-shared.d`` leaves them out: with a network cable to the
internet, people want the real ones. Each system that asks them asks another one first.
"""


def find_answer(host: str, path: str) -> ProbeAnswer | None:
    """Return the answer to a question, ``None`` if it is none.

    Parameters
    ----------
    host, path
        The name, in small letters without a port, and the path that are asked for.

    >>> find_answer("captive.apple.com", "/hotspot-detect.html").body.strip()
    '<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>'
    >>> find_answer("captive.apple.com", "/else") is find_answer("evil.example", "/generate_204") is None
    True
    """
    return PROBES.get(host, {}).get(path)

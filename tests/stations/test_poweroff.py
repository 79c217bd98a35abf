"""Switching the machine off, with other programs in systemctl's place."""

import re
import sys

import pytest

from pi_bunco import assets
from pi_bunco.stations.poweroff import COMMAND, PowerTrouble, power_off


def python(code: str) -> tuple[str, ...]:
    return sys.executable, "-c", code


def test_power_off_is_content_when_systemd_is() -> None:
    """A command that ends well is all there is to it."""
    power_off(python("pass"))


@pytest.mark.parametrize(
    ("command", "patience", "says"),
    [
        (
            python("import sys; sys.exit('Failed: ignoring\\nInteractive authentication required.')"),
            30,
            r"could not be switched off: Interactive authentication required\. Switch it off in its own menu",
        ),
        (python("raise SystemExit(1)"), 30, r"could not be switched off: .*python.* gave no reason\."),
        (("no-such-program-here",), 30, r"could not be switched off: no-such-program-here is missing here\."),
        (
            python("import time; time.sleep(60)"),
            0.05,
            r"could not be switched off: .*python.* did not answer\.",
        ),
    ],
)
def test_power_off_that_fails_says_why(command: tuple[str, ...], patience: float, says: str) -> None:
    """Whatever keeps the machine on is said in its own last words, with another way."""
    with pytest.raises(PowerTrouble, match=says):
        power_off(command, patience)


def test_power_off_asks_for_no_password() -> None:
    """Nobody sits at a terminal to be asked."""
    assert "--no-ask-password" in COMMAND


def test_power_off_is_granted_to_the_service_and_nothing_else() -> None:
    """The rule names the user of the unit, and no more of logind than switching off."""
    rule = assets.find("systemd/polkit/50-pi-bunco.rules").read_text("utf-8")
    unit = assets.find("systemd/pi-bunco.service").read_text("utf-8")
    (user,) = re.findall(r'subject\.user == "(.+?)"', rule)
    assert f"\nUser={user}\n" in unit
    assert re.findall(r'"(org\..+?)"', rule) == ["org.freedesktop.login1.power-off"]

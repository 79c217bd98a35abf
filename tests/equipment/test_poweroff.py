"""Switching the machine off, with other programs instead of systemctl."""

import re
import sys

import pytest

from pi_bunco.equipment.poweroff import COMMAND, PowerTrouble, power_off
from pi_bunco.files import assets


def python(code: str) -> tuple[str, ...]:
    return sys.executable, "-c", code


def test_power_off_succeeds_if_its_command_does() -> None:
    """If the command ends without an error, ``power_off`` raises none."""
    power_off(python("pass"))


@pytest.mark.parametrize(
    ("command", "patience", "sentence"),
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
def test_power_off_that_fails_reports_why(command: tuple[str, ...], patience: float, sentence: str) -> None:
    """The message contains the last line of the command's error, or that it is missing or did not answer."""
    with pytest.raises(PowerTrouble, match=sentence):
        power_off(command, patience)


def test_power_off_asks_for_no_password() -> None:
    """The command does not ask for a password, because there is no terminal."""
    assert "--no-ask-password" in COMMAND


def test_power_off_is_granted_to_the_service_and_nothing_else() -> None:
    """The polkit rule names the service's user, and of logind's actions only switching off."""
    rule = assets.find("systemd/polkit/50-pi-bunco.rules").read_text("utf-8")
    unit = assets.find("systemd/pi-bunco.service").read_text("utf-8")
    (user,) = re.findall(r'subject\.user == "(.+?)"', rule)
    assert f"\nUser={user}\n" in unit
    assert re.findall(r'"(org\..+?)"', rule) == ["org.freedesktop.login1.power-off"]

"""What the Pi's own Wi-Fi needs: its packages, its country, and that uninstalling ends it."""

from pathlib import Path

import pytest

from pi_bunco.devices.wifi.profile import OWN_UUID
from tests.install.parts import run_installer, run_part

_TOOLS = """
is_installed() { [[ " $INSTALLED " == *" $1 "* ]]; }
raspi-config() { echo "raspi-config $*"; }
nmcli() { echo "nmcli $*"; }
"""


@pytest.fixture
def pi_os(tmp_path: Path) -> None:
    (tmp_path / "rpi-issue").touch()


@pytest.fixture
def blocked(tmp_path: Path) -> None:
    """Block the radio for Wi-Fi, and not the one for Bluetooth."""
    for number, (kind, soft) in enumerate((("bluetooth", "0"), ("wlan", "1"))):
        folder = tmp_path / f"rfkill/rfkill{number}"
        folder.mkdir(parents=True)
        (folder / "type").write_text(f"{kind}\n", "ascii")
        (folder / "soft").write_text(f"{soft}\n", "ascii")


@pytest.mark.usefixtures("pi_os")
def test_raspberry_pi_os_gets_both_packages(tmp_path: Path) -> None:
    """It uses NetworkManager anyway."""
    assert run_part(tmp_path, _TOOLS + "INSTALLED= wifi_packages").stdout == "network-manager dnsmasq-base\n"


def test_another_debian_keeps_its_network(tmp_path: Path) -> None:
    """NetworkManager is not installed there. Where it is already, what it shares with is added."""
    assert run_part(tmp_path, _TOOLS + "INSTALLED= wifi_packages").stdout == ""
    script = _TOOLS + "INSTALLED=network-manager; wifi_packages"
    assert run_part(tmp_path, script).stdout == "dnsmasq-base\n"


@pytest.mark.usefixtures("pi_os", "blocked")
def test_a_blocked_wifi_is_noted(tmp_path: Path) -> None:
    """The note says how to set the country. A radio that is free needs none."""
    assert "do_wifi_country" in run_part(tmp_path, _TOOLS + "need_country").stdout
    (tmp_path / "rfkill/rfkill1/soft").write_text("0\n", "ascii")
    assert run_part(tmp_path, _TOOLS + "need_country").stdout == ""


def test_the_country_is_set(tmp_path: Path) -> None:
    """Raspberry Pi OS does it, which also frees the radio."""
    done = run_part(tmp_path, _TOOLS + "COUNTRY=DE; need_country")
    assert done.stdout == "raspi-config nonint do_wifi_country DE\n"


@pytest.mark.parametrize("country", ["Germany", "1", "--kiosk"])
def test_other_words_are_no_country(country: str) -> None:
    """The option says what it wants before anything is done."""
    done = run_installer("--dry-run", "--country", country)
    assert done.returncode == 2
    assert "two letters" in done.stderr


def test_uninstalling_ends_the_own_wifi(tmp_path: Path) -> None:
    """Otherwise it would come up after each restart, and nobody could switch it off."""
    done = run_part(tmp_path, _TOOLS + 'quietly() { "$@"; }\ntake_wifi_back')
    assert f"nmcli connection delete {OWN_UUID}\n" in done.stdout


def test_names_are_only_installed_beside_network_manager() -> None:
    """The file for NetworkManager's DNS is no reason to make its folder."""
    script = (Path(__file__).parents[2] / "tools/install/system.sh").read_text("utf-8")
    assert 'if [ -d /etc/NetworkManager ]; then put_folder "$1/dnsmasq-shared.d"' in script

"""The own Wi-Fi is switched over D-Bus, with a NetworkManager that a test has made."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.devices.wifi import reasons
from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.network_manager import NetworkManager
from pi_bunco.devices.wifi.port import Wifi, WifiState, WifiTrouble
from pi_bunco.devices.wifi.profile import OWN_UUID
from tests.devices.wifi.fake_network_manager import (
    NAME,
    FakeNetworkManager,
    make_house,
    open_bus,
    open_network_manager,
)

pytestmark = pytest.mark.skipif(not shutil.which("dbus-daemon"), reason="dbus-daemon is not installed here")

ACCESS = WifiAccess("Bünco 🎲", 'pa"ss;w\\ord')


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[FakeNetworkManager]:
    with open_network_manager(tmp_path) as running:
        yield running


@pytest.fixture
def wifi(manager: FakeNetworkManager, tmp_path: Path) -> NetworkManager:
    return NetworkManager(manager.address, patience=0.3, pause=0.01, root=tmp_path)


def name_active(manager: FakeNetworkManager) -> str:
    return str(manager.connections[manager.active]["connection"]["id"][1]) if manager.active else ""


def starts_by_itself(manager: FakeNetworkManager) -> bool:
    own = manager.find_own()
    return own is not None and bool(own["connection"]["autoconnect"][1])


def test_it_implements_the_port(wifi: NetworkManager) -> None:
    """Pages and tests use it by the port."""
    assert isinstance(wifi, Wifi)


def test_before_the_first_time(wifi: NetworkManager, manager: FakeNetworkManager) -> None:
    """The page shows the house's Wi-Fi, and that a cable is in."""
    assert wifi.look() == WifiState(house="Hall")
    manager.wired = True
    assert wifi.look() == WifiState(house="Hall", is_wired=True)


def test_own_wifi_comes_up_and_returns_after_a_restart(
    wifi: NetworkManager, manager: FakeNetworkManager
) -> None:
    """It has its name and password byte by byte, and NetworkManager starts it before the house's."""
    wifi.switch_on(ACCESS)
    assert wifi.look() == WifiState(is_on=True, own=ACCESS, house="Hall")
    own = manager.find_own()
    assert own is not None
    assert own["connection"]["uuid"] == ("s", OWN_UUID)
    assert own["connection"]["autoconnect"] == ("b", True)
    assert own["connection"]["autoconnect-priority"][1] > 0
    assert own["802-11-wireless"]["ssid"] == ("ay", "Bünco 🎲".encode())
    assert own["802-11-wireless-security"]["psk"] == ("s", ACCESS.password)
    assert own["ipv4"]["address-data"][1] == [{"address": ("s", "10.42.0.1"), "prefix": ("u", 24)}]


def test_it_starts_by_itself_only_after_it_came_up(wifi: NetworkManager, manager: FakeNetworkManager) -> None:
    """If the power fails meanwhile, the machine is in the house's Wi-Fi again after a restart."""
    wifi.switch_on(ACCESS)
    (first,) = (body[0] for body in manager.list_called("AddConnection"))
    assert first["connection"]["autoconnect"] == ("b", False)


def test_another_name_changes_the_same_connection(wifi: NetworkManager, manager: FakeNetworkManager) -> None:
    """It is never made twice."""
    wifi.switch_on(ACCESS)
    wifi.switch_on(WifiAccess("Bunco 2", "another-one"))
    assert wifi.look().own == WifiAccess("Bunco 2", "another-one")
    assert len(manager.list_called("AddConnection")) == 1


@pytest.mark.parametrize(
    ("reason", "says"),
    [(11, "the radio did not accept it"), (18, "dnsmasq-base"), (1, "gave no reason")],
)
def test_if_it_fails_the_machine_goes_back(
    wifi: NetworkManager, manager: FakeNetworkManager, reason: int, says: str
) -> None:
    """The house's Wi-Fi is used again, also after a restart, and the error says why."""
    manager.failing[OWN_UUID] = reason
    with pytest.raises(WifiTrouble, match=says) as failed:
        wifi.switch_on(ACCESS)
    assert "gone back" in failed.value.remedy
    assert (name_active(manager), starts_by_itself(manager)) == ("Hall", False)
    assert wifi.look() == WifiState(own=ACCESS, house="Hall")


def test_if_it_takes_too_long_the_machine_goes_back(
    wifi: NetworkManager, manager: FakeNetworkManager
) -> None:
    """An activation that does not end is not waited for."""
    manager.hanging.add(OWN_UUID)
    with pytest.raises(WifiTrouble, match="took too long"):
        wifi.switch_on(ACCESS)
    assert (name_active(manager), starts_by_itself(manager)) == ("Hall", False)


def test_if_nothing_comes_up_the_error_says_so(wifi: NetworkManager, manager: FakeNetworkManager) -> None:
    """If the former Wi-Fi is gone too, the machine is in none, and the error names the cable."""
    manager.failing |= {OWN_UUID: 8, "house-Hall": 53, "house-Old": 53}
    with pytest.raises(WifiTrouble, match="connect it with a cable"):
        wifi.switch_on(ACCESS)


def test_back_to_the_house(wifi: NetworkManager, manager: FakeNetworkManager) -> None:
    """The Wi-Fi used last comes first. The own one keeps its password, and stays off after a restart."""
    wifi.switch_on(ACCESS)
    wifi.switch_off()
    assert (name_active(manager), starts_by_itself(manager)) == ("Hall", False)
    assert wifi.look().own == ACCESS


def test_another_wifi_of_the_house_takes_it(wifi: NetworkManager, manager: FakeNetworkManager) -> None:
    """At home the hall's Wi-Fi is out of reach, so the next one is tried."""
    wifi.switch_on(ACCESS)
    manager.failing["house-Hall"] = 53
    wifi.switch_off()
    assert name_active(manager) == "Old"


def test_if_no_house_takes_it_the_own_wifi_returns(wifi: NetworkManager, manager: FakeNetworkManager) -> None:
    """The machine can always be reached, also after a restart."""
    wifi.switch_on(ACCESS)
    manager.failing |= {"house-Hall": 53, "house-Old": 53}
    with pytest.raises(WifiTrouble, match="own Wi-Fi is on again"):
        wifi.switch_off()
    assert wifi.look().is_on
    assert starts_by_itself(manager)


def test_without_a_known_house_it_stays_on(wifi: NetworkManager, manager: FakeNetworkManager) -> None:
    """Without a cable nobody could reach the machine. With one, the Wi-Fi is just switched off."""
    manager.connections, manager.active = {}, ""
    wifi.switch_on(ACCESS)
    with pytest.raises(WifiTrouble, match="knows no Wi-Fi of the house"):
        wifi.switch_off()
    assert wifi.look().is_on
    manager.wired = True
    wifi.switch_off()
    assert wifi.look() == WifiState(own=ACCESS, is_wired=True)
    assert not starts_by_itself(manager)


def test_only_wifis_that_are_joined_by_themselves_count(
    wifi: NetworkManager, manager: FakeNetworkManager
) -> None:
    """Somebody else's hotspot and a Wi-Fi that is joined by hand are no way back."""
    manager.add(make_house("By hand", 90, autoconnect=("b", False)))
    hotspot = make_house("Hotspot", 99)
    hotspot["802-11-wireless"]["mode"] = ("s", "ap")
    manager.add(hotspot)
    wifi.switch_on(ACCESS)
    wifi.switch_off()
    assert name_active(manager) == "Hall"


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        ({"wifi": False}, reasons.NO_DEVICE),
        ({"managed": False}, reasons.NO_DEVICE),
        ({"can_be_own": False}, reasons.CANNOT_BE_OWN),
        ({"hardware": False}, reasons.SWITCHED_OFF),
        ({"enabled": False}, reasons.NO_COUNTRY),
        ({"rights": {f"{NAME}.network-control": "auth"}}, reasons.NO_RIGHTS),
    ],
)
def test_what_is_missing_is_named(
    wifi: NetworkManager,
    manager: FakeNetworkManager,
    change: dict[str, object],
    trouble: tuple[str, str],
) -> None:
    """Each thing that can be missing has its sentence, and nothing is changed."""
    for name, value in change.items():
        setattr(manager, name, value)
    found = wifi.look().trouble
    assert found is not None
    assert (found.text, found.remedy) == trouble
    with pytest.raises(WifiTrouble, match=trouble[0].partition(",")[0]):
        wifi.switch_on(ACCESS)
    assert not manager.list_called("AddConnection")


def test_a_radio_that_was_switched_off_is_switched_on(
    wifi: NetworkManager, manager: FakeNetworkManager, tmp_path: Path
) -> None:
    """If the country is known, only a person can have switched it off."""
    country = tmp_path / "sys/module/cfg80211/parameters/ieee80211_regdom"
    country.parent.mkdir(parents=True)
    country.write_text("DE\n", "ascii")
    manager.enabled, manager.active = False, ""
    wifi.switch_on(ACCESS)
    assert wifi.look().is_on


def test_without_network_manager(tmp_path: Path) -> None:
    """Another system has a bus without it, or no bus. The state says so, and nothing fails."""
    with open_bus(tmp_path) as address:
        states = [NetworkManager(address).look(), NetworkManager("unix:path=/nowhere").look()]
    for state in states:
        assert state.trouble is not None
        assert state.trouble.text == reasons.NO_MANAGER[0]


def test_no_error_has_the_password(wifi: NetworkManager, manager: FakeNetworkManager) -> None:
    """Neither the sentence nor what Python prints of the error, with its causes, contains it."""
    manager.failing[OWN_UUID] = 7
    with pytest.raises(WifiTrouble) as failed:
        wifi.switch_on(ACCESS)
    assert ACCESS.password not in f"{failed.getrepr(style='native')} {failed.value!r} {ACCESS!r}"

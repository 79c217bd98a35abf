"""The own Wi-Fi is switched in the background, and what went wrong stays on the page."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from pi_bunco.app.wifi_device import open_wifi
from pi_bunco.app.wifi_switch import WifiSwitch
from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.network_manager import NetworkManager
from pi_bunco.devices.wifi.port import WifiState, WifiTrouble
from pi_bunco.game.refused import Refused
from pi_bunco.settings.config import Settings

ACCESS = WifiAccess("Bunco", "bako-mitu-hepa-dize")
HALL = WifiState(house="Hall")


@dataclass
class FakeWifi:
    """A device that switches when a test lets it, or fails."""

    may_go_on: threading.Event = field(default_factory=threading.Event)
    trouble: Exception | None = None
    state: WifiState = HALL
    looks: int = 0

    def look(self) -> WifiState:
        self.looks += 1
        return self.state

    def switch_on(self, access: WifiAccess) -> None:
        self._switch(replace(self.state, is_on=True, own=access))

    def switch_off(self) -> None:
        self._switch(replace(self.state, is_on=False))

    def _switch(self, to: WifiState) -> None:
        assert self.may_go_on.wait(30)
        if self.trouble:
            raise self.trouble
        self.state = to


@pytest.fixture
def device() -> FakeWifi:
    return FakeWifi()


@pytest.fixture
def own(device: FakeWifi) -> Iterator[WifiSwitch]:
    own = WifiSwitch(device, lambda: 8080, pause=0)
    yield own
    device.may_go_on.set()
    own.close()


def finish(own: WifiSwitch, device: FakeWifi) -> None:
    """Let the device go on, and wait until it has."""
    device.may_go_on.set()
    while own.view().is_changing:
        threading.Event().wait(0.01)


def test_it_is_switched_while_the_page_is_answered(own: WifiSwitch, device: FakeWifi) -> None:
    """The request returns before the Wi-Fi changes, so that the tablet gets its answer."""
    own.switch_on(ACCESS)
    assert own.view().is_changing
    finish(own, device)
    assert own.view().state == WifiState(is_on=True, own=ACCESS, house="Hall")
    assert own.view().address == "http://10.42.0.1:8080"


def test_a_second_tap_meanwhile_is_refused(own: WifiSwitch, device: FakeWifi) -> None:
    """Two switches at once would undo each other."""
    own.switch_on(ACCESS)
    for switch in (own.switch_off, lambda: own.switch_on(ACCESS)):
        with pytest.raises(Refused, match="already"):
            switch()
    finish(own, device)
    own.switch_off()
    finish(own, device)
    assert not own.view().state.is_on


def test_why_it_failed_stays_until_the_next_try(own: WifiSwitch, device: FakeWifi) -> None:
    """The tablet is away meanwhile, and reads it when it is back."""
    device.trouble = WifiTrouble("The own Wi-Fi did not come up.", "Try again.")
    own.switch_on(ACCESS)
    finish(own, device)
    assert own.view().failure is device.trouble
    device.trouble = None
    own.switch_on(ACCESS)
    finish(own, device)
    assert own.view().failure is None


def test_a_fault_of_the_program_is_said_too(own: WifiSwitch, device: FakeWifi) -> None:
    """The page does not stay at “is being switched”."""
    device.trouble = RuntimeError("unexpected")
    own.switch_on(ACCESS)
    finish(own, device)
    assert "Something broke" in str(own.view().failure)


def test_telephones_do_not_wake_the_device_each_time(own: WifiSwitch, device: FakeWifi) -> None:
    """It is looked at once in some seconds, and again after a switch."""
    assert [own.is_on() for _ in range(1000)] == [False] * 1000
    assert device.looks == 1
    own.switch_on(ACCESS)
    finish(own, device)
    assert own.is_on()


def test_a_device_that_hangs_holds_up_one_question() -> None:
    """While one thread looks, all others use what was known."""
    hanging, let_go = threading.Event(), threading.Event()

    class HangingWifi(FakeWifi):
        def look(self) -> WifiState:
            hanging.set()
            assert let_go.wait(30)
            return WifiState(is_on=True)

    own = WifiSwitch(HangingWifi(), lambda: 8080)
    thread = threading.Thread(target=own.is_on)
    thread.start()
    assert hanging.wait(30)
    assert not own.is_on()
    let_go.set()
    thread.join()
    assert own.is_on()


def test_nothing_is_switched_after_the_end(device: FakeWifi) -> None:
    """A program that ends before the pause is over leaves the Wi-Fi as it is."""
    own = WifiSwitch(device, lambda: 8080, pause=30)
    own.switch_on(ACCESS)
    own.close()
    finish(own, device)
    assert not device.state.is_on


def test_the_device_follows_from_the_settings() -> None:
    """A mock table has none, nor one whose pages are at a single address."""
    assert isinstance(open_wifi(Settings(camera="none", host="0.0.0.0")), NetworkManager)
    for settings, says in (
        (Settings(camera="mock"), "mock table"),
        (Settings(camera="none", host="192.168.1.20"), "192.168.1.20"),
    ):
        trouble = open_wifi(settings).look().trouble
        assert trouble is not None
        assert says in trouble.text
        with pytest.raises(type(trouble)):
            open_wifi(settings).switch_on(ACCESS)

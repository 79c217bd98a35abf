"""The machine's own address is found in each kind of network."""

import socket

import pytest

from pi_bunco.machine.own_address import find_own_address


class FakeSocket(socket.socket):
    """A socket of a machine that has routes to some targets only, each from an address of its own."""

    routes: dict[str, str]

    def connect(self, address: tuple[str, int]) -> None:  # type: ignore[override]
        if address[0] not in self.routes:
            raise OSError(101, "Network is unreachable")
        self.used = self.routes[address[0]]

    def getsockname(self) -> tuple[str, int]:
        return self.used, 40000


@pytest.mark.parametrize(
    ("routes", "found"),
    [
        ({"192.0.2.1": "192.168.1.20", "10.42.0.2": "10.42.0.1"}, "192.168.1.20"),
        ({"10.42.0.2": "10.42.0.1"}, "10.42.0.1"),
        ({}, None),
    ],
)
def test_address_is_found(monkeypatch: pytest.MonkeyPatch, routes: dict[str, str], found: str | None) -> None:
    """Towards the internet, in the Pi's own Wi-Fi alone, which has no way out, and in no network."""
    monkeypatch.setattr(FakeSocket, "routes", routes, raising=False)
    monkeypatch.setattr(socket, "socket", FakeSocket)
    assert find_own_address() == found

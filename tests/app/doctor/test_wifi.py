"""The doctor's check of the own Wi-Fi."""

import http.server
import threading
from collections.abc import Iterator

import pytest

from pi_bunco.app.doctor.wifi import ask_as_telephone, judge_wifi
from pi_bunco.devices.wifi import reasons
from pi_bunco.devices.wifi.port import WifiState, WifiTrouble
from pi_bunco.findings import Mark


@pytest.mark.parametrize(
    ("state", "answered", "mark", "says"),
    [
        (WifiState(), False, Mark.GOOD, "is off"),
        (WifiState(is_on=True), True, Mark.GOOD, "phones stay"),
        (WifiState(is_on=True), False, Mark.LOOK, "no answer at port 80"),
        (WifiState(trouble=WifiTrouble(*reasons.NO_DEVICE)), False, Mark.GOOD, "This machine has no Wi-Fi."),
    ],
)
def test_findings(state: WifiState, answered: object, mark: Mark, says: str) -> None:
    """It is a fault only if telephones leave a Wi-Fi that is on."""
    finding = judge_wifi(state, lambda: bool(answered))
    assert finding.mark is mark
    assert says in finding.found


@pytest.fixture
def other_program() -> Iterator[int]:
    """Run another program's web server, and yield its port."""
    server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    thread.join()
    server.server_close()


def test_another_program_at_port_80_is_no_answer(other_program: int) -> None:
    """Neither is a closed port."""
    assert not ask_as_telephone("127.0.0.1", other_program)
    assert not ask_as_telephone("127.0.0.1", 1)

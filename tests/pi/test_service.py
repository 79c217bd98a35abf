"""The table as a service of a real systemd: killed, hanging, and in its sandbox."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pi.virtualpi import VirtualPi

pytestmark = pytest.mark.pi

PROBE = Path(__file__).with_name("probe.py")
MAY = ["write its games", "listen on a port", "know the board", "use the pins", "use the camera's memory"]
"""What the table must be able to do; everything else that the probe tries must be refused."""


def play_on(pi: VirtualPi) -> dict[str, Any]:
    """Begin a round if none is played, enter a throw that does not end it, and return the view."""
    now = pi.table()
    if now["phase"] == "ready":
        pi.post("/api/table/1/ring", {})
        now = pi.wait_for_table("the round is played", lambda now: now["phase"] == "playing")
    without_target = next(dice for dice in ([2, 3, 5], [4, 6, 1], [2, 4, 6]) if now["target"] not in dice)
    status, body = pi.post("/api/table/1/enter", {"dice": without_target})
    assert status == 200, body
    return pi.table()


def is_same_game(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return whether ``after`` still has the game, the scores and the throws of ``before``."""
    kept = ("game", "phase", "set", "round", "target", "sides")
    throws = [each["seq"] for each in before["course"]]
    return (
        all(before[key] == after[key] for key in kept)
        and [each["seq"] for each in after["course"]][: len(throws)] == throws
    )


def wait_for_restart(pi: VirtualPi, old_pid: int) -> None:
    """Wait until systemd has started another process."""
    pi.wait_until("another process", lambda: pi.pid() not in {0, old_pid})


def test_service_restarts_after_a_kill(pi: VirtualPi) -> None:
    """After ``kill -9`` during a round, systemd starts the table again with the same game."""
    for _ in range(3):
        before, dead = play_on(pi), pi.pid()
        pi.run(f"kill -9 {dead}")
        wait_for_restart(pi, dead)
        assert is_same_game(before, pi.wait_for_table("the table answers", lambda now: now))


def test_service_restarts_after_a_hang(pi: VirtualPi) -> None:
    """If the table's process is stopped, the watchdog ends it, and the same game goes on."""
    before, hung = play_on(pi), pi.pid()
    pi.run(f"kill -STOP {hung}")
    wait_for_restart(pi, hung)
    assert "watchdog" in pi.run("journalctl -u pi-bunco --no-pager -o cat").out.lower()
    assert is_same_game(before, pi.wait_for_table("the table answers", lambda now: now))


def test_service_sandbox_allows_only_what_is_needed(pi: VirtualPi) -> None:
    """With the sandbox of the table's unit, a program can do what the table needs and nothing else."""
    pi.put(PROBE, "/usr/local/lib/probe.py")
    pi.run(r"""sed -e 's/^Type=.*/Type=oneshot/; s/^Restart.*//; s/^WatchdogSec=.*//; s/^NotifyAccess=.*//' \
        -e "s|^ExecStart=.*|ExecStart=/opt/pi-bunco/current/bin/python /usr/local/lib/probe.py|" \
        /etc/systemd/system/pi-bunco.service >/run/systemd/system/probe.service""")
    pi.run("systemctl daemon-reload && systemctl start probe")
    outside = json.loads(pi.run("python3 /usr/local/lib/probe.py").out)
    inside = json.loads(pi.run("journalctl -u probe --no-pager -o cat | grep '^{'").out)
    # A try that fails for root without the sandbox would prove nothing about the sandbox.
    for name in MAY:
        assert inside[name] == "done", (name, inside[name])
    for name in inside.keys() - set(MAY):
        assert outside[name] == "done", (name, outside[name])
        assert inside[name] != "done", name


def test_service_can_read_the_model_of_its_board(pi: VirtualPi) -> None:
    """Inside its sandbox the table can read the Pi's model from the device tree."""
    assert "Raspberry Pi 4" in pi.run("pi-bunco doctor --state-dir /var/lib/pi-bunco", check=False).out

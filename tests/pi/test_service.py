"""The table as a service of a real systemd: killed, hanging, shut in."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pi.virtualpi import VirtualPi

pytestmark = pytest.mark.pi

PROBE = Path(__file__).with_name("probe.py")
MAY = ["write its games", "listen on a port", "know the board", "use the pins", "use the camera's memory"]
"""What the table must be able to do; all else that the probe tries must be refused."""


def play_on(pi: VirtualPi) -> dict[str, Any]:
    """See that a round is being played, tap a throw that ends no round, and give what the page shows."""
    now = pi.table()
    if now["phase"] == "ready":
        pi.post("/api/table/1/ring", {})
        now = pi.until_table("the round is played", lambda now: now["phase"] == "playing")
    blank = [2, 3, 5] if now["target"] not in {2, 3, 5} else [4, 6, 1] if now["target"] == 2 else [2, 4, 6]
    status, body = pi.post("/api/table/1/enter", {"dice": blank})
    assert status == 200, body
    return pi.table()


def same_game(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return whether nothing that the page showed is gone."""
    kept = ("game", "phase", "set", "round", "target", "sides")
    throws = [each["seq"] for each in before["course"]]
    return (
        all(before[key] == after[key] for key in kept)
        and [each["seq"] for each in after["course"]][: len(throws)] == throws
    )


def started_again(pi: VirtualPi, gone: int) -> None:
    """Wait until systemd has put another process in the place of one that is gone."""
    pi.until("another process", lambda: pi.pid() not in {0, gone})


def test_service_killed(pi: VirtualPi) -> None:
    """``kill -9`` in the middle of a round: systemd starts the table again, with the same game."""
    for _ in range(3):
        before, dead = play_on(pi), pi.pid()
        pi.run(f"kill -9 {dead}")
        started_again(pi, dead)
        assert same_game(before, pi.until_table("the table answers", lambda now: now))


def test_service_hangs(pi: VirtualPi) -> None:
    """A table whose threads stand still feeds no watchdog: systemd ends it and the same game goes on."""
    before, hung = play_on(pi), pi.pid()
    pi.run(f"kill -STOP {hung}")
    started_again(pi, hung)
    assert "watchdog" in pi.run("journalctl -u pi-bunco --no-pager -o cat").out.lower()
    assert same_game(before, pi.until_table("the table answers", lambda now: now))


def test_service_sandbox(pi: VirtualPi) -> None:
    """Shut in as the table's unit says, a program can play Bunco and nothing else."""
    pi.put(PROBE, "/usr/local/lib/probe.py")
    pi.run(r"""sed -e 's/^Type=.*/Type=oneshot/; s/^Restart.*//; s/^WatchdogSec=.*//; s/^NotifyAccess=.*//' \
        -e "s|^ExecStart=.*|ExecStart=/opt/pi-bunco/current/bin/python /usr/local/lib/probe.py|" \
        /etc/systemd/system/pi-bunco.service >/run/systemd/system/probe.service""")
    pi.run("systemctl daemon-reload && systemctl start probe")
    outside = json.loads(pi.run("python3 /usr/local/lib/probe.py").out)
    inside = json.loads(pi.run("journalctl -u probe --no-pager -o cat | grep '^{'").out)
    # What a root without a sandbox cannot do either would show nothing by being refused.
    for name in MAY:
        assert inside[name] == "done", (name, inside[name])
    for name in inside.keys() - set(MAY):
        assert outside[name] == "done", (name, outside[name])
        assert inside[name] != "done", name


def test_service_knows_its_board(pi: VirtualPi) -> None:
    """Inside its sandbox the table reads from the device tree which Pi this is."""
    assert "Raspberry Pi 4" in pi.run("pi-bunco doctor --state-dir /var/lib/pi-bunco", check=False).out

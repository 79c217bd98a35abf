"""Several Pis under a real systemd: the service is the head of another Pi, and follows one itself."""

import json
from typing import Any

import pytest

from tests.pi.virtualpi import PAGE, VirtualPi

pytestmark = pytest.mark.pi

OTHER = "http://127.0.0.1:8090"
UNIT = "systemd-run --quiet --collect --unit=other --property=DynamicUser=yes"


def start_other(pi: VirtualPi, words: str, name: str = "other") -> None:
    """Start another pi-bunco on the same machine, as another user with a folder of its own."""
    folder = f"{name}-{words.split(maxsplit=1)[0]}"
    place = f"--port 8090 --host 127.0.0.1 --state-dir /var/lib/{folder}"
    pi.run(f"{UNIT} --property=StateDirectory={folder} pi-bunco {words} {place}")


def read(pi: VirtualPi, path: str, page: str = PAGE) -> Any:
    """Return the values at an address, ``{}`` if there is no such answer yet."""
    status, body = pi.get(path, page)
    return json.loads(body) if status == 200 else {}


def let_in(pi: VirtualPi, page: str) -> None:
    """Let in the Pi that asks at a page."""
    waiting = pi.wait_until("a Pi asks", lambda: read(pi, "/api/link", page).get("waiting"))
    status, body = pi.post("/api/link/let-in", {"number": waiting[0]["number"]}, page)
    assert status == 200, body


def test_the_service_is_the_head_of_another_pi(pi: VirtualPi) -> None:
    """Its sandbox lets it start the broker. Debian's own broker does not run. The other Pi shows the game."""
    start_other(pi, f"follow {PAGE}")
    let_in(pi, PAGE)
    shown = pi.wait_until("the other Pi shows it", lambda: read(pi, "/api/table/1", OTHER))
    assert shown["game"] == pi.table()["game"]
    assert pi.run("systemctl is-active mosquitto", check=False).out.strip() != "active"
    pi.run("systemctl stop other")


def test_the_service_follows_by_a_tap_and_comes_back(pi: VirtualPi) -> None:
    """It starts again in the same process, feeds the watchdog meanwhile, and plays its own game again."""
    before, process, restarts = pi.table(), pi.pid(), pi.count_restarts()
    start_other(pi, "run --camera none --roles off --players Eve,Fay,Gil,Hal")
    pi.wait_until("the other Pi plays", lambda: read(pi, "/api/table/1", OTHER))
    status, body = pi.post("/api/link/follow", {"head": OTHER})
    assert status == 200, body
    let_in(pi, OTHER)
    pi.wait_for_table("it shows the other game", lambda now: now["players"][0]["name"] == "Eve")
    pi.run("sleep 40", seconds=120)  # longer than the watchdog waits
    assert (pi.pid(), pi.count_restarts()) == (process, restarts)
    assert pi.post("/api/link/leave", {})[0] == 200
    after = pi.wait_for_table("it plays again", lambda now: now["players"][0]["name"] != "Eve")
    assert after["game"] == before["game"]
    assert (pi.pid(), pi.count_restarts()) == (process, restarts)
    pi.run("systemctl stop other")


def test_the_service_becomes_the_head(pi: VirtualPi) -> None:
    """The other Pi is lost, and a tap lets this one go on with its game, in the same process and sandbox.

    The other one comes back and says who is the head now. Then this Pi goes back to its own games.
    """
    before, process, restarts = pi.table(), pi.pid(), pi.count_restarts()
    words = "run --camera none --roles off --players Eve,Fay,Gil,Hal"
    start_other(pi, words, "lost")  # a Pi without a room: the copy of another room is set aside
    pi.wait_until("the other Pi plays", lambda: read(pi, "/api/table/1", OTHER))
    assert pi.post("/api/link/follow", {"head": OTHER})[0] == 200
    let_in(pi, OTHER)
    pi.wait_for_table("it shows the other game", lambda now: now["players"][0]["name"] == "Eve")
    pi.wait_until("it knows the room", lambda: read(pi, "/api/link/standing").get("term") == 1)
    pi.run("systemctl kill --signal=KILL other")
    pi.wait_until("the head is lost", lambda: pi.post("/api/link/take-over", {})[0] == 200)
    pi.wait_until("it is the head", lambda: read(pi, "/api/link/standing").get("port"))
    assert read(pi, "/api/link/standing")["role"] == "head"
    pi.wait_for_table("it plays that game", lambda now: now["players"][0]["name"] == "Eve")
    start_other(pi, words, "lost")
    pi.wait_until("the old head says so", lambda: "is the head now" in pi.get("/", OTHER)[1])
    pi.run("sleep 40", seconds=120)  # longer than the watchdog waits
    assert (pi.pid(), pi.count_restarts()) == (process, restarts)
    assert pi.post("/api/link/leave", {})[0] == 200
    after = pi.wait_for_table("it plays its own game", lambda now: now["players"][0]["name"] != "Eve")
    assert after["game"] == before["game"]
    pi.run("systemctl stop other")

"""Measures how long the page is away when the installed table is killed and systemd starts it again.

In the middle of a game, on the machine whose time counts: sudo python3 tools/restart.py
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

SERVICE = "pi-bunco"
PYTHON = "/opt/pi-bunco/current/bin/python"
IMPORTS = """
import time
from pi_bunco.cli.garbage import pause_garbage_collection
with pause_garbage_collection():
    import pi_bunco.cli.run, pi_bunco.app.play, pi_bunco.app.address
print(time.process_time())
"""
PATIENCE = 120.0
"""Seconds after which a page that does not answer has not come back."""
SAME = ("title", "set", "round", "revision", "phase", "sides")
"""What a snapshot must have as it was before."""


def say(line: str) -> None:
    """Print a line as soon as it is known."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def page(address: str) -> dict[str, Any] | None:
    """Return what the page shows, ``None`` while it does not answer."""
    try:
        with urllib.request.urlopen(f"{address}/api/table/1", timeout=5) as answer:  # noqa: S310 - our own page
            snapshot: dict[str, Any] = json.load(answer)
            return snapshot
    except OSError:
        return None


def pid() -> int:
    """Return the number of the table's process."""
    asked = ["systemctl", "show", "--property=MainPID", "--value", SERVICE]
    return int(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)


def worked(process: int) -> float:
    """Return how many seconds a process has kept a core busy (proc(5): utime and stime of stat)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kill(address: str) -> tuple[float, float]:
    """Kill the table; give after how many seconds the page was back, and how many of them a core was busy."""
    before = page(address)
    if before is None:
        sys.exit(f"No page answers at {address}. Start the table, or name its page with --page.")
    began = time.monotonic()
    os.kill(pid(), signal.SIGKILL)
    while (now := page(address)) is None:
        if time.monotonic() - began > PATIENCE:
            sys.exit(f"The page has not come back for {PATIENCE:.0f} seconds: see systemctl status {SERVICE}")
        time.sleep(0.02)
    away = time.monotonic() - began
    changed = [each for each in SAME if now[each] != before[each]]
    if changed:
        sys.exit(f"The page came back, but not with the same {' and '.join(changed)}.")
    return away, worked(pid())


def main() -> None:
    """Kill the table again and again, and print how long that takes it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="how often [5]")
    parser.add_argument("--page", default="http://127.0.0.1:8080", help="the table's page [%(default)s]")
    said = parser.parse_args()
    kills = []
    for _ in range(said.times):
        kills.append(kill(said.page.rstrip("/")))
        say("the same game after {:.2f} s, a core busy for {:.2f} s of them".format(*kills[-1]))
        time.sleep(1)  # a table that has just begun is killed in its game, not in its beginning
    read = [
        float(subprocess.run([PYTHON, "-c", IMPORTS], capture_output=True, check=True).stdout) for _ in kills
    ]
    away, busy = (statistics.median(each) for each in zip(*kills, strict=True))
    share = statistics.median(read) / busy
    say(f"half of them within {away:.2f} s; busy for {busy:.2f} s, {share:.0%} of that to read the program")


if __name__ == "__main__":
    main()

"""Measures how long the page is away when the installed table is killed and systemd starts it again.

Run it in the middle of a game, on the machine to measure: sudo python3 tools/restart.py
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
IMPORT_SCRIPT = """
import time
from pi_bunco.cli.garbage import pause_garbage_collection
with pause_garbage_collection():
    import pi_bunco.cli.run, pi_bunco.app.play, pi_bunco.app.address
print(time.process_time())
"""
MAX_WAIT = 120.0
"""Seconds to wait for the page to answer again."""
UNCHANGED = ("title", "set", "round", "revision", "phase", "sides")
"""The values of a snapshot that a restart must not change."""


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def read_page(address: str) -> dict[str, Any] | None:
    """Return the snapshot of the table; ``None``: the page does not answer."""
    try:
        with urllib.request.urlopen(f"{address}/api/table/1", timeout=5) as answer:  # noqa: S310 - our own page
            snapshot: dict[str, Any] = json.load(answer)
            return snapshot
    except OSError:
        return None


def find_process() -> int:
    """Return the id of the table's process."""
    words = ["systemctl", "show", "--property=MainPID", "--value", SERVICE]
    return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def measure_cpu(process: int) -> float:
    """Return the seconds of a core that a process has used (proc(5): utime and stime of stat)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kill_table(address: str) -> tuple[float, float]:
    """Kill the table; return the seconds until the page is back, and for how many of them a core is busy."""
    before = read_page(address)
    if before is None:
        sys.exit(f"No page answers at {address}. Start the table, or name its page with --page.")
    began = time.monotonic()
    os.kill(find_process(), signal.SIGKILL)
    while (now := read_page(address)) is None:
        if time.monotonic() - began > MAX_WAIT:
            sys.exit(f"The page has not come back for {MAX_WAIT:.0f} seconds: see systemctl status {SERVICE}")
        time.sleep(0.02)
    seconds_away = time.monotonic() - began
    changed = [name for name in UNCHANGED if now[name] != before[name]]
    if changed:
        sys.exit(f"The page came back, but not with the same {' and '.join(changed)}.")
    return seconds_away, measure_cpu(find_process())


def main() -> None:
    """Kill the table several times, and print how long each restart takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="how often [5]")
    parser.add_argument("--page", default="http://127.0.0.1:8080", help="the table's page [%(default)s]")
    options = parser.parse_args()
    restarts = []
    for _ in range(options.times):
        restarts.append(kill_table(options.page.rstrip("/")))
        say("the same game after {:.2f} s, a core busy for {:.2f} s of them".format(*restarts[-1]))
        time.sleep(1)  # kill it while it plays, not while it starts
    import_seconds = [
        float(subprocess.run([PYTHON, "-c", IMPORT_SCRIPT], capture_output=True, check=True).stdout)
        for _ in restarts
    ]
    seconds_away, seconds_busy = (statistics.median(seconds) for seconds in zip(*restarts, strict=True))
    share = statistics.median(import_seconds) / seconds_busy
    say(
        f"half of them within {seconds_away:.2f} s; busy for {seconds_busy:.2f} s, "
        f"{share:.0%} of that to read the program"
    )


if __name__ == "__main__":
    main()

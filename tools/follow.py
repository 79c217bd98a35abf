"""Measures how far a Pi that follows is behind its head, and what it costs: both are processes here.

Each tap goes to the head, and the far Pi's stream says when its pages have it.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from evaluation.timing import time_fixed_work

from pi_bunco.link.broker import find_free_port
from tools.process import measure_cpu, measure_share

MAX_WAIT = 60.0


def ask(port: int, path: str, **body: object) -> Any:
    """Send a request to a Pi and return the answer."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    address = f"http://127.0.0.1:{port}{path}"
    request = urllib.request.Request(address, json.dumps(body).encode() if body else None, headers)
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - likewise
        return json.load(answer)


def start(stack: ExitStack, *words: str) -> subprocess.Popen[bytes]:
    """Start a Pi that ends with the stack."""
    process = subprocess.Popen([sys.executable, "-m", "pi_bunco", *words], stdout=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.terminate)
    return process


def wait_for(port: int, path: str, key: str) -> Any:
    """Wait until a Pi answers with something under a key, and return it."""
    end = time.monotonic() + MAX_WAIT
    while time.monotonic() < end:
        try:
            if found := ask(port, path)[key]:
                return found
        except OSError:
            pass
        time.sleep(0.1)
    raise TimeoutError(path)


def watch(port: int, seen: SimpleQueue[tuple[float, int]]) -> None:
    """Note when each state of table 1 comes through a Pi's stream, with the number of its newest event."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/events", timeout=MAX_WAIT) as stream:
        for line in stream:
            if line.startswith(b"data: {") and b'"revision"' in line:
                seen.put((time.monotonic(), json.loads(line[6:])["revision"]))


def measure(throws: int) -> dict[str, float]:
    """Measure this many taps.

    Returns
    -------
    dict
        ``median`` and ``p99``: milliseconds from sending a tap to the head until the far Pi's stream has it.
        ``far``: the proportional set size of the far Pi in MB; ``cpu``: its milliseconds of processor time
        for each throw. ``unit``: milliseconds of a fixed piece of work.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        head, far = find_free_port(), find_free_port()
        options = ("--host", "127.0.0.1", "--state-dir")
        players = ("--camera", "none", "--roles", "off", "--players", "Ann,Bob,Cy,Di")
        start(stack, "run", *players, "--port", str(head), *options, str(folder / "head"))
        wait_for(head, "/api/table/1", "here")
        copy = start(stack, "follow", f"127.0.0.1:{head}", "--port", str(far), *options, str(folder / "far"))
        [request] = wait_for(head, "/api/link", "waiting")
        ask(head, "/api/link/let-in", number=request["number"])
        wait_for(far, "/api/table/1", "here")
        seen: SimpleQueue[tuple[float, int]] = SimpleQueue()
        threading.Thread(target=watch, args=(far, seen), daemon=True).start()
        seen.get(timeout=MAX_WAIT)
        ask(head, "/api/table/1/ring", sure=True)
        times, cpu = [], measure_cpu(copy.pid)
        for number in range(throws):
            began = time.monotonic()
            # Nobody scores, so the round never ends: its target is one.
            revision = ask(head, "/api/table/1/enter", dice=[2, 3, 4 + number % 3])["revision"]
            while (found := seen.get(timeout=MAX_WAIT))[1] != revision:
                pass
            times.append(1000 * (found[0] - began))
            time.sleep(0.1)
        quantiles = statistics.quantiles(times, n=100)
        return {
            "median": statistics.median(times),
            "p99": quantiles[98],
            "far": measure_share(copy.pid),
            "cpu": 1000 * (measure_cpu(copy.pid) - cpu) / throws,
            "unit": min(time_fixed_work() for _ in range(9)),
        }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=200, help="how many taps [200]")
    for name, value in measure(parser.parse_args().throws).items():
        sys.stdout.write(f"{name:8}{value:10.1f}\n")


if __name__ == "__main__":
    main()

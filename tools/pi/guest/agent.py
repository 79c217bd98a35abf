"""Runs inside the virtual Pi: carries out the tests' orders, one JSON object a line on its serial line."""

import base64
import json
import subprocess
import time
import tty
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

LINE = Path("/dev/ttyS0")


def run(command: str, seconds: float = 60.0) -> dict[str, Any]:
    """Run a shell command as root."""
    try:
        done = subprocess.run(["/bin/bash", "-c", command], capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as late:
        return {"rc": 124, "out": (late.stdout or b"").decode("utf-8", "replace"), "err": "too slow"}
    output = {"out": done.stdout, "err": done.stderr}
    return {"rc": done.returncode, **{name: text.decode("utf-8", "replace") for name, text in output.items()}}


def ask(address: str, body: Any = None, seconds: float = 20.0) -> dict[str, Any]:
    """Request a page of the table. Without an answer, ``status`` is 0."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=seconds) as answer:  # noqa: S310 - our own page
            return {"status": answer.status, "body": answer.read().decode("utf-8", "replace")}
    except urllib.error.HTTPError as error:
        return {"status": error.code, "body": error.read().decode("utf-8", "replace")}
    except OSError as error:
        return {"status": 0, "body": str(error)}


@cache
def find_pins() -> Path:
    """Return the folder with the kernel's simulated pins."""
    return next(Path("/sys/devices/platform").glob("*/gpiochip*/sim_gpio0")).parent


def pull(line: int, level: int) -> None:
    """Pull a line to a level, as a wire would."""
    (find_pins() / f"sim_gpio{line}" / "pull").write_text("pull-up" if level else "pull-down")


def play(steps: list[list[float]], line: int, watched: list[int], seconds: float) -> dict[str, Any]:
    """Pull a line by a list of [seconds, level], and note each change of the watched lines meanwhile.

    ``pulled`` has the times before and after each pull, because a busy machine may pause at any place.
    """
    folder, edges, pulled = find_pins(), [], []
    values: dict[int, str] = {}
    remaining = list(steps)
    begin = time.monotonic()
    while (now := time.monotonic() - begin) < seconds:
        if remaining and remaining[0][0] <= now:
            before = time.monotonic() - begin
            pull(line, int(remaining.pop(0)[1]))
            pulled.append([round(before, 4), round(time.monotonic() - begin, 4)])
        for other_line in watched:
            value = (folder / f"sim_gpio{other_line}" / "value").read_text().strip()
            if values.setdefault(other_line, value) != value:
                edges.append([round(now, 4), other_line, int(value)])
                values[other_line] = value
        if not remaining or remaining[0][0] > now + 0.01:
            time.sleep(0.002)
    return {"edges": edges, "pulled": pulled}


def fetch(path: str) -> dict[str, Any]:
    """Return the content of a file, as base64."""
    return {"data": base64.b64encode(Path(path).read_bytes()).decode()}


ORDERS: dict[str, Callable[..., Any]] = {
    "run": run,
    "ask": ask,
    "pull": pull,
    "play": play,
    "fetch": fetch,
}


def main() -> None:
    """Answer orders until the power is cut."""
    with LINE.open("rb", buffering=0) as line, LINE.open("wb", buffering=0) as back:
        tty.setraw(line.fileno())
        back.write(b'{"hello": 1}\n')
        waiting = b""
        while True:
            waiting += line.read(65536)
            while b"\n" in waiting:
                received, waiting = waiting.split(b"\n", 1)
                order = json.loads(received)
                try:
                    answer: dict[str, Any] = {"is": ORDERS[order["do"]](**order["with"])}
                except Exception as error:  # noqa: BLE001 - the test gets it
                    answer = {"failed": repr(error)}
                back.write(json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    main()

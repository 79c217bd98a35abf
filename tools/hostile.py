"""Measures how long a guest waits for the page and for taps while hundreds of connections are hostile.

The table, the guest and two attackers each have their own address, in four network namespaces of this machine
(ip-netns(8); needs root), so nothing leaves it. Hostile connections say nothing, send a byte now and then,
stop in the middle of a body, take streams and do not read them, or flood the table with requests. When the
table closes one, it connects again.
"""

import argparse
import asyncio
import contextlib
import http.client
import itertools
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.process import measure_cpu, measure_memory

IP = shutil.which("ip") or ""
PORT = 8080
NAMESPACES = {"table": 0, "guest": 1, "hostile1": 2, "hostile2": 3}
"""The third number of each address, which is also the number of the link to the table."""
KINDS = ("silent", "dripping", "half", "streams")
FLOOD = "flood"
HEADERS = b"Host: 10.77.0.1\r\nContent-Type: application/json\r\n"
FIRST_BYTES = {
    "silent": b"",
    "dripping": b"GET / HTTP/1.1\r\nX-Slow: ",
    "half": b"POST /api/table/1/ring HTTP/1.1\r\n" + HEADERS + b"Content-Length: 60000\r\n\r\n{",
    "streams": b"GET /events HTTP/1.1\r\n" + HEADERS + b"\r\n",
    FLOOD: b"GET / HTTP/1.1\r\n" + HEADERS + b"\r\n",
}
DRIP_PAUSE = 1.0
"""Seconds between two bytes of a slow connection."""
REOPEN_PAUSE = 0.25
"""Seconds until a hostile connection that the table has closed is opened again."""


def explain_why_not() -> str:
    """Return why this machine cannot measure this; ``""`` if it can."""
    if not IP:
        return "ip(8) is missing"
    if os.geteuid() != 0:
        return "needs root, for network namespaces"
    tried = subprocess.run([IP, "netns", "add", "bunco-try"], capture_output=True, text=True, check=False)
    if tried.returncode:
        return f"no network namespaces here ({tried.stderr.strip()})"
    run_ip("netns", "del", "bunco-try")
    return ""


def run_ip(*words: str) -> None:
    """Run ip(8) with arguments."""
    subprocess.run([IP, *words], check=True, capture_output=True)


def make_command(name: str, *words: str) -> list[str]:
    """Return a command that runs in a namespace."""
    return [IP, "netns", "exec", f"bunco-{name}", *words]


@contextlib.contextmanager
def make_network() -> Iterator[None]:
    """Make the namespaces, and a link from each of them to the table's."""
    try:
        for name, number in NAMESPACES.items():
            run_ip("netns", "add", f"bunco-{name}")
            run_ip("-n", f"bunco-{name}", "link", "set", "lo", "up")
            if name == "table":
                continue
            run_ip("-n", f"bunco-{name}", "link", "add", "up0", "type", "veth", "peer", "name", f"to{number}",
               "netns", "bunco-table")  # fmt: skip
            run_ip("-n", f"bunco-{name}", "address", "add", f"10.77.{number}.2/24", "dev", "up0")
            run_ip("-n", f"bunco-{name}", "link", "set", "up0", "up")
            run_ip("-n", "bunco-table", "address", "add", f"10.77.{number}.1/24", "dev", f"to{number}")
            run_ip("-n", "bunco-table", "link", "set", f"to{number}", "up")
        yield
    finally:
        for name in NAMESPACES:
            subprocess.run([IP, "netns", "del", f"bunco-{name}"], capture_output=True, check=False)


@contextlib.contextmanager
def run_table(program: list[str], state: Path | None = None, options: tuple[str, ...] = ()) -> Iterator[int]:
    """Run a table in its namespace, in this folder or a new one, and yield its process."""
    with tempfile.TemporaryDirectory() as new:
        words = ["run", "--camera", "none", "--host", "0.0.0.0", "--port", str(PORT)]  # noqa: S104
        words += ["--players", "Ann,Bob,Cy,Di", "--state-dir", str(state or new), *options]
        process = subprocess.Popen(make_command("table", *program, *words), stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        try:
            next(line for line in process.stdout if re.search(r"The (table|room) is at http", line))
            yield process.pid
        finally:
            process.terminate()
            process.wait(30)
            process.stdout.close()


def measure(
    seconds: float, kinds: tuple[str, ...] = KINDS, connections: int = 300, program: str = ""
) -> dict[str, float]:
    """Let two addresses attack the table while a third one plays.

    Parameters
    ----------
    seconds
        How long to play.
    kinds
        The kinds of hostile connections, in turn; empty: none are hostile.
    connections
        How many hostile connections there are in all.
    program
        The program of the table; ``""``: the one beside this Python.

    Returns
    -------
    dict
        Median and slowest page and tap in milliseconds, the number of each, the table's resident memory in MB
        at the end, and its share of a core in percent.
    """
    table_program = program.split() or [str(Path(sys.executable).with_name("pi-bunco"))]
    this_script = [sys.executable, str(Path(__file__).resolve())]
    with make_network(), run_table(table_program) as process, contextlib.ExitStack() as stack:
        for number in (2, 3) if kinds else ():
            words = ["--attack", f"10.77.{number}.1", "--seconds", str(seconds + 60), "--kinds", *kinds,
                     "--connections", str(connections // 2)]  # fmt: skip
            hostile = subprocess.Popen(make_command(f"hostile{number - 1}", *this_script, *words))
            stack.callback(hostile.wait)
            stack.callback(hostile.terminate)
        time.sleep(2)  # until all are connected
        before = measure_cpu(process)
        words = ["--guest", "10.77.1.1", "--seconds", str(seconds)]
        answer = subprocess.run(
            make_command("guest", *this_script, *words), capture_output=True, text=True, check=True
        )
        used = measure_cpu(process) - before
        memory = measure_memory(process)
    figures: dict[str, float] = json.loads(answer.stdout)
    return {**figures, "memory": memory, "cpu": 100 * used / seconds}


def play_guest(host: str, seconds: float, cookie: str = "") -> dict[str, float]:
    """Open the page and tap, each on a new connection, and return how long each took.

    Parameters
    ----------
    host
        The address of the table.
    seconds
        How long to play.
    cookie
        The cookie of the device that plays; ``""``: it has none.
    """
    pages, taps = [], []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pages.append(time_work(lambda: send(host, "GET", "/", cookie=cookie)))
        taps.append(time_work(lambda: tap(host, cookie)))
        time.sleep(0.05)
    return {
        "page": statistics.median(pages),
        "page p99": statistics.quantiles(pages, n=100)[-1],
        "slowest page": max(pages),
        "pages": len(pages),
        "tap": statistics.median(taps),
        "tap p99": statistics.quantiles(taps, n=100)[-1],
        "slowest tap": max(taps),
        "taps": len(taps),
    }


def time_work(work: Callable[[], object]) -> float:
    """Return how many milliseconds a piece of work took."""
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def tap(host: str, cookie: str = "") -> None:
    """Enter a throw, or ring the bell if none can be entered."""
    if send(host, "POST", "/api/table/1/enter", {"dice": [2, 3, 4]}, cookie) == http.client.CONFLICT:
        send(host, "POST", "/api/table/1/ring", {}, cookie)


def send(host: str, method: str, path: str, body: object = None, cookie: str = "") -> int:
    """Send a request until it is answered, and return the status."""
    while True:
        connection = http.client.HTTPConnection(host, PORT, timeout=60)
        with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
            text = None if body is None else json.dumps(body)
            headers = {"Content-Type": "application/json"} | ({"Cookie": cookie} if cookie else {})
            connection.request(method, path, text, headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status


async def attack(host: str, kinds: list[str], connections: int, seconds: float) -> None:
    """Keep this many hostile connections open."""
    asking = [hold(host, kind) for kind, _ in zip(itertools.cycle(kinds), range(connections), strict=False)]
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*asking), seconds)


async def hold(host: str, kind: str) -> None:
    """Keep one hostile connection open, and open it again when it is closed."""
    while True:
        with contextlib.suppress(OSError, EOFError):
            reader, writer = await asyncio.open_connection(host, PORT, limit=2**12)
            try:
                writer.write(FIRST_BYTES[kind])
                await CONTINUATIONS[kind](reader, writer)
            finally:
                writer.close()
        await asyncio.sleep(REOPEN_PAUSE)


async def wait(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """Send nothing more until the table closes the connection."""
    await reader.read()


async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a byte now and then until there is an answer."""
    while not reader.at_eof():
        writer.write(b"a")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1), DRIP_PAUSE)


async def sip(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """Read some bytes now and then."""
    while await reader.read(64):  # noqa: ASYNC110 - it waits for nothing
        await asyncio.sleep(DRIP_PAUSE)


async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Ask for the page again and again."""
    while True:
        await read_answer(reader)
        writer.write(FIRST_BYTES[FLOOD])


async def read_answer(reader: asyncio.StreamReader) -> None:
    """Read a whole answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    await reader.readexactly(int(length[1]) if length else 0)


CONTINUATIONS = {"silent": wait, "dripping": drip, "half": drip, "streams": sip, FLOOD: flood}
"""What each kind of hostile connection does after its first bytes."""


def main() -> None:
    """Measure and print; or run as the guest or an attacker."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="how long each is measured [20]")
    parser.add_argument("--connections", type=int, default=300, help="how many are hostile [300]")
    parser.add_argument("--program", default="", help="what plays the table [pi-bunco beside this Python]")
    parser.add_argument("--kinds", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--guest", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.guest:
        sys.stdout.write(json.dumps(play_guest(options.guest, options.seconds)))
    elif options.attack:
        asyncio.run(attack(options.attack, options.kinds, options.connections, options.seconds))
    elif why := explain_why_not():
        sys.exit(f"This cannot be measured here: {why}.")
    else:
        for kinds in ((), KINDS, *((kind,) for kind in KINDS), (FLOOD,)):
            figures = measure(options.seconds, kinds, options.connections, options.program)
            what = ", ".join(kinds) or "nobody hostile"
            sys.stdout.write(
                f"{what}: {json.dumps({name: round(value, 1) for name, value in figures.items()})}\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Measures a let-in tablet's taps and a guest's pages while others flood the table.

The table, a let-in tablet, a guest and the flood have addresses of their own, in network namespaces of this
machine (ip-netns(8); needs root), so nothing leaves it.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from evaluation.timing import time_fixed_work

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.access.roles import Role
from pi_bunco.web.visitors import COOKIE
from tools.hostile import (
    HEADERS,
    PORT,
    explain_why_not,
    make_command,
    make_network,
    play_guest,
    read_answer,
    run_ip,
    run_table,
)
from tools.process import measure_cpu, measure_memory

TABLES = 3
PLAYERS = ",".join(f"P{number}" for number in range(4 * TABLES))
LINE_BITS = 12e6
"""Bits a second of empty lines, shared by all addresses."""
KINDS = ("lines", "papers", "doctor", "newcomers", "roles", "pin", "pages")
"""Empty lines; papers with ever new headings; the doctor; connections that come and go; requests to be let
in; wrong PINs; and pages."""
EACH = 32
"""Connections of an address."""


def make_request(kind: str, number: int) -> bytes:
    """Return a request of a flood."""
    if kind in {"roles", "pin"}:
        body = b'{"role":"table","table":1}' if kind == "roles" else b'{"pin":"%06d"}' % number
        path = b"/api/access/ask" if kind == "roles" else b"/api/access/pin"
        return b"POST %s HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n%s" % (path, HEADERS, len(body), body)
    paths = {"papers": b"/paper/score-cards.pdf?evening=%d" % number, "doctor": b"/doctor", "pages": b"/room"}
    return b"GET %s HTTP/1.1\r\n%s\r\n" % (paths[kind], HEADERS)


async def send_lines(writer: asyncio.StreamWriter, connections: int) -> None:
    """Send empty lines at this connection's share of the bandwidth."""
    chunk = b"\r\n" * 4096
    while True:
        writer.write(chunk)
        await writer.drain()
        await asyncio.sleep(8 * len(chunk) * connections / LINE_BITS)


async def ask_again_and_again(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kind: str, numbers: "itertools.count[int]"
) -> None:
    """Send a request after each answer."""
    while True:
        writer.write(make_request(kind, next(numbers)))
        await read_answer(reader)


async def flood(kind: str, sources: int, connections: int, seconds: float) -> None:
    """Flood the table from several addresses of this namespace."""
    numbers = itertools.count()

    async def hold(source: str) -> None:
        while True:
            with contextlib.suppress(OSError, EOFError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection(
                    "10.77.2.1", PORT, limit=2**20, local_addr=(source, 0)
                )
                try:
                    if kind == "lines":
                        await send_lines(writer, connections)
                    elif kind == "newcomers":
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(reader.read(), 0.5)
                    else:
                        await ask_again_and_again(reader, writer, kind, numbers)
                finally:
                    writer.close()
            await asyncio.sleep(0.02)

    asked = [hold(f"10.77.2.{10 + number % sources}") for number in range(connections)]
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*asked), seconds)


@contextlib.contextmanager
def let_in_tablet() -> Iterator[tuple[Path, str]]:
    """Yield a table's folder, and the cookie of a tablet that its host has let in."""
    with tempfile.TemporaryDirectory() as folder:
        door = Door(DoorConfig(file=AccessFile(Path(folder)), count_tables=lambda: TABLES))
        device = door.ask(door.identify(None, "10.77.1.2"), Role("table", 1))
        door.let_in(device.id, Role("table", 1))
        yield Path(folder), f"{COOKIE}={door.make_cookie(device)}"


def measure(kind: str, sources: int, seconds: float, program: str = "") -> dict[str, float]:
    """Return the milliseconds of the tablet's taps and of the guest's pages, and how many of each there were.

    ``memory`` is the table's, in MB; ``cpu`` its share of a core in percent. Without `program`, the one
    beside this Python is measured.
    """
    this_script = [sys.executable, "-m", "tools.floods"]
    table_program = program.split() or [str(Path(sys.executable).with_name("pi-bunco"))]
    with make_network(), let_in_tablet() as (folder, cookie), contextlib.ExitStack() as stack:
        for number in range(10, 10 + sources):
            run_ip("-n", "bunco-hostile1", "address", "add", f"10.77.2.{number}/24", "dev", "up0")
        options = ("--players", PLAYERS)
        process = stack.enter_context(run_table(table_program, folder, options))
        if kind:
            words = ["--flood", kind, "--sources", str(sources), "--seconds", str(seconds + 60)]
            hostile = subprocess.Popen(make_command("hostile1", *this_script, *words))
            stack.callback(hostile.wait)
            stack.callback(hostile.terminate)
        time.sleep(2)
        before = measure_cpu(process)
        tablet = subprocess.Popen(
            make_command(
                "guest", *this_script, "--play", "10.77.1.1", "--cookie", cookie, "--seconds", str(seconds)
            ),
            stdout=subprocess.PIPE,
        )
        guest = subprocess.Popen(
            make_command("hostile2", *this_script, "--play", "10.77.3.1", "--seconds", str(seconds)),
            stdout=subprocess.PIPE,
        )
        taps, pages = (json.loads(one.communicate()[0]) for one in (tablet, guest))
        used = measure_cpu(process) - before
        return {
            "tap": taps["tap"], "tap p99": taps["tap p99"], "taps": taps["taps"],
            "page": pages["page"], "page p99": pages["page p99"], "pages": pages["pages"],
            "memory": measure_memory(process), "cpu": 100 * used / seconds,
        }  # fmt: skip


def main() -> None:
    """Measure and print; or flood, or play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15, help="how long each is measured [15]")
    parser.add_argument(
        "--kinds", nargs="*", default=["", *KINDS], choices=["", *KINDS], help="which floods [all]"
    )
    parser.add_argument(
        "--addresses", nargs="*", type=int, default=[1, 8], help="from how many addresses [1 8]"
    )
    parser.add_argument("--program", default="", help="what plays the table [pi-bunco beside this Python]")
    parser.add_argument("--flood", help=argparse.SUPPRESS)
    parser.add_argument("--sources", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--play", help=argparse.SUPPRESS)
    parser.add_argument("--cookie", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.flood:
        connections = EACH * options.sources
        asyncio.run(flood(options.flood, options.sources, connections, options.seconds))
    elif options.play:
        sys.stdout.write(json.dumps(play_guest(options.play, options.seconds, options.cookie)))
    elif why := explain_why_not():
        sys.exit(f"This cannot be measured here: {why}.")
    else:
        for kind in options.kinds:
            for sources in options.addresses if kind else (1,):
                figures = measure(kind, sources, options.seconds, options.program)
                what = f"{kind} from {sources}" if kind else "no flood"
                fixed = sorted(time_fixed_work() for _ in range(5))[2]
                shown = {name: round(value, 1) for name, value in {**figures, "fixed work": fixed}.items()}
                sys.stdout.write(f"{what}: {json.dumps(shown)}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Measures times and memory, and compares each time with a fixed piece of work in the same run.

Machines differ, and other programs disturb them, so only these ratios can be compared from day to day.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

import cv2
from evaluation.timing import time_fixed_work
from renderer import render_still
from rich.console import Console
from rich.table import Table
from still_throws.table import RehearsalTable

from pi_bunco.app.rehearsal import rehearse
from pi_bunco.chance.odds import NextRaces, chances
from pi_bunco.chance.party import Plan, Room
from pi_bunco.frames import Image
from pi_bunco.rules import SHEETS, Bell, Game, Header, Throw, Void, load_sheet, replay
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.geometry import GeometryReader
from pi_bunco.vision.reader import Reader
from tools import cameras, far_pis, hostile, room, room_pages, streams
from tools.chromium import CHROMIUM, FLAGS
from tools.process import measure_memory

EVENTS = 10_000
"""Number of events in the records that are replayed."""

HOSTILE_SECONDS = 20.0
"""Seconds for which a guest plays among hostile connections."""
HOSTILE_WORDS = {
    (): "nobody hostile",
    hostile.KINDS: "300 hostile connections from two addresses",
    (hostile.FLOOD,): "300 that ask without end",
}
"""The kinds of hostile connections in each measurement, and the words for them."""

FAR_PIS, FAR_SECONDS, FAR_PAUSE = 8, 30.0, 2.0
"""How many tables have a Pi of their own, how long they throw, and the pause between two throws there."""


def measure_ms(work: Callable[[], object], times: int) -> float:
    """Return the median time of a piece of work, in milliseconds."""
    times_ms = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        times_ms.append(1000 * (time.perf_counter() - start))
    return statistics.median(times_ms)


def measure_fixed_work() -> float:
    """Return the time of the fixed piece of work on one core, in milliseconds."""
    return statistics.median(time_fixed_work() for _ in range(15))


def measure_reading(reader: Reader, pictures: Sequence[Image]) -> float:
    """Return the median time of a reader on pictures, in milliseconds."""
    return statistics.median(measure_ms(partial(reader.read, picture), 1) for picture in pictures)


def render_stills(number: int) -> list[Image]:
    """Render 1280-pixel stills."""
    return [render_still(seed, size=(1280, 960))[0] for seed in range(number)]


def measure_settled(reader: Reader, throws: int, tables: int = 3) -> float:
    """Return the median time of a calibrated reader on settled frames of 960 pixels, over several tables."""
    times_ms = []
    for seed in range(1, tables + 1):
        table = RehearsalTable(seed)
        times_ms.append(
            measure_reading(
                table.make_reader(reader), [table.throw(number).image for number in range(throws)]
            )
        )
    return statistics.median(times_ms)


def make_record(tables: int, events: int) -> list[str]:
    """Play a night with this many tables, and return its record with this many events."""
    plan = Plan(load_sheet("casino"), players=4 * tables, sets=events)
    random = Random(1)  # noqa: S311 - dice that can be thrown again
    game = Game(plan.make_header(random))
    for _ in Room(plan, random).play_rounds(game, game.push):
        if len(game.events) >= events:
            break
    first = json.dumps(game.header.to_dict())
    return [first, *(json.dumps(event.to_dict()) for event in game.events[:events])]


def measure_replay(tables: int, events: int) -> tuple[float, float]:
    """Return the times to replay a record from its text, and to correct its first throw, in milliseconds."""
    lines = make_record(tables, events)
    game, _ = replay(lines)
    assert game is not None  # noqa: S101 - it was played just now
    return measure_ms(lambda: replay(lines), 7), measure_ms(lambda: game.find_misfit(Void(2)), 7)


def measure_odds(sheet: str) -> tuple[float, float, float]:
    """Return the times of odds at a table of four, in ms: to compute, to look up (median and worst)."""
    header = {"record": "bunco/1", "rules": sheet, "tables": [["Ann", "Bob", "Cy", "Di"]]}
    game, dice = Game(Header.parse(header)), Random(1)  # noqa: S311 - the same dice each time
    prepared_ms = measure_ms(lambda: NextRaces.of(game).prepare(), 1)
    game.push(Bell())
    times_ms = []
    while game.status == "playing" and game.tables[0].takes == "dice":
        game.push(Throw(1, tuple(dice.choices(range(1, 7), k=3))))
        times_ms.append(measure_ms(lambda: chances(game), 1))
    return prepared_ms, statistics.median(times_ms), max(times_ms)


def measure_page(seconds: float) -> tuple[list[float], float]:
    """Play a mock table with its page open in Chromium.

    Parameters
    ----------
    seconds
        How long to play.

    Returns
    -------
    list of float, float
        For each throw the milliseconds from the capture of its last still frame to the score on the
        page, and the table's resident memory at the end in MB.
    """
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only this needs a browser

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        program = Path(sys.executable).with_name("pi-bunco")
        table = subprocess.Popen(
            [program, "run", "--port", "0", "--speed", "3", "--state-dir", folder],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert table.stdout is not None  # noqa: S101 - it is a pipe
        address = next(found[0] for line in table.stdout if (found := re.search(r"http://\S+", line)))
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        tab = browser.new_page(viewport={"width": 1024, "height": 768})
        tab.goto(address)
        painted: dict[int, float] = {}
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            seen = tab.evaluate("window.piBunco && window.piBunco.painted")
            if seen and seen["taken"]:
                painted.setdefault(seen["seq"], seen["at"] - 1000 * seen["taken"])
            time.sleep(0.05)
        memory = measure_memory(table.pid)
        browser.close()
        table.terminate()
        table.wait(10)
        table.stdout.close()
    return list(painted.values()), memory


def measure_browsers(row: Callable[[str, float], None], table: Table, seconds: float) -> None:
    """Measure the pages of one table and of a full room in real browsers."""
    if not Path(CHROMIUM).exists():
        table.add_row("the pages", f"not measured: {CHROMIUM} is missing", "")
        return
    delays, memory = measure_page(seconds)
    row(f"last still frame to score on the page, median of {len(delays)} throws", statistics.median(delays))
    row("the same, slowest", max(delays))
    table.add_row(f"memory of the table after {seconds:.0f} s", f"{memory:.0f} MB", "")
    full = room_pages.measure(seconds)
    row("25 tables, 200 pages: a tap painted at its table, 99 of 100", full["table painted p99"])
    row("the same, on the room's screen", full["room painted p99"])
    row("the same, the bell on the last of all pages", full["bell slowest"])
    table.add_row("memory of that room", f"{full['memory']:.0f} MB", "")


def measure_far_pis(row: Callable[[str, float], None], table: Table) -> None:
    """Measure a room whose tables all have a Pi of their own."""
    if why := far_pis.explain_why_not():
        table.add_row("tables with Pis of their own", f"not measured: {why}", "")
        return
    far = far_pis.measure(FAR_PIS, FAR_SECONDS, FAR_PAUSE)
    row(
        f"a tap at one of {FAR_PIS} far Pis in the head's stream, median of {far['throws']:.0f}", far["throw"]
    )
    row("the same, 99 of 100", far["throw p99"])
    row("the same, its answer at the far Pi, 99 of 100", far["own p99"])
    row("the head's bell in the stream of a far Pi, 99 of 100", far["bell p99"])
    row("until all of them have settled, median", far["settle"])
    row("processor time of the head for each throw", far["cpu"])
    memory = f"{far['head']:.0f}, {far['broker']:.0f} and {far['far']:.0f} MB"
    table.add_row("memory of the head, its broker and a far Pi", memory, "")


def main() -> None:
    """Measure everything, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long the page is watched [60]")
    parser.add_argument("--throws", type=int, default=30, help="how many throws are rehearsed [30]")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    fixed_work = measure_fixed_work()
    table = Table("what", "measured", "× fixed work", title=f"Fixed work: {fixed_work:.1f} ms")

    def row(what: str, taken: float) -> None:
        table.add_row(what, f"{taken:.3g} ms", f"{taken / fixed_work:.2g}")

    for tables in (1, 3, 12):
        replayed, corrected = measure_replay(tables, EVENTS)
        a_second = 1000 * EVENTS / replayed
        row(f"replay {EVENTS} events of {tables} tables, {a_second:.0f} a second", replayed)
        row("the same, its first throw put right", corrected)
    for sheet in SHEETS:
        night = room.measure(sheet)
        row(f"an event and its page, {night['events']:.0f} of {sheet} at 25 tables, median", night["median"])
        row("the same, 99 of 100", night["p99"])
        row("a restart into that night", night["restart"])
        row("its second event taken back", night["void"])
    for sheet in ("classic", "boxed"):
        ahead, looked_up, slowest = measure_odds(sheet)
        row(f"odds of a round of {sheet} at a table of four, worked out ahead", ahead)
        row("the same after a throw, median", looked_up)
        row("the same, slowest", slowest)
    reader, pictures = best_reader(), render_stills(30)
    measure_reading(reader, pictures[:3])  # OpenCV prepares the networks at the first pictures
    row("read a 1280-pixel picture, median", measure_reading(reader, pictures))
    row("the same by geometry alone", measure_reading(GeometryReader(), pictures))
    row("read a settled 960-pixel picture of a calibrated mat, median", measure_settled(reader, 20))
    for stage, taken in rehearse(options.throws, 1, GeometryReader()).stages_ms.items():
        row(f"rehearsal: {stage}, median", taken)
    for stations in (3, 4):
        watched = cameras.measure(stations)
        row(
            f"look at a picture of dice at rest, {stations} network cameras of 1280 x 720", watched["picture"]
        )
        use = f"{watched['share']:.2f} of a core, {watched['memory']:.0f} MB"
        table.add_row(f"all {stations} together, {watched['rate']:.1f} pictures a second each", use, "")
    opened = streams.measure()
    row("a tap to 200 open pages, median", opened["median"])
    row("the same, 99 of 100", opened["p99"])
    table.add_row("memory of the table with 200 open pages", f"{opened['memory']:.0f} MB", "")
    for kinds in ((), hostile.KINDS, (hostile.FLOOD,)) if not (why := hostile.explain_why_not()) else ():
        waits = hostile.measure(HOSTILE_SECONDS, kinds)
        row(f"open the page, slowest of {waits['pages']:.0f}; {HOSTILE_WORDS[kinds]}", waits["slowest page"])
        row(f"the same, a tap, slowest of {waits['taps']:.0f}", waits["slowest tap"])
    if why:
        table.add_row("the page among hostile connections", f"not measured: {why}", "")
    measure_far_pis(row, table)
    measure_browsers(row, table, options.seconds)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()

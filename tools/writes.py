"""Measures how much an hour of play writes to a card, on a separate ext4, including its journal.

Only root may mount: sudo .venv/bin/python tools/writes.py
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SECTOR = 512
HOUR = 3600


@contextmanager
def mount_card(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Mount an ext4 as Raspberry Pi OS does; yield its folder, and the kernel's file of write counts."""
    image, place = folder / "card", folder / "mounted"
    with image.open("wb") as blank:
        blank.truncate(256 << 20)
    place.mkdir()
    subprocess.run(["mkfs.ext4", "-q", image], check=True)  # noqa: S607 - wherever Debian has it
    subprocess.run(["mount", "-o", "loop,noatime", image, place], check=True)  # noqa: S607 - likewise
    device = os.stat(place).st_dev  # noqa: PTH116 - the new mount
    try:
        yield place, Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}/stat")
    finally:
        subprocess.run(["umount", place], check=True)  # noqa: S607 - likewise


def count_writes(counts: Path, address: str) -> tuple[int, int, int]:
    """Return the number of writes and of bytes so far, and the number of events of the table."""
    os.sync()
    fields = counts.read_text().split()  # Documentation/block/stat.rst: 5 write I/Os, 7 write sectors
    with urllib.request.urlopen(f"{address}api/table/1", timeout=60) as answer:  # noqa: S310 - our own page
        return int(fields[4]), int(fields[6]) * SECTOR, int(json.load(answer)["revision"])


def main() -> None:
    """Let the mock table play at a realistic pace, and print how much it wrote."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=180, help="how long it plays [180]")
    seconds = parser.parse_args().seconds
    if os.geteuid() != 0:
        sys.exit("Only root may mount: sudo .venv/bin/python tools/writes.py")
    memory = Path("/dev/shm")  # noqa: S108 - tempfile makes a new folder there
    with tempfile.TemporaryDirectory(dir=memory) as folder, mount_card(Path(folder)) as (place, counts):
        program = Path(sys.executable).with_name("pi-bunco")
        play = [str(program), "run", "--port", "0", "--state-dir", str(place / "state")]
        table = subprocess.Popen(play, stdout=subprocess.PIPE, text=True)
        assert table.stdout is not None  # noqa: S101 - it is a pipe
        address = next(found[0] for line in table.stdout if (found := re.search(r"http://\S+/", line)))
        time.sleep(10)
        before, began = count_writes(counts, address), time.monotonic()
        time.sleep(seconds)
        after, took = count_writes(counts, address), time.monotonic() - began
        table.terminate()
        table.communicate(timeout=30)
    writes, amount, events = (b - a for a, b in zip(before, after, strict=True))
    sys.stdout.write(
        f"{events} events in {took:.0f} s. An hour at this pace: {events * HOUR / took:.0f} events, "
        f"{amount * HOUR / took / 1e6:.0f} MB in {writes * HOUR / took:.0f} writes; "
        f"{amount / max(events, 1) / 1e3:.0f} kB an event.\n"
    )


if __name__ == "__main__":
    main()

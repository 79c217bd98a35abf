"""Tests the rules by mutation: changes them in thousands of small ways, and counts what the tests notice.

It prints how many mutants of each file were killed, and shows those that survived. It works on a new copy in
``mutants/``.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

FOLDER = Path("mutants")
MAX_MEMORY = 3 << 30
"""Bytes of memory that a run may use: a mutant that fills the memory is stopped."""

KILLED = ("killed", "timeout", "segfault")
"""The outcomes that count as noticed: a test failed, never ended, or took all memory."""


def run_mutmut(processes: int, names: list[str]) -> None:
    """Make all mutants, and try those with these names; without names, all."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    mutmut = Path(sys.executable).with_name("mutmut")
    subprocess.run(
        [mutmut, "run", "--max-children", str(processes), *names],
        check=False,
        stdout=sys.stderr,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY)),
    )


def collect_outcomes() -> dict[Path, dict[str, str]]:
    """Return the status of each mutant that was tried, by file."""
    # mutmut reads its settings when it is imported.
    from mutmut.mutation.data import SourceFileMutationData  # noqa: PLC0415
    from mutmut.stats import status_by_exit_code  # noqa: PLC0415

    found = {}
    for meta in sorted(FOLDER.rglob("*.py.meta")):
        path = meta.relative_to(FOLDER).with_suffix("")
        data = SourceFileMutationData(path=path)
        data.load()
        tried = {name: code for name, code in data.exit_code_by_key.items() if code is not None}
        if tried:
            found[path] = {name: status_by_exit_code[code] for name, code in tried.items()}
    return found


def list_survivors(by_file: dict[Path, dict[str, str]]) -> list[str]:
    """Return each mutant that no test noticed, with its changes."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant  # noqa: PLC0415

    survivors = []
    for path, statuses in by_file.items():
        for name, status in statuses.items():
            if status not in KILLED:
                diff = get_diff_for_mutant(name, path=path)
                changed = [line for line in diff.splitlines()[2:] if line[:1] in {"+", "-"}]
                survivors.append("\n    ".join([f"{name} ({status})", *changed]))
    return survivors


def main() -> None:
    """Run the mutants, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="how many at a time [all cores]"
    )
    parser.add_argument("--show", action="store_true", help="show what the last run found, and run nothing")
    parser.add_argument("names", nargs="*", help="mutants to try, as pi_bunco.rules.play* [all]")
    options = parser.parse_args()
    start = time.monotonic()
    if not options.show:
        run_mutmut(options.processes, options.names)
    by_file = collect_outcomes()
    if not by_file:
        sys.exit("No mutant was tried; see what mutmut printed above.")
    table = Table("file", "mutants", "killed", "score", title="Mutants of the rules")
    for column in table.columns[1:]:
        column.justify = "right"

    def row(what: str, statuses: Counter[str]) -> None:
        killed = sum(statuses[status] for status in KILLED)
        table.add_row(what, str(statuses.total()), str(killed), f"{100 * killed / statuses.total():.1f} %")

    for path, of_file in by_file.items():
        row(str(path), Counter(of_file.values()))
    table.add_section()
    row("all", Counter(status for of_file in by_file.values() for status in of_file.values()))
    print("\n".join(list_survivors(by_file)))  # noqa: T201 - what it is for
    Console(width=90).print(table)
    if not options.show:
        print(f"{(time.monotonic() - start) / 60:.0f} minutes")  # noqa: T201 - likewise


if __name__ == "__main__":
    main()

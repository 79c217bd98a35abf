"""Makes the folder: the bundle, Debian's packages, the first start's scripts, and the sum of each file."""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tools.card.debian import COSTS, Fetched, can_fetch, fetch, read_wanted
from tools.card.problem import CardProblem

TOP = Path(__file__).resolve().parents[2]
PARTS = Path(__file__).parent / "first-start"
SYSTEMS = {"trixie": "3.13", "bookworm": "3.11"}
"""The systems of a Raspberry Pi, with their Pythons."""

MACHINES = {"aarch64": "arm64", "x86_64": "amd64"}
"""Python's names of machines, with Debian's."""

SCRIPTS = ("begin.sh", "first-start.sh", "screen.sh", "pi-bunco-first-start.service")

READ_ME = """pi-bunco on a card, without a terminal

1. Write a card with Raspberry Pi Imager: Raspberry Pi OS (64-bit), the newest one.
2. Put the card into the computer once more. A drive "bootfs" appears.
3. Copy everything in this folder onto that drive: vendor-data, the folder pi-bunco and this file.
   The drive must have vendor-data and pi-bunco beside config.txt, not in a folder of their own.
4. Eject the drive, put the card into the Pi, connect a screen, and then the power.

The screen shows each step. After five to fifteen minutes it shows the address of the table.
If something fails, the screen says what to do. The file pi-bunco-log.txt on the drive tells all of it.

An older card (Debian 12, "bookworm", "legacy") needs one more step on your computer. See the builder's guide.
"""


def make(
    to: Path,
    systems: tuple[str, ...],
    machine: str,
    say: Callable[[str], None],
    made: Path | None = None,
) -> dict[str, tuple[str, ...]]:
    """Make the folder, and return which Debian packages it lacks for each system.

    Parameters
    ----------
    to
        A new folder, or one that this has made before, which is made again.
    systems
        Names from :data:`SYSTEMS`.
    machine
        A name from :data:`MACHINES`.
    say
        Is called with a sentence for each step.
    made
        A bundle that was made before, with the wheels for these systems.

    Raises
    ------
    CardProblem
        If the folder holds something else, or if wheels cannot be fetched.
    """
    if to.exists() and any(to.iterdir()) and not (to / "pi-bunco" / "first-start").is_dir():
        raise CardProblem(f"{to} holds something else.", "Name another folder with --to.")
    missing = {}
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        bundle = scratch / "pi-bunco"
        if made:
            _copy_bundle(made, bundle)
        else:
            say(f"Fetching pi-bunco and its Python packages for {' and '.join(systems)} ...")
            _make_bundle(bundle, systems, machine)
        for system in systems:
            say(f"Fetching Debian's packages for {system} ...")
            missing[system] = _fetch_packages(
                bundle / "packages" / system, system, machine, scratch / system, say
            )
        assemble(bundle, to, systems)
    return missing


def _copy_bundle(made: Path, to: Path) -> None:
    if not (made / "wheels").is_dir() or not (made / "install.sh").is_file():
        raise CardProblem(f"{made} is not a bundle.", "Name a folder that `make bundle` has made.")
    shutil.copytree(made, to)


def _make_bundle(to: Path, systems: tuple[str, ...], machine: str) -> None:
    command: list[str | Path] = [
        sys.executable,
        TOP / "tools" / "bundle.py",
        "--to",
        to,
        "--machine",
        machine,
    ]
    for system in systems:
        command += ["--python", SYSTEMS[system]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise CardProblem(
            f"The Python packages could not be fetched: {said[-1] if said else 'no reason was given'}",
            "Connect this machine to the internet, and run this again.",
        )


def _fetch_packages(
    to: Path, system: str, machine: str, scratch: Path, say: Callable[[str], None]
) -> tuple[str, ...]:
    """Fetch them if this machine can; the folder is useful without them, too."""
    if not can_fetch():
        say("This machine has no apt, so the folder gets none of Debian's packages.")
        return read_without_bash()
    scratch.mkdir()
    try:
        fetched: Fetched = fetch(to, system, MACHINES[machine], scratch)
    except CardProblem as problem:
        say(f"{problem.what} So the folder gets none of Debian's packages. {problem.remedy}")
        return read_wanted()
    say(f"  {fetched.files} packages, {fetched.size / 1e6:.0f} MB")
    if fetched.why:
        say(f"  Raspberry Pi's own packages are not among them: {fetched.why}")
    return fetched.missing


def read_without_bash() -> tuple[str, ...]:
    """Return the packages whose lack people notice; install.sh's own list needs a Bash to read it."""
    return tuple(COSTS)


def assemble(bundle: Path, to: Path, systems: tuple[str, ...]) -> None:
    """Complete a bundle with the first start's scripts and the sums, and move it into the folder.

    The sums come last, so a folder that was made only in part is never taken for a whole one.
    """
    (bundle / "first-start").mkdir()
    for name in SCRIPTS:
        shutil.copyfile(PARTS / name, bundle / "first-start" / name)
    (bundle / "first-start" / "systems").write_text("".join(f"{system}\n" for system in systems), "utf-8")
    write_sums(bundle)
    if to.exists():
        shutil.rmtree(to)
    to.mkdir(parents=True)
    shutil.move(bundle, to / "pi-bunco")
    shutil.copyfile(PARTS / "vendor-data", to / "vendor-data")
    # Windows shows it in its editor, which wants its own line ends on old systems.
    (to / "pi-bunco-read-me.txt").write_text(READ_ME, "utf-8", newline="\r\n")


def write_sums(folder: Path) -> None:
    """Write ``sums.txt``, which ``sha256sum --check`` reads."""
    sums = folder / "sums.txt"
    sums.unlink(missing_ok=True)
    lines = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder).as_posix()}\n"
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    ]
    sums.write_text("".join(lines), "utf-8")

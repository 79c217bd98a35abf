"""``make card``: a folder from which a Raspberry Pi installs pi-bunco by itself at its first start."""

import argparse
import sys
import textwrap
from pathlib import Path

from tools.card.boot_partition import check_is_boot_partition, prepare
from tools.card.debian import COSTS
from tools.card.folder import MACHINES, SYSTEMS, TOP, make
from tools.card.problem import CardProblem

_EXAMPLES = """\
examples:
  make card                                      make the folder dist/pi-bunco-card
  make card CARD=/media/ann/bootfs               and copy it onto a card in this computer
  make card CARD="/media/ann/bootfs --keep"      copy the folder of last time, without internet

The card must have been written by Raspberry Pi Imager: Raspberry Pi OS (64-bit). Everything that
the imager wrote stays: host name, user, Wi-Fi, SSH. docs/builder.md shows all steps."""


def main() -> int:
    """Make the folder, copy it onto a card if one is named, and return an exit status."""
    options = _read_options()
    systems = tuple(options.system or SYSTEMS)
    folder: Path = options.to
    try:
        if options.card:
            check_is_boot_partition(options.card)  # before minutes of fetching
        if options.keep:
            _check_folder(folder)
        else:
            missing = make(folder, systems, options.machine, _say, options.bundle)
            _tell_missing(missing)
        _tell_folder(folder) if options.card is None else _fill_card(options.card, folder)
    except CardProblem as problem:
        sys.stderr.write(f"\n{_fold(problem.what)}\n{_fold(problem.remedy)}\n")
        return 2
    return 0


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.card",
        description="Makes a folder from which a Raspberry Pi installs pi-bunco at its first start.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "card",
        type=Path,
        nargs="?",
        metavar="CARD",
        help="the boot partition of a card, to copy it there too",
    )
    parser.add_argument(
        "--to",
        type=Path,
        default=TOP / "dist" / "pi-bunco-card",
        help="the folder to make  [dist/pi-bunco-card]",
    )
    parser.add_argument(
        "--system", action="append", choices=list(SYSTEMS), help="make it for this system only  [for both]"
    )
    parser.add_argument(
        "--machine", default="aarch64", choices=list(MACHINES), help="[aarch64, as all Pis with 64 bits]"
    )
    parser.add_argument("--bundle", type=Path, metavar="DIR", help="take a bundle that was made before")
    parser.add_argument("--keep", action="store_true", help="do not make the folder again, only copy it")
    return parser.parse_args()


def _check_folder(folder: Path) -> None:
    if not (folder / "pi-bunco" / "sums.txt").is_file():
        raise CardProblem(
            f"There is no finished folder {folder}.", "Run this without --keep, which makes it."
        )


def _tell_missing(missing: dict[str, tuple[str, ...]]) -> None:
    """Say plainly what the folder lacks, and what that costs."""
    for names in dict.fromkeys(missing.values()):
        if names:
            systems = " and ".join(system for system, lacks in missing.items() if lacks == names)
            _say(f"\nNot in the folder for {systems}: {', '.join(names)}.")
            for name in names:
                if name in COSTS:
                    _say(f"  {name}: {COSTS[name]}")
            _say("If the Pi has internet at its first start, it fetches them itself.")


def _tell_folder(folder: Path) -> None:
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
    _say(f"\nReady: {_shorten(folder)} ({size:.0f} MB)")
    _say(
        "Copy everything in it onto the drive “bootfs” of a card that Raspberry Pi Imager wrote, "
        "beside config.txt. Then put the card into the Pi."
    )
    _say("A card with Debian 12 (bookworm) needs its own files extended: make card CARD=… does that.")


def _fill_card(card: Path, folder: Path) -> None:
    _say(f"\nCopying onto {card} ...")
    done = prepare(card, folder)
    if done.cloud_init:
        _say("cloud-init starts the installation on this card. What Raspberry Pi Imager wrote has stayed.")
    else:
        _say("firstrun.sh starts the installation on this card. What Raspberry Pi Imager wrote has stayed.")
    _say(
        f"Added or extended: {', '.join(done.changed)}." if done.changed else "Everything was there already."
    )
    _say("\nReady. Eject the card, put it into the Pi, connect a screen, and then the power.")


def _shorten(path: Path) -> str:
    return str(path).removeprefix(f"{TOP}/")


def _fold(text: str) -> str:
    indent = text[: len(text) - len(text.lstrip(" \n"))]
    return textwrap.fill(
        text.strip(),
        78,
        initial_indent=indent,
        subsequent_indent=indent.lstrip("\n") + "  " * bool(indent.strip("\n")),
    )


def _say(text: str) -> None:
    sys.stdout.write(f"{_fold(text)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

"""Measures the reader on folders of labelled pictures: ``python models/evaluate.py DIR``.

``docs/measuring.md`` explains the figures.
"""

import json
import sys
from importlib.resources import files
from pathlib import Path

import click
import cv2
from evaluation import terminal
from evaluation.facts import collect_facts
from evaluation.folder import LabelledPicture, list_labelled
from evaluation.page import write_page
from evaluation.score import PictureCase, read_pictures
from evaluation.summary import summarise_sources
from evaluation.timing import Cost, Meter

from pi_bunco.cli import main
from pi_bunco.cli.options import FILE_PATH, WholeInRange
from pi_bunco.cli.output import print_page, show_progress, warn, write_file
from pi_bunco.devices.camera.files import load_picture
from pi_bunco.errors import Trouble
from pi_bunco.limits import NUMBER
from pi_bunco.vision.open_reader import open_reader
from pi_bunco.vision.reader import Reader

_READS_PER_TIMING = 10
"""After how many reads the fixed work is timed again."""


@click.command()
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--dice",
    type=click.Choice(["told", "any"]),
    default="told",
    show_default=True,
    help="told: the reader is given each picture's true number of dice; any: it is not.",
)
@click.option(
    "--min-dice", type=WholeInRange(0, NUMBER), default=0, help="Leave out pictures with fewer dice."
)
@click.option("--max-dice", type=WholeInRange(0, NUMBER), help="Leave out pictures with more dice.")
@click.option(
    "--reader", "named", metavar="NAME", help="A plug-in that reads the dice. [default: the built-in reader]"
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object a line for each source and for all."
)
@click.option(
    "--report",
    metavar="FILE.html",
    type=FILE_PATH,
    help="Also write a page of it all, with the pictures of the failures.",
)
def evaluate(  # noqa: PLR0913 - one for each option
    folders: tuple[Path, ...],
    dice: str,
    min_dice: int,
    max_dice: int | None,
    report: Path | None,
    *,
    named: str | None,
    as_json: bool,
) -> None:
    """Measure the reader on labelled pictures.

    DIR holds pictures and a labels.jsonl, one line a picture such as
    {"image": "a.jpg", "dice": [{"value": 5}, {"value": 2}]}, or it holds several such folders. A picture
    with no dice must be read as empty. One with "why", or with such a die, is unreadable: it must be doubted.

    Accepted are the readable pictures that the reader does not doubt. Silent misreads are pictures that it
    does not doubt and reads wrong, including unreadable ones. Each share has its 95 % confidence interval.
    Reads are timed on one core.
    """
    pictures = _list_pictures(folders, min_dice, sys.maxsize if max_dice is None else max_dice)
    if report is not None:
        # A report that cannot be written is refused before the work.
        write_file(report, "", "--report")
    notes: list[str] = []
    reader = open_reader(named, notes.append)
    for note in notes:
        warn(note)
    cases, cost, failed = _measure(reader, pictures, number_known=dice == "told")
    summaries = summarise_sources(cases)
    title = f"How {', '.join(folder.resolve().name for folder in folders)} was read"
    if as_json:
        for summary in summaries:
            click.echo(json.dumps({"notes": notes} | collect_facts(summary, cost, cases), ensure_ascii=False))
    elif summaries:
        print_page(terminal.write_page(title, summaries, cost), terminal.WIDTH)
    if report is not None:
        font = files("pi_bunco.web").joinpath("static/vendor/lexend-latin-wght-normal.woff2").read_bytes()
        text = write_page(title, summaries, cost, cases, load=load_picture, note=" ".join(notes), font=font)
        write_file(report, text, "--report")
    if failed:
        sys.exit(2)


def _list_pictures(folders: tuple[Path, ...], least: int, most: int) -> list[LabelledPicture]:
    """Return the pictures of all folders that have from ``least`` to ``most`` dice."""
    pictures = [
        picture
        for folder in folders
        for picture in list_labelled(folder)
        if least <= len(picture.dice) <= most
    ]
    if not pictures:
        names = ", ".join(map(str, folders))
        raise Trouble(f"No picture in {names} has so many dice.", "Choose other --min-dice and --max-dice.")
    return pictures


def _measure(
    reader: Reader, pictures: list[LabelledPicture], *, number_known: bool
) -> tuple[list[PictureCase], Cost, bool]:
    """Read all pictures and show the progress; return the cases, the cost, and whether a picture failed."""
    cv2.setNumThreads(1)
    meter = Meter()
    cases, failed = [], False
    with show_progress("pictures", len(pictures)) as update:
        for number, case in enumerate(
            read_pictures(reader, pictures, load_picture, number_known=number_known)
        ):
            if isinstance(case, Trouble):
                warn(case)
                failed = True
            else:
                cases.append(case)
            if number % _READS_PER_TIMING == 0:
                meter.measure()
            update(advance=1)
    return cases, meter.report_cost(), failed


if __name__ == "__main__":
    main(evaluate)

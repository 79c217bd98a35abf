"""``pi-bunco evaluate``: measure the reader on a folder of labelled pictures."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pi_bunco.errors import Trouble

if TYPE_CHECKING:
    from pi_bunco.vision.evaluate.folder import Labelled
    from pi_bunco.vision.evaluate.score import Case, Score


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--dice",
    type=click.Choice(["told", "any"]),
    default="told",
    show_default=True,
    help="told: the reader is given each picture's true number of dice; any: it is not.",
)
@click.option("--min-dice", type=click.IntRange(min=0), default=0, help="Leave out pictures with fewer dice.")
@click.option("--max-dice", type=click.IntRange(min=0), help="Leave out pictures with more dice.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object a line for each source and for all."
)
@click.option(
    "--report",
    metavar="FILE.html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write a page of the failures with their pictures.",
)
def evaluate(  # noqa: PLR0913 - one for each option
    folder: Path, dice: str, min_dice: int, max_dice: int | None, report: Path | None, *, as_json: bool
) -> None:
    """Measure the reader on labelled pictures.

    DIR holds pictures and a labels.jsonl, one line a picture such as
    {"image": "a.jpg", "dice": [{"value": 5}, {"value": 2}]}, or it holds several such folders. A picture
    with no dice must be called empty.

    Accepted are the pictures that the reader does not doubt; silent misreads are those of them whose values
    differ from the label's, with the interval that holds with 95 % confidence.
    """
    from pi_bunco.devices.camera.files import load_picture  # noqa: PLC0415 - OpenCV takes a while to load
    from pi_bunco.vision.evaluate.folder import labelled  # noqa: PLC0415 - likewise
    from pi_bunco.vision.evaluate.page import page  # noqa: PLC0415 - likewise
    from pi_bunco.vision.evaluate.score import Outcome, scores  # noqa: PLC0415 - likewise

    most = sys.maxsize if max_dice is None else max_dice
    pictures = [one for one in labelled(folder) if min_dice <= len(one.values) <= most]
    if not pictures:
        raise Trouble(f"No picture in {folder} has so many dice.", "Choose other --min-dice and --max-dice.")
    if report is not None:
        _write(report, "")  # a report that cannot be written is told of before the work, not after it
    cases, failed = _measure(pictures, told=dice == "told")
    table = scores(cases)
    for score in table:
        click.echo(_json(score) if as_json else _line(score))
    if report is not None:
        failures = [case for case in cases if case.outcome is not Outcome.RIGHT]
        _write(report, page(f"How {folder.resolve().name} was read", table, failures, load_picture))
    if failed:
        sys.exit(2)


def _measure(pictures: "list[Labelled]", *, told: bool) -> "tuple[list[Case], bool]":
    """Read all pictures, showing the progress; say whether some could not be opened."""
    from rich.console import Console  # noqa: PLC0415 - only where it is shown
    from rich.progress import track  # noqa: PLC0415 - likewise

    from pi_bunco.devices.camera.files import load_picture  # noqa: PLC0415 - OpenCV takes a while to load
    from pi_bunco.vision.best import best_reader  # noqa: PLC0415 - likewise
    from pi_bunco.vision.evaluate.score import run  # noqa: PLC0415 - likewise

    console = Console(stderr=True)
    work = run(best_reader(), pictures, load_picture, told=told)
    cases, failed = [], False
    for done in track(work, "Reading", total=len(pictures), console=console, transient=True):
        if isinstance(done, Trouble):
            console.print(f"pi-bunco: {done}", highlight=False, markup=False)
            failed = True
        else:
            cases.append(done)
    return cases, failed


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise Trouble(
            f"The report {path} cannot be written: {error.strerror}.",
            "Choose a folder that is there and yours.",
        ) from None


def _json(score: "Score") -> str:
    return json.dumps(
        {
            "source": score.source,
            "pictures": score.pictures,
            "accepted": score.accepted,
            "coverage": round(score.coverage, 4),
            "right": score.right,
            "wrong": score.wrong,
            "misread": round(score.misread, 4),
            "misread_interval": [round(end, 4) for end in score.misread_interval],
            "ms": round(score.ms, 1),
        }
    )


def _line(score: "Score") -> str:
    low, high = score.misread_interval
    return (
        f"{score.source}: {score.accepted} of {score.pictures} accepted ({100 * score.coverage:.0f} %), "
        f"{score.right} right, {score.wrong} silent misreads ({100 * score.misread:.1f} %, "
        f"95 % interval {100 * low:.1f} to {100 * high:.1f} %), median {score.ms:.0f} ms"
    )

"""Rehearses the reader on rendered mats: ``python models/rehearse_mats.py --throws 5000``.

``docs/measuring.md`` explains the figures.
"""

import json
import os
from pathlib import Path

import click
import cv2
from still_throws.play import MatPlan, play
from still_throws.result import MANY_MATS, ONE_MAT, count_result, make_page
from still_throws.table import make_other_table, make_same_table

from pi_bunco.cli import main
from pi_bunco.cli.options import WholeInRange, json_option
from pi_bunco.cli.output import make_folder, print_page, show_progress, warn
from pi_bunco.limits import REHEARSED_THROWS, SEED
from pi_bunco.vision.best import best_reader


@click.command()
@click.option(
    "--throws",
    type=WholeInRange(1, REHEARSED_THROWS),
    default=100,
    show_default=True,
    help="How many throws.",
)
@click.option(
    "--seed", type=WholeInRange(0, SEED), default=1, show_default=True, help="The seed of what is thrown."
)
@click.option(
    "--many",
    is_flag=True,
    help="Every 25 throws on another mat: cloths, lamps, cameras and dice of every kind.",
)
@click.option(
    "--bare",
    type=WholeInRange(0, REHEARSED_THROWS),
    metavar="N",
    help="Also N pictures with no dice, each read twice. [default: a tenth of the throws]",
)
@click.option(
    "--processes",
    type=WholeInRange(1, 1000),
    metavar="N",
    help="How many processes read at once. [default: one for each core]",
)
@click.option(
    "--failures",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Also write the pictures that failed into DIR, with what was read drawn.",
)
@json_option
def rehearse_mats(  # noqa: PLR0913 - one for each option
    *,
    throws: int,
    seed: int,
    many: bool,
    bare: int | None,
    processes: int | None,
    failures: Path | None,
    as_json: bool,
) -> None:
    """Read still throws on one calibrated mat, or on many.

    In one throw of five a die leans, is stacked, lies under a hand or half out of the picture, or there are
    two dice or four. None of these may be accepted. Of the others 98 of 100 must be accepted, and none read
    wrong. Empty tables, hands and other things must not be read as dice. The same seed makes the same
    throws, with any number of processes.

    With --many each 25 throws lie on another calibrated mat. Its camera is a plain one: it sets exposure and
    white balance anew for each picture, shakes a little, and reads its rows one after another.
    """
    bare = throws // 10 if bare is None else bare
    if failures is not None:
        make_folder(failures)
    notes: list[str] = []
    best_reader(warn=notes.append)
    for note in notes:
        warn(note)
    cv2.setNumThreads(1)
    parts = []
    with show_progress("pictures", throws + bare) as update:
        plan = MatPlan(throws, bare, seed, failures, make_table=make_other_table if many else make_same_table)
        for part in play(plan, processes or len(os.sched_getaffinity(0))):
            parts.append(part)
            update(advance=len(part.throws) + len(part.bare) // 2)
    result = count_result(parts, MANY_MATS if many else ONE_MAT)
    if as_json:
        facts = {"throws": throws, "seed": seed, "notes": notes, **result.to_json()}
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    print_page(make_page(result, seed), 80)


if __name__ == "__main__":
    main(rehearse_mats)

"""``pi-bunco rehearse``: the mock table as fast as it goes, counted; or still throws on one mat."""

import json
import os
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from pi_bunco.cli.number import WholeInRange
from pi_bunco.cli.output import make_folder, print_page
from pi_bunco.cli.reading import make_reader
from pi_bunco.errors import Trouble
from pi_bunco.limits import REHEARSED, SEED

_BARS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


@click.command()
@click.option(
    "--throws", type=WholeInRange(1, REHEARSED), default=100, show_default=True, help="How many throws."
)
@click.option("--seed", type=WholeInRange(0, SEED), default=1, show_default=True, help="What is thrown.")
@click.option(
    "--calibration",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Read the mock table by what pi-bunco calibrate wrote for it.",
)
@click.option("--mat", is_flag=True, help="Still throws on one calibrated mat, one in five unreadable.")
@click.option(
    "--mats",
    is_flag=True,
    help="As --mat, but every 25 throws on another mat: cloths, lamps, cameras and dice of every kind.",
)
@click.option(
    "--bare",
    type=WholeInRange(0, REHEARSED),
    metavar="N",
    help="With --mat: also N pictures with no dice, each read twice. [default: a tenth of the throws]",
)
@click.option(
    "--processes",
    type=WholeInRange(1, 1000),
    metavar="N",
    help="With --mat: how many read at once. [default: one a core]",
)
@click.option(
    "--failures",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="With --mat: also write the pictures that failed into DIR, with what was read drawn.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rehearse(  # noqa: PLR0913 - one for each option
    *,
    throws: int,
    seed: int,
    calibration: Path | None,
    mat: bool,
    mats: bool,
    bare: int | None,
    processes: int | None,
    failures: Path | None,
    as_json: bool,
) -> None:
    """Play the mock table without a page, as fast as it goes.

    Everything goes the real way: rendered pictures, the real reader, the rules, the log. Since the mock
    knows what it threw, it is counted what was read right.

    With --mat the reader alone is rehearsed, on one calibrated mat: one throw in five leans, is stacked, lies
    under a hand or half out of the picture, or has two dice or four. None of these may be accepted, of the
    others 98 of 100 must be, and none read wrong; nor may empty tables, hands and other things be read as
    dice. The same seed lays the same, however many processes read.

    With --mats each 25 throws lie on another calibrated mat, and its camera is a plain one: it meters and
    balances each picture anew, shakes a little, and reads its rows one after another.
    """
    if mats or mat:
        if calibration:
            raise Trouble("--mat calibrates its own table.", "Leave --calibration out.")
        bare = throws // 10 if bare is None else bare
        _on_mats(throws, seed, bare, processes, failures, many=mats, as_json=as_json)
    elif bare is not None or processes is not None or failures is not None:
        raise Trouble("--bare, --processes and --failures belong to --mat.", "Add --mat, or leave them out.")
    else:
        _party(throws, seed, calibration, as_json=as_json)


def _party(throws: int, seed: int, calibration: Path | None, *, as_json: bool) -> None:
    """Play the mock party."""
    from pi_bunco.app.rehearse import rehearse as play  # noqa: PLC0415 - OpenCV takes a second to load

    reader = make_reader(calibration)
    with Progress(*_BARS, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("throws", total=throws)
        count = play(throws, seed, reader, lambda shown: progress.update(task, completed=shown))
    if as_json:
        click.echo(json.dumps(count.to_json()))
        return
    table = Table("throws", "", "share", title=f"Rehearsal of {count.shown} throws, seed {seed}")
    for name in ("right", "doubtful", "wrong", "missed", "double"):
        number = getattr(count, name)
        table.add_row(name, str(number), f"{number / max(count.shown, 1):.1%}")
    print_page([table, "median ms: " + ", ".join(f"{stage} {ms}" for stage, ms in count.stages_ms.items())])


def _on_mats(  # noqa: PLR0913 - as the command
    throws: int,
    seed: int,
    bare: int,
    processes: int | None,
    failures: Path | None,
    *,
    many: bool,
    as_json: bool,
) -> None:
    """Read still throws on one mat, or on many."""
    import cv2  # noqa: PLC0415 - takes a while to load

    from pi_bunco.app.rehearse_mat import MatPlan, play  # noqa: PLC0415 - likewise
    from pi_bunco.app.rehearse_mats import make_other_table, make_same_table  # noqa: PLC0415 - likewise
    from pi_bunco.app.rehearse_page import make_page  # noqa: PLC0415 - likewise
    from pi_bunco.app.rehearse_result import MANY_MATS, ONE_MAT, count_result  # noqa: PLC0415 - likewise
    from pi_bunco.vision.best import best_reader  # noqa: PLC0415 - likewise

    if failures is not None:
        make_folder(failures)
    notes: list[str] = []
    best_reader(say=notes.append)
    for note in notes:
        click.echo(f"pi-bunco: {note}", err=True)
    cv2.setNumThreads(1)
    parts = []
    with Progress(*_BARS, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("pictures", total=throws + bare)
        plan = MatPlan(throws, bare, seed, failures, make_table=make_other_table if many else make_same_table)
        for part in play(plan, processes or len(os.sched_getaffinity(0))):
            parts.append(part)
            progress.advance(task, len(part.throws) + len(part.bare) // 2)
    result = count_result(parts, MANY_MATS if many else ONE_MAT)
    if as_json:
        click.echo(
            json.dumps(
                {"throws": throws, "seed": seed, "notes": notes} | result.to_json(), ensure_ascii=False
            )
        )
        return
    print_page(make_page(result, seed), 80)

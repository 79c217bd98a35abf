"""``pi-bunco rehearse``: count what is read right at the mock table, or of still throws on mats."""

import json
import os
from dataclasses import asdict
from pathlib import Path

import click
from rich.table import Table

from pi_bunco.cli.options import FILE_PATH, WholeInRange, json_option, make_reader
from pi_bunco.cli.output import make_folder, print_page, show_progress, warn
from pi_bunco.errors import Trouble
from pi_bunco.limits import REHEARSED_THROWS, SEED


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
    "--calibration",
    metavar="FILE",
    type=FILE_PATH,
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
    type=WholeInRange(0, REHEARSED_THROWS),
    metavar="N",
    help="With --mat: also N pictures with no dice, each read twice. [default: a tenth of the throws]",
)
@click.option(
    "--processes",
    type=WholeInRange(1, 1000),
    metavar="N",
    help="With --mat: how many processes read at once. [default: one for each core]",
)
@click.option(
    "--failures",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="With --mat: also write the pictures that failed into DIR, with what was read drawn.",
)
@json_option
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

    It uses rendered pictures, and the real reader, rules and log. The mock knows what it threw, so the
    throws that are read right are counted.

    With --mat only the reader is rehearsed, on one calibrated mat. In one throw of five a die leans, is
    stacked, lies under a hand or half out of the picture, or there are two dice or four. None of these may
    be accepted. Of the others 98 of 100 must be accepted, and none read wrong. Empty tables, hands and other
    things must not be read as dice. The same seed makes the same throws, with any number of processes.

    With --mats each 25 throws lie on another calibrated mat. Its camera is a plain one: it sets exposure and
    white balance anew for each picture, shakes a little, and reads its rows one after another.
    """
    if mats or mat:
        if calibration:
            raise Trouble("--mat calibrates its own table.", "Leave --calibration out.")
        bare = throws // 10 if bare is None else bare
        _rehearse_mats(throws, seed, bare, processes, failures, many=mats, as_json=as_json)
    elif bare is not None or processes is not None or failures is not None:
        raise Trouble("--bare, --processes and --failures belong to --mat.", "Add --mat, or leave them out.")
    else:
        _rehearse_party(throws, seed, calibration, as_json=as_json)


def _rehearse_party(throws: int, seed: int, calibration: Path | None, *, as_json: bool) -> None:
    from pi_bunco.app.rehearsal.games import rehearse as play  # noqa: PLC0415 - OpenCV takes a second to load

    reader = make_reader(calibration)
    with show_progress("throws", throws) as update:
        count = play(throws, seed, reader, lambda shown: update(completed=shown))
    if as_json:
        click.echo(json.dumps(asdict(count)))
        return
    table = Table("throws", "", "share", title=f"Rehearsal of {count.shown} throws, seed {seed}")
    for name in ("right", "doubtful", "wrong", "missed", "double"):
        number = getattr(count, name)
        table.add_row(name, str(number), f"{number / max(count.shown, 1):.1%}")
    print_page([table, "median ms: " + ", ".join(f"{stage} {ms}" for stage, ms in count.stages_ms.items())])


def _rehearse_mats(  # noqa: PLR0913 - as the command
    throws: int,
    seed: int,
    bare: int,
    processes: int | None,
    failures: Path | None,
    *,
    many: bool,
    as_json: bool,
) -> None:
    import cv2  # noqa: PLC0415 - takes a while to load

    from pi_bunco.app.rehearsal.result import MANY_MATS, ONE_MAT, count_result, make_page  # noqa: PLC0415 - likewise
    from pi_bunco.app.rehearsal.still_throws import MatPlan, play  # noqa: PLC0415 - likewise
    from pi_bunco.app.rehearsal.table import make_other_table, make_same_table  # noqa: PLC0415 - likewise
    from pi_bunco.vision.best import best_reader  # noqa: PLC0415 - likewise

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
        click.echo(
            json.dumps(
                {"throws": throws, "seed": seed, "notes": notes, **result.to_json()}, ensure_ascii=False
            )
        )
        return
    print_page(make_page(result, seed), 80)

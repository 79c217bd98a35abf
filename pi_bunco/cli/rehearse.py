"""``pi-bunco rehearse``: play the mock table as fast as it goes, and count what is read right."""

import json
from dataclasses import asdict
from pathlib import Path

import click
from rich.table import Table

from pi_bunco.cli.options import FILE_PATH, WholeInRange, json_option, make_reader
from pi_bunco.cli.output import print_page, show_progress
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
    help="The calibration of the mock table, from pi-bunco calibrate.",
)
@json_option
def rehearse(*, throws: int, seed: int, calibration: Path | None, as_json: bool) -> None:
    """Play the mock table without a page, as fast as it goes.

    It uses the pictures of the mock camera, and the real reader, rules and log. The mock knows what it threw,
    so the throws that are read right are counted.
    """
    from pi_bunco.app.rehearsal import rehearse as play  # noqa: PLC0415 - OpenCV takes a second to load

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

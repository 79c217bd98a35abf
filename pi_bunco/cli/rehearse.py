"""``pi-bunco rehearse``: the mock table as fast as it goes, counted."""

import json
import sys

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table


@click.command()
@click.option("--throws", type=click.IntRange(min=1), default=100, show_default=True, help="How many throws.")
@click.option("--seed", type=int, default=1, show_default=True, help="What is thrown.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rehearse(throws: int, seed: int, *, as_json: bool) -> None:
    """Play the mock table without a page, as fast as it goes.

    Everything goes the real way: rendered pictures, the real reader, the rules, the log. Since the mock
    knows what it threw, it is counted what was read right.
    """
    from pi_bunco.app.rehearse import rehearse as play  # noqa: PLC0415 - OpenCV takes a second to load
    from pi_bunco.vision.best import best_reader  # noqa: PLC0415 - likewise

    bars = (TextColumn("throws"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*bars, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("throws", total=throws)
        count = play(throws, seed, best_reader(), lambda shown: progress.update(task, completed=shown))
    if as_json:
        click.echo(json.dumps(count.to_json()))
        return
    table = Table("throws", "", "share", title=f"Rehearsal of {count.shown} throws, seed {seed}")
    for name in ("right", "doubtful", "wrong", "missed", "double"):
        number = getattr(count, name)
        table.add_row(name, str(number), f"{number / max(count.shown, 1):.1%}")
    console = Console(file=sys.stdout)
    console.print(table)
    console.print("median ms: " + ", ".join(f"{stage} {ms}" for stage, ms in count.stages_ms.items()))

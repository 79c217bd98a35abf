"""``pi-bunco address``: where the room's tablets and phones find the page."""

from pathlib import Path
from typing import Any

import click

from pi_bunco.cli.options import FILE_PATH, PORT
from pi_bunco.settings.config import load


@click.command()
@click.option("--config", "file", type=FILE_PATH, metavar="FILE", help="The table's settings, as for run.")
@click.option("--host", metavar="ADDRESS", help="As for run. [default: as in the settings]")
@click.option("--port", type=PORT, help="As for run. [default: as in the settings, else 8080]")
def address(file: Path | None, **options: Any) -> None:
    """Print the page's address, and a QR code of it for the tablet's camera."""
    from pi_bunco.app.address import draw_qr, find_page_addresses  # noqa: PLC0415 - the help needs no network

    addresses = find_page_addresses(
        load(file, {key: value for key, value in options.items() if value is not None})
    )
    if addresses.best is None:
        click.echo(f"The table is at {addresses.own}, for this machine alone.")
        click.echo("For tablets and phones connect it to their network; pi-bunco doctor network says how.")
        return
    click.echo(f"The table is at {addresses.best}")
    for other in addresses.others:
        click.echo(f"            or at {other}")
    click.echo()
    click.echo(draw_qr(addresses.best), nl=False)

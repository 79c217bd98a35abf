"""``pi-bunco follow``: show the game of another Pi."""

import signal
from pathlib import Path
from typing import Any

import click

from pi_bunco.app.pis.choice import COPY_FOLDER
from pi_bunco.app.service import StopRequest, show_trouble
from pi_bunco.cli.options import FOLDER_PATH, PORT
from pi_bunco.cli.output import print_text
from pi_bunco.cli.owner import become_owner
from pi_bunco.cli.playing import follow_or_lead
from pi_bunco.machine import logs
from pi_bunco.settings.config import NO_CAMERA, Settings, find_state_folder


@click.command()
@click.argument("head")
@click.option(
    "--camera",
    default=NO_CAMERA,
    show_default=True,
    metavar="X",
    help="The camera of the first table that the head gives to this Pi, as in pi-bunco run.",
)
@click.option("--bell", metavar="B", help="The bell, as in pi-bunco run.")
@click.option("--port", type=PORT, default=8080, show_default=True, help="The page's port; 0: any free one.")
@click.option("--host", metavar="ADDRESS", default="0.0.0.0", help="The address to serve on. [default: all]")  # noqa: S104 - other devices show its pages
@click.option(
    "--state-dir",
    type=FOLDER_PATH,
    metavar="DIR",
    help="Where the copy is. [default: followed/ in the folder of pi-bunco run]",
)
@click.option("--verbose", is_flag=True, help="Log everything that happens on standard error.")
def follow(head: str, state_dir: Path | None, *, verbose: bool, **options: Any) -> None:
    """Show the game of another Pi, keep a copy of its log, and take the throws of tables.

    HEAD is the address of the other Pi's pages, such as 192.168.1.20. The first time both screens show a
    code; if it is the same, the host lets this Pi in on the head's page.
    """
    logs.configure(loud=verbose)
    stop = StopRequest()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.ask())
    with show_trouble(stop):
        settings = Settings(**options, state_dir=state_dir or find_state_folder() / COPY_FOLDER)
        become_owner(settings.state_dir)
        follow_or_lead(head, settings, stop)
    stop.start_again()
    print_text("Stopped. The same command goes on.")

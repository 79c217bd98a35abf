"""``pi-bunco station``: watch one camera for a table's program."""

import os
import signal
import sys

import click

from pi_bunco.errors import Trouble
from pi_bunco.machine import logs
from pi_bunco.sentences import say


@click.command()
def station() -> None:
    """Watch one camera for a table's program, which starts this command itself.

    It takes messages from standard input and sends messages to standard output, as docs/stations.md says.
    """
    if sys.stdin.isatty():
        raise Trouble(
            say("A station only speaks with a table's program, which starts it by itself."),
            say("Start the table: pi-bunco run"),
        )
    logs.configure()
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C ends the table's program, and the pipe tells it here
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a driver or a plug-in prints is no message
    from pi_bunco.station.program import run  # noqa: PLC0415 - OpenCV takes a while to load

    status = run(inbox, outbox)
    sys.stderr.flush()
    os._exit(status)  # without waiting for a driver that hangs

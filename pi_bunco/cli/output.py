"""Output of a command: texts, pages, progress bars, files. A full disk or a closed pipe may lose a text."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click

from pi_bunco.app.service import notify
from pi_bunco.cli.owner import act_as_owner
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say


def print_text(text: str, *, end: str = "\n", err: bool = False) -> bool:
    """Print a text, and go on if it cannot be printed.

    After a failure the stream writes to the null device, so that text in its buffer does not fail at exit.

    Parameters
    ----------
    text
        What to print.
    end
        What follows it.
    err
        Whether to print it on standard error rather than on standard output.

    Returns
    -------
    bool
        Whether it was printed.
    """
    try:
        click.echo(text + end, nl=False, err=err)
    except UnicodeEncodeError:  # such as a QR code where only Latin letters can be printed
        return False
    except OSError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2 if err else 1)
        os.close(null)
        (sys.stderr if err else sys.stdout).flush()
        return False
    return True


def warn(text: object) -> None:
    """Print a note on standard error, so that it does not mix with JSON."""
    print_text(f"pi-bunco: {text}", err=True)


def print_row(label: str, text: str, width: int = 78) -> None:
    """Print a text behind a label, wrapped; further lines are indented by the label's width."""
    click.echo(click.wrap_text(text, width, label, " " * len(label)))


def print_page(parts: Iterable[object], width: int | None = None) -> None:
    """Print a page of rich's parts, not wider than the terminal and not wider than `width` columns."""
    from rich.console import Console  # noqa: PLC0415 - JSON does not need it

    console = Console(highlight=False)
    with console.capture() as captured:
        for part in parts:
            console.print(part, width=min(width or console.width, console.width))
    click.echo("\n".join(line.rstrip() for line in captured.get().rstrip().splitlines()))


@contextmanager
def show_progress(what: str, total: int) -> Iterator[Callable[..., None]]:
    """Show a bar on standard error where that is a terminal; yield what updates it.

    The yielded function takes ``advance`` or ``completed`` and a number, as rich's ``Progress.update`` does.
    """
    from rich.console import Console  # noqa: PLC0415 - only where it is shown
    from rich.progress import (  # noqa: PLC0415 - likewise
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    bars = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*bars, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield partial(progress.update, progress.add_task(what, total=total))


def write_file(path: Path, data: bytes | str, option: str = "--to") -> None:
    """Write a file that was named by `option`.

    Raises
    ------
    Trouble
        If it cannot be written there.
    """
    try:
        with act_as_owner(path):
            path.write_bytes(data.encode() if isinstance(data, str) else data)
    except OSError as error:
        raise Trouble(
            say("{path} cannot be written: {why}.", path=path, why=error.strerror),
            say("Name another place with {option}.", option=option),
        ) from None


def make_folder(folder: Path) -> None:
    """Make a folder that was named by an option, unless it exists.

    Raises
    ------
    Trouble
        If it cannot be made.
    """
    try:
        with act_as_owner(folder):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(
            say("The folder {folder} cannot be made: {why}.", folder=folder, why=error.strerror),
            say("Choose a folder you may write to."),
        ) from None


def show_status(text: str) -> None:
    """Print a sentence, and report it to systemd as the state of the service."""
    print_text(text)
    notify(say("STATUS={text}", text=text))

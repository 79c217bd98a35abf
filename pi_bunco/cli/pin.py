"""``pi-bunco pin``: set the host's PIN on the machine itself, or forget it with all devices."""

from pathlib import Path

import click

from pi_bunco.access.cookies import make_key
from pi_bunco.access.file import AccessFile, SavedAccess
from pi_bunco.access.pin import MAX_DIGITS, MIN_DIGITS, Pin
from pi_bunco.cli.installed import enter_folder, state_dir_option


@click.command()
@click.option(
    "--set",
    "new",
    is_flag=True,
    help="Ask for a new PIN. Devices that are let in stay, but with the first PIN not the host's.",
)
@click.option("--reset", is_flag=True, help="Forget the PIN and all devices.")
@state_dir_option
def pin(state_dir: Path | None, *, new: bool, reset: bool) -> None:
    """Set the host's PIN, or forget it; without an option say whether one is set.

    A device on which the PIN is entered becomes the host's. A table may be playing meanwhile, and uses the
    new PIN at once.
    """
    if new and reset:
        raise click.UsageError("Give --set or --reset, not both.")
    file = AccessFile(enter_folder(state_dir))
    if reset:
        click.echo("PIN and devices are forgotten." if file.forget() else "There was no PIN, and no device.")
    elif new:
        _set_pin(file)
    else:
        _print_state(file.load())


def _set_pin(file: AccessFile) -> None:
    """Ask for a PIN, without showing it, and save it with the devices."""
    file.load()  # a damaged file is reported before anybody types
    question = f"New PIN ({MIN_DIGITS} to {MAX_DIGITS} digits)"
    new = Pin.of(click.prompt(question, hide_input=True, confirmation_prompt="Once more"))
    saved = file.load() or SavedAccess(make_key())  # somebody may have let a device in meanwhile
    file.save(saved.with_pin(new))
    click.echo("The PIN is set.")


def _print_state(saved: SavedAccess | None) -> None:
    devices = len(saved.devices) if saved else 0
    text = {0: "no device is", 1: "1 device is"}.get(devices, f"{devices} devices are")
    click.echo(f"{'A PIN' if saved and saved.pin else 'No PIN'} is set, and {text} let in.")

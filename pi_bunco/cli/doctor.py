"""``pi-bunco doctor``: examine the table, and say what to do."""

import json
import shutil
import sys
import threading
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pi_bunco.cli.installed import (
    act_until_end,
    config_option,
    load_settings,
    port_option,
    table_folder_option,
)
from pi_bunco.cli.language import translate_text
from pi_bunco.cli.options import WholeInRange, json_option
from pi_bunco.findings import Finding, Mark

if TYPE_CHECKING:
    from pi_bunco.devices.bell.board import BellBoard
    from pi_bunco.devices.ports import BellDevice

_AS_FOR_RUN = "As for run. [default: as in the settings]"

_COLOURS = {Mark.GOOD: "green", Mark.LOOK: "yellow", Mark.BAD: "red"}
_MIN_WIDTH, _MAX_WIDTH = 60, 100
_PRESS_SECONDS = 20
"""How long a person at a terminal has to press the button."""


@click.command()
@click.argument("checks", nargs=-1, metavar="[CHECK]...")
@config_option
@click.option("--camera", metavar="X", help=_AS_FOR_RUN)
@click.option("--bell", metavar="B", help=_AS_FOR_RUN)
@table_folder_option
@port_option
@click.option(
    "--wait",
    type=WholeInRange(0, 600),
    metavar="SECONDS",
    help="How long to wait for a press if you have named the button. [default: 20 in a terminal, else 0]",
)
@json_option
def doctor(
    checks: tuple[str, ...], file: Path | None, *, wait: int | None, as_json: bool, **options: Any
) -> None:
    """Examine the table: each thing in a line, good, look or bad, with what to do.

    CHECKs are camera, light, mat, button, buzzer, lamp (bell: these three), reader, disk, card, photos,
    backup, cameras, memory, undervoltage, throttling, temperature, clock, network, wifi, secure, pis,
    service, versions.
    Without a CHECK all are made. A table that is running is not disturbed: it reports its own findings.

    If no table is running and you name button, buzzer, lamp or bell, you are asked to press, to listen, to
    look.
    The exit status is 1 if something is bad, else 0.
    """
    from pi_bunco.app.doctor.bell import examine_bell  # noqa: PLC0415 - OpenCV takes a second to load
    from pi_bunco.app.doctor.context import CheckContext  # noqa: PLC0415 - likewise
    from pi_bunco.app.doctor.examine import collect_findings, examine, select_checks  # noqa: PLC0415 - likewise
    from pi_bunco.station.doctor.table import examine_table  # noqa: PLC0415 - likewise

    names = select_checks(checks)
    settings = load_settings(file, options)
    act_until_end(settings.state_dir)
    seconds = wait if wait is not None else _PRESS_SECONDS if sys.stdin.isatty() and not as_json else 0
    trial = partial(_try_bell, names, seconds) if checks and seconds else None
    context = CheckContext(settings, examine_table, get_bell_state=partial(examine_bell, trial=trial))
    findings = []
    for finding in examine(context, names, collect_findings(context, names)):
        findings.append(finding)
        if not as_json:
            _show(finding)
    if as_json:
        click.echo(json.dumps({"findings": [finding.to_json() for finding in findings]}, indent=2))
    elif len(findings) > 1:
        click.echo(click.wrap_text(_sum_up(findings), _get_width()))
    sys.exit(int(any(finding.mark is Mark.BAD for finding in findings)))


def _show(finding: Finding) -> None:
    """Print one finding: its mark, its name, what was found, and below that what to do."""
    width = _get_width()
    margin = " " * 20
    mark = click.style(f"{finding.mark:5}", fg=_COLOURS[finding.mark], bold=True)
    found = click.wrap_text(translate_text(finding.found), width - len(margin))
    click.echo(f"{mark} {finding.check:13} {found}".replace("\n", f"\n{margin}"))
    if finding.remedy:
        click.echo(click.wrap_text(f"→ {translate_text(finding.remedy)}", width, margin, f"{margin}  "))


def _get_width() -> int:
    return min(max(shutil.get_terminal_size().columns, _MIN_WIDTH), _MAX_WIDTH)


def _try_bell(names: Iterable[str], seconds: int, bell: "BellDevice", board: "BellBoard") -> dict[str, bool]:
    """Ask a person to press the button, to listen and to look; return whether each part works."""
    from pi_bunco.devices.ports import Lamp, Ring  # noqa: PLC0415 - likewise

    tried = {}
    terminal = sys.stdin.isatty()
    if "button" in names:
        pressed = threading.Event()
        bell.on_press(lambda _: pressed.set())
        place = f"GPIO {board.button.bcm}, pin {board.button.pin}"
        click.echo(f"Press the button now: {place} ({seconds} s) …", err=True)
        tried["button"] = pressed.wait(seconds)
    if "buzzer" in names and terminal:
        bell.sound(Ring.START)
        tried["buzzer"] = click.confirm("Did you hear one long beep?", err=True)
    if "lamp" in names and terminal and board.lamp:
        bell.light(Lamp.PLAYING)
        tried["lamp"] = click.confirm("Is the lamp lit?", err=True)
    return tried


def _sum_up(findings: list[Finding]) -> str:
    bad = [finding.check for finding in findings if finding.mark is Mark.BAD]
    look = [finding.check for finding in findings if finding.mark is Mark.LOOK]
    parts = [f"bad: {', '.join(bad)}" if bad else "", f"look at: {', '.join(look)}" if look else ""]
    return "; ".join(part for part in parts if part).capitalize() or "All is good."

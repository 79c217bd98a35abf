"""``pi-bunco bell``: what the bell does, to look at and to try."""

import time
from collections.abc import Iterable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from threading import Event

import click

from pi_bunco.cli.installed import config_option, load_settings
from pi_bunco.cli.options import WholeInRange
from pi_bunco.cli.output import print_row
from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.board import BellBoard, load_board
from pi_bunco.devices.bell.patterns import (
    BETWEEN_ROUNDS,
    LIGHTS,
    LONG_SECONDS,
    SINCE_START_WORDS,
    SOUNDS,
    STAGE_WORDS,
    WARNINGS,
    Pattern,
    say_hold_time,
)
from pi_bunco.devices.ports import BellDevice, Press, Ring, Stage
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say
from pi_bunco.settings.config import MOCK

_LINE_WIDTH = 79
_SILENT_SECONDS = 1.0
"""How long the bell is silent after a pattern."""
_PATTERN_WIDTH = 16
"""The most letters of a drawn pattern."""
_LIT_SECONDS = 4.0
"""How long each light is shown."""


@click.command()
@click.option(
    "--board",
    metavar="BOARD",
    help="A board of hardware/boards, or a .toml file of your own. [default: as in the settings]",
)
@config_option
@click.option("--try", "trying", is_flag=True, help="Play and light everything, then report each press.")
@click.option(
    "--seconds",
    type=WholeInRange(0, 3600),
    metavar="N",
    help="How many seconds to report presses. [default: until Ctrl-C]",
)
def bell(*, board: str | None, file: Path | None, trying: bool, seconds: int | None) -> None:
    """Show what the bell does: its wiring, what a press does, what it sounds and what its lamp shows.

    With --try it plays every pattern and shows every light, each with its words, and then reports each press
    as it comes. This ends no round and switches nothing off. A table that is playing uses the bell: stop it
    first.
    """
    used = f"gpio:{board}" if board else load_settings(file, {}).bell_used
    kind, _, name = used.partition(":")
    wired = load_board(name or "generic") if kind == "gpio" else None
    if wired:
        _show_wiring(wired)
    if not trying:
        _show_presses()
        _show_signals(None)
    elif kind == MOCK:
        raise Trouble(
            say("This table has no bell to try: its bell is a button on the page."),
            say("Name one with --board."),
        )
    else:
        with closing(open_bell(used)) as opened, suppress(KeyboardInterrupt):
            _show_signals(opened, lamp=wired is None or wired.lamp is not None)
            _show_presses()
            _listen(opened, seconds)


def _show_wiring(board: BellBoard) -> None:
    _print_heading(board.name)
    _print_rows(
        (part, f"GPIO {wire.bcm}, pin {wire.pin}: {wire.wiring}") for part, wire in board.parts.items()
    )
    for note in board.list_notes():
        print_row("  ", note, _LINE_WIDTH)


def _show_presses() -> None:
    _print_heading("Hold the button for")
    _print_rows(
        (say_hold_time(stage), f"{sound}; letting go {effect}")
        for stage, (sound, effect) in STAGE_WORDS.items()
    )
    print_row("  ", BETWEEN_ROUNDS, _LINE_WIDTH)


def _show_signals(opened: BellDevice | None, *, lamp: bool = True) -> None:
    """Print each sound and each light with its words; play and show them on a bell that is open."""
    _print_heading("It sounds")
    for ring, (pattern, description, means) in SOUNDS.items():
        _print_rows([(_draw_pattern(pattern), f"{description}: {means}")])
        if opened:
            opened.sound(ring)
            time.sleep(sum(beep.on + beep.off for beep in pattern) + _SILENT_SECONDS)
    if lamp:
        _print_heading("Its lamp is")
        for state, signal in LIGHTS.items():
            _print_rows([(signal.description, signal.means)], indent=36)
            if opened:
                opened.light(state)
                time.sleep(_LIT_SECONDS)


def _print_heading(text: str) -> None:
    click.echo(f"\n{click.style(text, bold=True)}")


def _print_rows(rows: Iterable[tuple[str, str]], indent: int = 20) -> None:
    for left, right in rows:
        print_row(f"  {left:{indent - 2}}", right, _LINE_WIDTH)


def _draw_pattern(pattern: Pattern) -> str:
    """Return a drawing of a pattern: long and short beeps, with the pauses between them.

    >>> from pi_bunco.devices.bell.patterns import Beep
    >>> _draw_pattern((Beep(0.1, 0.06, 1000), Beep(0.1, 0.15, 1000), Beep(0.6, 0.0, 1000)))
    '▪▪ ━━━━'
    """
    symbols = ""
    for beep in pattern:
        symbols += "━" * round(beep.on / 0.15) if beep.on >= LONG_SECONDS else "▪"
        symbols += " " * round(beep.off / 0.13) if beep.off >= 0.1 else ""  # noqa: PLR2004 - shorter is a trill
    symbols = symbols.rstrip()
    return symbols if len(symbols) <= _PATTERN_WIDTH else f"{symbols[: _PATTERN_WIDTH - 1].rstrip()}…"


def _listen(opened: BellDevice, seconds: int | None) -> None:
    """Print each press as it comes, with the tone that the table would play in a round."""
    _print_heading("Press the button")
    click.echo(f"  {'Ctrl-C ends this.' if seconds is None else f'For {seconds} seconds.'}")
    if opened.down:
        click.echo("  It is down already: let go of it, or look for what holds it.")
    opened.on_press(partial(_report, opened))
    Event().wait(seconds)


def _report(opened: BellDevice, press: Press) -> None:
    if press.let_go:
        cancelled = press.since_start and press.stage is Stage.OFF
        _print_rows([("let go", SINCE_START_WORDS if cancelled else STAGE_WORDS[press.stage][1])])
        opened.sound(Ring.REFUSED)
    elif press.stage in WARNINGS:
        _print_rows([("still down", STAGE_WORDS[press.stage][0])])
        opened.sound(WARNINGS[press.stage])
    else:
        click.echo("  down")

"""``pi-bunco bell``: what the bell does, to look at and to try."""

import contextlib
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event

import click

from pi_bunco.cli.installed import config_option, settings_of
from pi_bunco.cli.number import WholeInRange
from pi_bunco.config import MOCK
from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.board import BellBoard, load_board
from pi_bunco.devices.bell.patterns import LONG, PATTERNS, WARNINGS, Pattern
from pi_bunco.devices.bell.words import BETWEEN, DOES, HEARD, MEANS, SEEN, SHOWS, SINCE_START, say_held
from pi_bunco.devices.ports import BellDevice, Lamp, Press, Ring, Stage
from pi_bunco.errors import Trouble

_BOARD = "A board of hardware/boards, or a .toml file of your own. [default: as in the settings]"
_LISTEN = "Listen for presses for so long. [default: until Ctrl-C]"
_WIDTH = 79
_PAUSE = 1.0
"""Seconds of silence between two patterns, so that one knows where each ends."""
_STROKES = 16
"""Letters of a drawn pattern at most."""
_LIT = 4.0
"""Seconds that each light is shown."""


@click.command()
@click.option("--board", metavar="BOARD", help=_BOARD)
@config_option
@click.option("--try", "trying", is_flag=True, help="Play and light everything, then report each press.")
@click.option("--seconds", type=WholeInRange(0, 3600), metavar="N", help=_LISTEN)
def bell(*, board: str | None, file: Path | None, trying: bool, seconds: int | None) -> None:
    """Show what the bell does: its wiring, what a press does, what it sounds and what its lamp shows.

    With --try it plays every pattern and shows every light, each with its words, and then reports each press
    as it comes. Nothing is rung or switched off by that. A table that plays has the bell: stop it first.
    """
    used = f"gpio:{board}" if board else settings_of(file, {}).bell_used
    kind, _, name = used.partition(":")
    wired = load_board(name or "generic") if kind == "gpio" else None
    if wired:
        _show_wiring(wired)
    if not trying:
        _show_presses()
        _go_through(_nothing, _nothing)
    elif kind == MOCK:
        raise Trouble(
            "This table has no bell to try: its bell is a key on the page.", "Name one with --board."
        )
    else:
        with closing(open_bell(used)) as opened, contextlib.suppress(KeyboardInterrupt):
            _go_through(
                partial(_hear, opened), partial(_see, opened), lamp=wired is None or wired.lamp is not None
            )
            _show_presses()
            _listen(opened, seconds)


def _show_wiring(board: BellBoard) -> None:
    _head(board.name)
    _rows((part, f"GPIO {wire.bcm}, pin {wire.pin}: {wire.wiring}") for part, wire in board.parts.items())
    for note in board.list_notes():
        click.echo(click.wrap_text(note, _WIDTH, "  ", "  "))


def _show_presses() -> None:
    _head("Hold the button for")
    _rows((say_held(stage), f"{heard}; letting go {does}") for stage, (heard, does) in DOES.items())
    click.echo(click.wrap_text(BETWEEN, _WIDTH, "  ", "  "))


def _go_through(hear: Callable[[Ring], None], see: Callable[[Lamp], None], *, lamp: bool = True) -> None:
    """Print each sound and each light with its words, and do something with each."""
    _head("It sounds")
    for ring, pattern in PATTERNS.items():
        _rows([(_strokes(pattern), f"{HEARD[ring]}: {MEANS[ring]}")])
        hear(ring)
    if lamp:
        _head("Its lamp is")
        for each in Lamp:
            _rows([(SEEN[each], SHOWS[each])], indent=36)
            see(each)


def _nothing(_: object) -> None:
    """Play or show nothing."""


def _hear(opened: BellDevice, ring: Ring) -> None:
    opened.sound(ring)
    time.sleep(sum(beep.on + beep.off for beep in PATTERNS[ring]) + _PAUSE)


def _see(opened: BellDevice, lamp: Lamp) -> None:
    opened.light(lamp)
    time.sleep(_LIT)


def _head(text: str) -> None:
    click.echo(f"\n{click.style(text, bold=True)}")


def _rows(rows: Iterable[tuple[str, str]], indent: int = 20) -> None:
    for left, right in rows:
        click.echo(click.wrap_text(right, _WIDTH, f"  {left:{indent - 2}}", " " * indent))


def _strokes(pattern: Pattern) -> str:
    """Draw a pattern as it sounds: long and short beeps, with the pauses between them.

    >>> from pi_bunco.devices.bell.patterns import Beep
    >>> _strokes((Beep(0.1, 0.06, 1000), Beep(0.1, 0.15, 1000), Beep(0.6, 0.0, 1000)))
    '▪▪ ━━━━'
    """
    drawn = ""
    for beep in pattern:
        drawn += "━" * round(beep.on / 0.15) if beep.on >= LONG else "▪"
        drawn += " " * round(beep.off / 0.13) if beep.off >= 0.1 else ""  # noqa: PLR2004 - shorter is a trill
    drawn = drawn.rstrip()
    return drawn if len(drawn) <= _STROKES else f"{drawn[: _STROKES - 1].rstrip()}…"


def _listen(opened: BellDevice, seconds: int | None) -> None:
    """Print each press as it comes, with the tone that the table would play in a round."""
    _head("Press the button")
    click.echo(f"  {'Ctrl-C ends this.' if seconds is None else f'For {seconds} seconds.'}")
    if opened.down:
        click.echo("  It is down already: let go of it, or look for what holds it.")
    opened.on_press(partial(_report, opened))
    Event().wait(seconds)


def _report(opened: BellDevice, press: Press) -> None:
    """Print what the button did."""
    if press.let_go:
        forgets = press.since_start and press.stage is Stage.OFF
        _rows([("let go", SINCE_START if forgets else DOES[press.stage][1])])
        opened.sound(Ring.REFUSED)
    elif press.stage in WARNINGS:
        _rows([("still down", DOES[press.stage][0])])
        opened.sound(WARNINGS[press.stage])
    else:
        click.echo("  down")

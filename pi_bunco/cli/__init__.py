"""The command line: one file for each command, imported only when the command is called."""

import importlib
import sys

import click

from pi_bunco import __version__
from pi_bunco.cli.garbage import pause_garbage_collection
from pi_bunco.cli.language import translate_text
from pi_bunco.cli.output import print_text
from pi_bunco.errors import Trouble, put_in_words
from pi_bunco.limits import SENTENCE
from pi_bunco.rules.quoting import clip_text

COMMANDS = {
    "run": "Play a table: camera, dice, score, page.",
    "follow": "Show the game of another Pi, the head, and keep a copy of its log.",
    "station": "Watch one camera for a table's program, which starts this by itself.",
    "cameras": "List the cameras that are connected, with their names for the settings.",
    "mat": "Write the mat to print, with the markers it is found by.",
    "wiring": "Show how the bell's parts are wired, from its board file.",
    "bell": "Show what the bell does, and try its sounds, its lamp and its button.",
    "calibrate": "Teach the table its mat, its dice and its light.",
    "rehearse": "Play the mock table as fast as it goes and count what was read right.",
    "read": "Read the dice in pictures.",
    "watch": "Find the throws in a video or camera.",
    "record": "Print the game record of what was logged, take one in, list the games.",
    "print": "Write score cards, signs, posters, certificates or results as PDF.",
    "backup": "Back up all games, the calibration and the house sheets into one file.",
    "forget": "Delete a guest, an evening or the photos for good, also in the backups.",
    "restore": "Put a backup in place, and set aside what was there; list the backups.",
    "replay": "Play a game record again and print its result.",
    "simulate": "Play whole parties with dice from a computer and print what a host asks.",
    "address": "Print the page's address, and a QR code of it.",
    "pin": "Set the host's PIN, or forget it with all devices.",
    "doctor": "Examine the table: camera, light, bell, card, power, network; and say what to do.",
    "update": "Replace this version by another, never during a game; or go back.",
    "support-bundle": "Pack what your helpers need to see, without names and secrets.",
    "dice-check": "Check in the log whether the dice are fair and somebody's luck is unusual.",
    "rules": "The rule sheets: show and list them, write and check house sheets.",
}
"""Each command with its line, in the order of the help. It is ``NAME`` in ``cli/NAME.py``, with _ for -."""


class _Commands(click.Group):
    """A group that imports a command's file only when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        with pause_garbage_collection():
            module = importlib.import_module(f"pi_bunco.cli.{name}")
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, "-V", "--version", prog_name="pi-bunco")
def cli() -> None:
    """Play Bunco at a table that reads its own dice.

    A camera above the table reads the three dice after each throw, the rules score by themselves, and a
    page shows the tallies. Start with: pi-bunco run
    """


def main(command: click.Command = cli) -> None:
    """Run a command. Print an error that a person can correct in two sentences, with exit status 2."""
    try:
        command.main(standalone_mode=True)
    except (Trouble, OSError) as error:
        lines = f"pi-bunco: {put_in_words(error).write(translate_text)}".split("\n")
        print_text("\n".join(clip_text(line, SENTENCE) for line in lines), err=True)
        sys.exit(2)

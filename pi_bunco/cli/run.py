"""``pi-bunco run``: play a table."""

import signal
from pathlib import Path
from typing import Any, get_args

import click
from click.core import ParameterSource

from pi_bunco import limits
from pi_bunco.app.pis.choice import FollowChoice
from pi_bunco.app.service import StopRequest, show_trouble
from pi_bunco.cli.options import FILE_PATH, FOLDER_PATH, PORT, WholeInRange
from pi_bunco.cli.output import print_text
from pi_bunco.cli.owner import become_owner
from pi_bunco.cli.playing import follow_or_lead, play_until_stopped
from pi_bunco.limits import NUMBER, SEED, SETS
from pi_bunco.link.state import refuse_copy
from pi_bunco.machine import logs
from pi_bunco.rules import SHEETS
from pi_bunco.settings.config import NO_CAMERA, RolesSetting, Settings, load


@click.command()
@click.option(
    "--camera",
    default="mock",
    show_default=True,
    metavar="X",
    help=(
        "mock, mock:SEED, none (tap the dice), picamera2, usb, /dev/video0, the http:// address of an MJPEG "
        "stream, an rtsp:// address, a video, a folder of pictures, or a plug-in."
    ),
)
@click.option(
    "--station",
    "stations",
    multiple=True,
    metavar="N=X",
    help=(
        "The camera of a further table, such as 2=usb; with 3=none people tap the dice, with 4=guests mock "
        "guests tap. Give it once for each table. [default: none]"
    ),
)
@click.option(
    "--rules",
    default="classic",
    show_default=True,
    metavar="SHEET",
    help=f"{', '.join(SHEETS)}, a house sheet, or its .toml file.",
)
@click.option(
    "--players",
    default="Ann,Bob,Cy,Di",
    show_default=True,
    metavar="NAMES",
    help=(
        "2 to 100 names with commas between, in the order of tables and seats, or a file of them, such as a "
        "CSV with the columns Name and Table; ghosts fill empty seats of team sheets."
    ),
)
@click.option("--sets", type=WholeInRange(1, SETS), help="How many sets. [default: what the sheet says]")
@click.option(
    "--seed", type=WholeInRange(0, SEED), default=1, show_default=True, help="What the mock table throws."
)
@click.option("--speed", type=float, default=1.0, show_default=True, help="How fast the mock players are.")
@click.option("--port", type=PORT, default=8080, show_default=True, help="The page's port; 0: any free one.")
@click.option(
    "--secure-port",
    type=PORT,
    default=8443,
    show_default=True,
    help="The port of the pages over HTTPS, once the host has switched them on.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    help="The address to serve on. [default: this machine only with the mock camera, else all]",
)
@click.option(
    "--names",
    metavar="NAMES",
    help="Further names by which the page may be opened, beside the machine's own, with commas between.",
)
@click.option(
    "--roles",
    type=click.Choice(get_args(RolesSetting)),
    default="auto",
    show_default=True,
    help=(
        "on: devices only watch until the host lets them in; off: every device may do everything; auto: on "
        "if there are several tables or a PIN, and no mock camera."
    ),
)
@click.option(
    "--per-address",
    type=int,
    default=limits.CONNECTIONS_PER_ADDRESS,
    show_default=True,
    metavar="N",
    help="How many connections to the page one address may have at once.",
)
@click.option(
    "--state-dir",
    type=FOLDER_PATH,
    metavar="DIR",
    help=(
        "Where the log and photos are; an unfinished game there goes on. "
        "[default: the service's, or ~/.local/state/pi-bunco]"
    ),
)
@click.option(
    "--calibration",
    type=FILE_PATH,
    metavar="FILE",
    help="What pi-bunco calibrate wrote. [default: calibration.zip in the state folder, if it is there]",
)
@click.option(
    "--bell",
    metavar="B",
    help=(
        "mock (the button on the page), gpio, gpio:BOARD, or a plug-in. "
        "[default: gpio with picamera2, else mock]"
    ),
)
@click.option(
    "--reader", metavar="NAME", help="A plug-in that reads the dice. [default: the built-in reader]"
)
@click.option(
    "--keep",
    is_flag=True,
    help="Keep the pictures of throws that people put right, in kept/ of the state directory.",
)
@click.option(
    "--keep-megabytes",
    type=WholeInRange(1, NUMBER),
    default=200,
    show_default=True,
    metavar="N",
    help="How much of the disk the kept pictures may take; the oldest go first.",
)
@click.option(
    "--countdown",
    type=WholeInRange(0, limits.COUNTDOWN),
    default=0,
    show_default=True,
    metavar="SECONDS",
    help="How long after each round the next bell rings by itself; 0: the host rings it.",
)
@click.option(
    "--photos-days",
    type=WholeInRange(0, limits.PHOTOS_FOR_EVER),
    default=30,
    show_default=True,
    metavar="DAYS",
    help="How many days photos of throws stay; 0: those of this evening only; 36500: for ever.",
)
@click.option("--new", is_flag=True, help="Begin a new game even if one is unfinished.")
@click.option(
    "--welcome",
    is_flag=True,
    help=(
        "Ask on pages which game to begin, also with the mock camera. An unfinished game goes on, unless "
        "--new is there too. [default: on a table of people without a game and without --players]"
    ),
)
@click.option(
    "--config",
    "file",
    type=FILE_PATH,
    metavar="FILE",
    help="A TOML file with any of these settings; options override it.",
)
@click.option("--verbose", is_flag=True, help="Log everything that happens on standard error.")
@click.pass_context
def run(ctx: click.Context, /, file: Path | None, *, verbose: bool, **options: Any) -> None:
    """Play a table, or a room of up to 25: cameras, dice, scores, pages.

    Without options a table plays itself: a rendered mat, dice and hands, read by the real reader, with a
    mock host who rings the bell. Stop with Ctrl-C; the same command goes on with the same game.
    """
    given = {key: value for key, value in options.items()
            if ctx.get_parameter_source(key) is not ParameterSource.DEFAULT}  # fmt: skip
    logs.configure(loud=verbose)
    stop = StopRequest()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.ask())
    with show_trouble(stop):
        settings = load(file, given)
        become_owner(settings.state_dir)
        if not {"camera", "stations"} & given.keys():  # what is named on the command line counts
            from pi_bunco.equipment.cameras import use_chosen  # noqa: PLC0415 - --help need not wait for it

            settings = use_chosen(settings, print_text)
        refuse_copy(settings.state_dir)
        choice = FollowChoice(settings.state_dir, stop.ask_for_restart)
        if head := choice.find_head():
            choice.prepare_copy()
            _follow(head, settings, stop, choice)
        else:
            play_until_stopped(settings, stop, choice, given)
    stop.start_again()
    print_text("Stopped. The same command goes on with this game.")


def _follow(head: str, settings: Settings, stop: StopRequest, choice: FollowChoice) -> None:
    camera = NO_CAMERA if settings.mock else settings.camera  # mock people must not play among guests
    copied = settings.model_copy(update={"camera": camera, "state_dir": choice.copy})
    follow_or_lead(head, copied, stop, choice)

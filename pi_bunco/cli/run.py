"""``pi-bunco run``: play a table."""

import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import click
from click.core import ParameterSource

from pi_bunco import limits
from pi_bunco.app.pis.choice import COPY_FOLDER, FollowChoice
from pi_bunco.app.service import StopRequest, notify, show_trouble
from pi_bunco.cli.garbage import pause_garbage_collection
from pi_bunco.cli.options import FILE_PATH, FOLDER_PATH, PORT, WholeInRange
from pi_bunco.cli.output import print_text, show_status
from pi_bunco.cli.owner import become_owner
from pi_bunco.guest_list import ListedGuests
from pi_bunco.limits import NUMBER, SEED, SETS
from pi_bunco.link.state import refuse_copy
from pi_bunco.machine import logs
from pi_bunco.names import is_clean_name
from pi_bunco.rules import SHEETS, is_ghost
from pi_bunco.rules.quoting import make_printable
from pi_bunco.settings.config import NO_CAMERA, RolesSetting, Settings, load
from pi_bunco.views.room import RoomView

_CODE_SECONDS = 1.0  # how often to look whether the host's code has become wanted


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
        "The camera of a further table, such as 2=usb; 3=none taps the dice, 4=guests has mock guests who "
        "tap. Once for each table. [default: none]"
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
        "mock (the key on the page), gpio, gpio:BOARD, or a plug-in. "
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
@click.option("--new", is_flag=True, help="Begin a new game even if one is unfinished.")
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
        refuse_copy(settings.state_dir)
        choice = FollowChoice(settings.state_dir, stop.ask_for_restart)
        if head := choice.find_head():
            _follow(head, settings, stop, choice)
        else:
            _play(settings, given, stop, choice)
    stop.start_again()
    print_text("Stopped. The same command goes on with this game.")


def _describe_players(room: RoomView) -> str:
    """Return the players' names, or their number in a room of several tables."""
    names = [name for table in room.tables for name in table.seats]
    if len(room.tables) == 1:
        return ", ".join(names)
    return f"{sum(not is_ghost(name) for name in names)} players at {len(room.tables)} tables"


def _print_guests(guests: ListedGuests) -> None:
    """Print what was understood of the list of guests."""
    if guests.tables:
        print_text(f"{len(guests.names)} guests:")
        for number, names in enumerate(guests.group(), start=1):
            print_text(f"  table {number:2}  {_join(names)}")
    else:
        print_text(f"{len(guests.names)} guests: {_join(guests.names)}")
    for note in guests.notes:
        print_text(f"  Look at the list: {note}")


def _join(names: Iterable[str]) -> str:
    """Join names of which some may be refused because they contain control characters."""
    return ", ".join(name if is_clean_name(name) else make_printable(name) for name in names)


def _print_code(code: str | None, before: str | None) -> str | None:
    """Print and log the host's code when it becomes wanted, and return it."""
    if code is not None and code != before:
        import structlog  # noqa: PLC0415 - after pi_bunco.machine.logs, which hides rich from it

        print_text("Devices only watch until the host lets them in.")
        # A support bundle contains the service's log. It finds both lines by their words and omits them.
        print_text(f"To make a device the host's, set a PIN there with this secret: {code}")
        structlog.get_logger().info("a code is wanted to set the host's PIN", secret=code)
    return code


def _follow(head: str, settings: Settings, stop: StopRequest, choice: FollowChoice) -> None:
    from pi_bunco.app.pis.following import Following  # noqa: PLC0415 - --help need not wait for it

    camera = NO_CAMERA if settings.mock else settings.camera  # mock people must not play among guests
    copy = {"camera": camera, "state_dir": settings.state_dir / COPY_FOLDER}
    Following(head, settings.model_copy(update=copy), stop, show_status, choice).run()


def _play(settings: Settings, given: dict[str, Any], stop: StopRequest, choice: FollowChoice) -> None:
    with pause_garbage_collection():
        from pi_bunco.app.address import draw_qr, find_page_addresses  # noqa: PLC0415 - it loads OpenCV, for which --help need not wait
        from pi_bunco.app.play import play  # noqa: PLC0415 - likewise
        from pi_bunco.equipment.cameras import describe_camera  # noqa: PLC0415 - likewise

    def show_guests(guests: ListedGuests) -> None:
        if "players" in given or guests.tables or guests.notes:
            _print_guests(guests)

    with play(settings, show_guests, choice) as playing:
        room = playing.room.view_room()
        start = "Going on with the unfinished game" if playing.resumed else "A new game"
        print_text(f"{start}: {room.title}, {_describe_players(room)}. Its log is in {settings.state_dir}.")
        if playing.resumed and given.keys() & {"rules", "players", "sets"}:
            print_text("--rules, --players and --sets are for a new game: add --new to begin one.")
        for note in playing.notes:
            print_text(note)
        if playing.calibrated:
            print_text(f"Calibrated by {settings.calibration or settings.state_dir / 'calibration.zip'}.")
        addresses = find_page_addresses(settings.model_copy(update={"port": playing.server.port}))
        address = addresses.best or addresses.own
        if addresses.best:
            print_text(draw_qr(addresses.best), end="")
        place = "table"
        if len(room.tables) > 1:
            place = "room"
            for table in room.tables:
                camera = describe_camera(playing.cameras.get(table.table, NO_CAMERA))
                print_text(
                    f"  table {table.table:2}  {address}t/{table.table}  {camera}: {', '.join(table.seats)}"
                )
            print_text(f"  the room's screen, for a television: {address}room")
            print_text(f"  the host: {address}host")
        code = _print_code(playing.find_code(), None)
        print_text(f"The {place} is at {address}  (Ctrl-C stops it)")
        notify("READY=1", f"STATUS=The {place} is at {address}")
        while not stop.wait(_CODE_SECONDS):
            code = _print_code(playing.find_code(), code)
        stop.announce_end()

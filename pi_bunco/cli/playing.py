"""Plays until somebody stops it, and prints where its pages are."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pi_bunco.app.people.wish import load_wish
from pi_bunco.app.pis.choice import FollowChoice
from pi_bunco.app.pis.leading import take_cameras
from pi_bunco.app.service import StopRequest, notify
from pi_bunco.cli.garbage import pause_garbage_collection
from pi_bunco.cli.output import print_text, show_status
from pi_bunco.guest_list import ListedGuests
from pi_bunco.link.state import find_successor, leads_copy
from pi_bunco.names import is_clean_name
from pi_bunco.rules import is_ghost
from pi_bunco.rules.quoting import make_printable
from pi_bunco.settings.config import NO_CAMERA, Settings
from pi_bunco.views.room import RoomView

if TYPE_CHECKING:
    from pi_bunco.app.play import RunningTable

_CODE_SECONDS = 1.0  # how often to look whether the host's code has become wanted


def follow_or_lead(
    head: str, settings: Settings, stop: StopRequest, choice: FollowChoice | None = None
) -> None:
    """Follow the Pi at an address until somebody stops it, or play on if this Pi is the head after it.

    Parameters and errors are those of :func:`play_until_stopped`.
    """
    if leads_copy(settings.state_dir):
        from pi_bunco.equipment.cameras import use_chosen  # noqa: PLC0415 - --help need not wait for it

        play_until_stopped(use_chosen(take_cameras(settings), print_text), stop, choice)
        return
    from pi_bunco.app.pis.following import Following  # noqa: PLC0415 - --help need not wait for it

    Following(head, settings, stop, show_status, choice, print_code).run()


def play_until_stopped(
    settings: Settings, stop: StopRequest, choice: FollowChoice | None = None, given: Iterable[str] = ()
) -> None:
    """Play with these settings until somebody stops it. If another Pi has become the head, only show that.

    Parameters
    ----------
    settings
        The settings.
    stop
        Asks the program to stop.
    choice
        The host's choice whether this Pi follows another one; ``None``: it cannot be made on pages.
    given
        The names of the settings that the person who started it has given.

    Raises
    ------
    pi_bunco.errors.Trouble
        If something cannot be opened, see :func:`pi_bunco.app.play.play`.
    """
    if successor := find_successor(settings.state_dir):
        from pi_bunco.app.pis.old_head import OldHead  # noqa: PLC0415 - --help need not wait for it

        OldHead(successor, settings, stop, show_status, choice).run()
        return
    if load_wish(settings.state_dir):
        from pi_bunco.app.people.finish import finish_wish  # noqa: PLC0415 - only after somebody has asked for it

        finish_wish(settings.state_dir, settings.players if "players" in settings.model_fields_set else ())
    from pi_bunco.app.welcome.need import may_need_welcome  # noqa: PLC0415 - --help need not wait for it

    handover = None
    if not may_need_welcome(settings):
        from pi_bunco.app.welcome.file import remove_answers  # noqa: PLC0415 - likewise

        remove_answers(settings.state_dir)  # a power cut may have left them after the game had begun
    else:
        from pi_bunco.app.welcome.mode import Welcome  # noqa: PLC0415 - only before the first game

        if (welcomed := Welcome(settings, stop, _print_welcome, choice, print_code).run()) is None:
            stop.announce_end()
            return
        settings, handover = welcomed.settings, welcomed.handover
    with pause_garbage_collection():
        from pi_bunco.app.play import play  # noqa: PLC0415 - it loads much, for which --help need not wait

    def show_guests(guests: ListedGuests) -> None:
        if "players" in given or guests.tables or guests.notes:
            _print_guests(guests)

    with play(settings, show_guests, choice, stop.ask_for_restart, handover) as playing:
        _print_game(playing, settings, () if handover else given, is_new=handover is not None)
        code = print_code(playing.find_code(), None)
        place = _print_addresses(playing, settings)
        print_text(f"{place}  (Ctrl-C stops it)")
        notify("READY=1", f"STATUS={place}")
        while not stop.wait(_CODE_SECONDS):
            code = print_code(playing.find_code(), code)
        stop.announce_end()


def _print_welcome(settings: Settings) -> None:
    """Print where the pages ask for the first game, and report that to systemd."""
    from pi_bunco.app.address import draw_qr, find_page_addresses  # noqa: PLC0415 - it loads much, for which --help need not wait

    addresses = find_page_addresses(settings)
    if addresses.best:
        print_text(draw_qr(addresses.best), end="")
    place = f"The welcome is at {addresses.best or addresses.own}"
    print_text("There is no game yet. The pages ask for it.")
    print_text(f"{place}  (Ctrl-C stops it)")
    notify("READY=1", f"STATUS={place}")


def _print_game(
    playing: "RunningTable", settings: Settings, given: Iterable[str], *, is_new: bool = False
) -> None:
    """Print which game begins or goes on, and what the person who started it must know.

    ``is_new``: it began a moment ago in the welcome.
    """
    room = playing.room.view_room()
    start = "A new game"
    if playing.resumed and not is_new:
        is_over = playing.room.view().phase == "over"
        start = "The last game is over" if is_over else "Going on with the unfinished game"
    print_text(f"{start}: {room.title}, {_describe_players(room)}. Its log is in {settings.state_dir}.")
    if playing.resumed and {*given} & {"rules", "players", "sets"}:
        print_text("--rules, --players and --sets are for a new game: add --new to begin one.")
    for note in playing.notes:
        print_text(note)
    if playing.calibrated:
        print_text(f"Calibrated by {settings.calibration or settings.state_dir / 'calibration.zip'}.")


def _print_addresses(playing: "RunningTable", settings: Settings) -> str:
    """Print the addresses of the pages, and return where the first one is."""
    from pi_bunco.app.address import draw_qr, find_page_addresses  # noqa: PLC0415 - it loads much, for which --help need not wait
    from pi_bunco.equipment.cameras import describe_camera  # noqa: PLC0415 - likewise

    room = playing.room.view_room()
    addresses = find_page_addresses(settings.model_copy(update={"port": playing.server.port}))
    address = addresses.best or addresses.own
    if addresses.best:
        print_text(draw_qr(addresses.best), end="")
    if len(room.tables) == 1:
        return f"The table is at {address}"
    for table in room.tables:
        camera = describe_camera(playing.cameras.get(table.table, NO_CAMERA))
        seats = f": {', '.join(table.seats)}" if _may_show_names() else ""
        print_text(f"  table {table.table:2}  {address}t/{table.table}  {camera}{seats}")
    print_text(f"  the room's screen, for a television: {address}room")
    print_text(f"  the host: {address}host")
    return f"The room is at {address}"


def print_code(code: str | None, before: str | None) -> str | None:
    """Print and log the host's code when it becomes wanted, and return it; ``before``: the one before."""
    if code is not None and code != before:
        import structlog  # noqa: PLC0415 - after pi_bunco.machine.logs, which hides rich from it

        print_text("Devices only watch until the host lets them in.")
        # A support bundle contains the service's log. It finds both lines by their words and omits them.
        print_text(f"To make a device the host's, set a PIN there with this secret: {code}")
        structlog.get_logger().info("a code is wanted to set the host's PIN", secret=code)
    return code


def _describe_players(room: RoomView) -> str:
    """Return the players' names, or their number in a room of several tables and in a service's journal."""
    names = [name for table in room.tables for name in table.seats]
    count = f"{sum(not is_ghost(name) for name in names)} players"
    if len(room.tables) > 1:
        return f"{count} at {len(room.tables)} tables"
    return ", ".join(names) if _may_show_names() else count


def _may_show_names() -> bool:
    """Return whether only a person reads the output: a journal keeps names that are deleted later."""
    return sys.stdout.isatty()


def _print_guests(guests: ListedGuests) -> None:
    """Print what was understood of the list of guests."""
    if not _may_show_names():
        print_text(f"{len(guests.names)} guests.")
        if guests.notes:
            print_text("Something in the list was not understood. Start it in a terminal to read it.")
        return
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

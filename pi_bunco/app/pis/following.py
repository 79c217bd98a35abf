"""The life of a far Pi: it joins, waits for a game, shows it, and begins anew if the head has another log."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from pi_bunco.app.address import find_page_addresses
from pi_bunco.app.pis.far import FollowingPi
from pi_bunco.app.pis.waiting_page import WaitingPage
from pi_bunco.app.service import StopRequest, notify
from pi_bunco.errors import Trouble
from pi_bunco.link.authority import Identity, load_identity
from pi_bunco.link.joiner import complete_address, join
from pi_bunco.link.state import FAR_FILE, FOLDER, FarState, load_state, save_state
from pi_bunco.machine.disk import make_dir
from pi_bunco.sentences import say
from pi_bunco.settings.config import Settings
from pi_bunco.store import set_log_aside
from pi_bunco.store.database import FILE as LOG
from pi_bunco.store.troubles import DamagedLog

_LOOK_SECONDS = 0.2


def run_following(head: str, settings: Settings, stop: StopRequest, show: Callable[[str], None]) -> None:
    """Follow a head until this Pi must stop.

    Parameters
    ----------
    head
        The address of the head, as people type it.
    settings
        The settings of this Pi.
    stop
        Asks it to stop.
    show
        Shows a sentence to the person who started it.

    Raises
    ------
    Trouble
        If it cannot join, or the copy or the port cannot be used.
    """
    head = complete_address(head)
    folder = settings.state_dir / FOLDER
    make_dir(settings.state_dir)
    make_dir(folder)
    with WaitingPage(settings.address, settings.port) as page:
        settings = settings.model_copy(update={"port": page.port})
        identity = load_identity(folder)
        if identity is None:
            _refuse_own_games(settings.state_dir)
            identity = _join(head, settings, page, stop, show)
    far = _find_head(head, folder) if identity else None
    while identity and far and not stop.wait(0):
        try:
            if _follow(settings, identity, far, stop, show):
                return
            show(say("The head has another log than this copy. The copy is set aside, and a new one begins."))
        except DamagedLog as damaged:
            show(say("{trouble} The copy is set aside, and a new one begins.", trouble=damaged.text))
        set_log_aside(settings.state_dir)


def _find_head(head: str, folder: Path) -> FarState:
    """Return where the head is: it may have another address than when this Pi joined."""
    far = load_state(FarState, folder / FAR_FILE)
    if far is None:
        raise Trouble(
            say("{path} is missing.", path=folder / FAR_FILE),
            say("Remove the folder {folder}, and join again.", folder=folder),
        )
    if far.head != head:
        far = replace(far, head=head)
        save_state(far, folder / FAR_FILE)
    return far


def _follow(
    settings: Settings, identity: Identity, far: FarState, stop: StopRequest, show: Callable[[str], None]
) -> bool:
    """Follow, and return whether this Pi must stop: else its copy does not belong to the head's log."""
    with closing(FollowingPi(settings, identity, far)) as pi:
        _wait_for_game(pi, far, settings, stop)
        if pi.copy.begun.is_set():
            pi.serve()
            address = find_page_addresses(settings)
            own = address.best or address.own
            show(say("Following {head}. The pages are at {own}", head=far.head, own=own))
            notify("READY=1")
        while not (pi.copy.aside.is_set() or stop.wait(_LOOK_SECONDS)):
            pass
        return not pi.copy.aside.is_set()


def _refuse_own_games(folder: Path) -> None:
    if (folder / LOG).exists():
        raise Trouble(
            say("{folder} has games of its own, so it cannot become a copy.", folder=folder),
            say("Choose another folder with --state-dir."),
        )


def _join(
    head: str, settings: Settings, page: WaitingPage, stop: StopRequest, show: Callable[[str], None]
) -> Identity | None:
    remedy = say("If the host’s page of {head} shows the same code, tap “Let in” there.", head=head)

    def show_code(code: str) -> None:
        show(say("This Pi asks to follow {head}. Its code: {code}", head=head, code=code))
        show(remedy)
        page.show(say("This Pi asks to follow {head}", head=head), code, remedy)

    page.show(say("Looking for {head} …", head=head))
    return join(head, settings.state_dir / FOLDER, show_code, stop.wait)


def _wait_for_game(pi: FollowingPi, far: FarState, settings: Settings, stop: StopRequest) -> None:
    """Show what the Pi waits for until its copy has a game."""
    if pi.copy.begun.is_set():
        return
    with WaitingPage(settings.address, settings.port) as page:
        while not (pi.copy.begun.is_set() or pi.copy.aside.is_set() or stop.wait(_LOOK_SECONDS)):
            if trouble := pi.copy.trouble:
                page.show(trouble.text, remedy=trouble.remedy)
            else:
                page.show(say("Waiting for the game of {head} …", head=far.head))

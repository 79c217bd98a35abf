"""The life of a far Pi: it joins, waits for a game, shows it, and begins anew if the head has another log."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import structlog

from pi_bunco.app.address import find_page_addresses
from pi_bunco.app.pis.choice import FollowChoice
from pi_bunco.app.pis.far import FollowingPi
from pi_bunco.app.pis.left_outbox import return_photos
from pi_bunco.app.pis.lone_lines import describe_lone_lines, find_common
from pi_bunco.app.pis.waiting_page import PageButton, PageGuard, WaitingPage
from pi_bunco.app.service import StopRequest, notify
from pi_bunco.errors import Trouble, put_in_words
from pi_bunco.link.authority import Identity, forget_identity, load_identity
from pi_bunco.link.joiner import complete_address, join
from pi_bunco.link.messages import Beat, Roster
from pi_bunco.link.state import FAR_FILE, FOLDER, ROSTER_FILE, FarState, load_state, save_state
from pi_bunco.machine.disk import make_dir
from pi_bunco.sentences import say, say_list
from pi_bunco.settings.config import Settings
from pi_bunco.store import set_log_aside
from pi_bunco.store.database import FILE as LOG
from pi_bunco.store.troubles import DamagedLog
from pi_bunco.views.devices import Banner

_log = structlog.get_logger()

_LOOK_SECONDS = 0.2
_LOOKS_OF_NEW_TABLES = 10
"""After so many looks the equipment of other tables starts. A new game has no tables for a moment."""
End = Literal["stop", "tables", "head", "aside"]
"""Why following ends: this Pi must stop, it has other tables, or the head or its log is another one."""
_MOST_NAMED = 8
"""Most throws of a copy that is set aside that a page names. The others are counted."""
_AGAIN_SECONDS = 10.0
"""Seconds after which a Pi that could not join asks again; less than systemd's watchdog waits."""


@dataclass(frozen=True, slots=True)
class Following:
    """Follows a head until this Pi must stop.

    Attributes
    ----------
    head
        The address of the head's pages, as people type it.
    settings
        The settings of this Pi.
    stop
        Asks it to stop.
    show
        Shows a sentence to the person who started it.
    choice
        Lets people stop following on a page. Then this Pi asks again if it cannot join. ``None``: the person
        who started it sees why.
    show_code
        Takes the host's code while it is wanted, and what was shown last, and returns what is shown now.
    """

    head: str
    settings: Settings
    stop: StopRequest
    show: Callable[[str], None]
    choice: FollowChoice | None = None
    show_code: Callable[[str | None, str | None], str | None] = lambda code, _: code

    def run(self) -> None:
        """Join, and follow.

        Raises
        ------
        Trouble
            If it cannot join, or the copy or the port cannot be used.
        """
        head = complete_address(self.head)
        folder = self.settings.state_dir / FOLDER
        make_dir(self.settings.state_dir)
        make_dir(folder)
        with self._open_page(self.settings.port) as page:
            port = page.port
            identity, far = self._find_room(head, page)
        settings = self.settings.model_copy(update={"port": port})
        lone = self.choice.describe_left() if self.choice else None
        while identity and far and not self.stop.wait(0):
            try:
                pi = FollowingPi(settings, identity, far, self.stop, self.choice)
                pi.room.lone = lone
                end = self._follow(pi, far, settings)
                lone = pi.room.lone
                if self.choice and lone is None:
                    self.choice.forget_left()
                far = load_state(FarState, folder / FAR_FILE) or far  # it has heard a newer term
                if end == "stop":
                    return
                if end == "head" and pi.new_head:
                    far = replace(pi.new_head, term=far.term)
                    save_state(far, folder / FAR_FILE)
                    self.show(say("{head} is the head now.", head=far.head))
                if end != "aside":
                    continue
                self.show(say("The head has a different log. The copy is set aside, and a new one begins."))
                if found := _describe_lone(settings.state_dir, pi.copy.status.head):
                    lone = found
                    self.show(say("{what} {remedy}", what=lone.text, remedy=lone.remedy))
                return_photos(settings.state_dir, identity.name)
            except DamagedLog as damaged:
                self.show(say("{trouble} The copy is set aside, and a new one begins.", trouble=damaged.text))
            set_log_aside(settings.state_dir)

    def _find_room(self, head: str, page: WaitingPage) -> tuple[Identity | None, FarState | None]:
        """Return the identity of this Pi and where its head is, ``None`` for both if this Pi must stop."""
        folder = self.settings.state_dir / FOLDER
        try:
            identity = load_identity(folder)
            if identity is None:
                _refuse_own_games(self.settings.state_dir)
                identity = self._join(head, page)
            return identity, _find_head(head, folder) if identity else None
        except (Trouble, OSError) as error:
            if not self.choice:
                raise
            self._show_damage(put_in_words(error), page)
            return None, None

    def _show_damage(self, trouble: Trouble, page: WaitingPage) -> None:
        """Show that what this Pi knows of its room cannot be used, until people let it join again."""

        def join_again() -> None:
            forget_identity(self.settings.state_dir / FOLDER)
            self.stop.ask_for_restart()

        self.show(str(trouble))
        page.add(PageButton("again", say("Join again"), join_again))
        remedy = say("Tap “Join again”, and let this Pi in on the head. What waits here is kept.")
        page.show(trouble.text, remedy=remedy)
        notify("READY=1")
        while not self._wait(_LOOK_SECONDS):
            pass

    def _join(self, head: str, page: WaitingPage) -> Identity | None:
        remedy = say("If the host’s page of {head} shows the same code, tap “Let in” there.", head=head)

        def show_code(code: str) -> None:
            self.show(say("This Pi asks to follow {head}. Its code: {code}", head=head, code=code))
            self.show(remedy)
            page.show(say("This Pi asks to follow {head}", head=head), code, remedy)

        page.show(say("Looking for {head} …", head=head))
        if self.choice:
            notify("READY=1")
        while True:
            try:
                return join(head, self.settings.state_dir / FOLDER, show_code, self._wait)
            except (Trouble, OSError) as error:
                if not self.choice:
                    raise
                trouble = put_in_words(error)
                self.show(str(trouble))
                page.show(trouble.text, remedy=trouble.remedy)
                if self._wait(_AGAIN_SECONDS):
                    return None

    def _follow(self, following: FollowingPi, far: FarState, settings: Settings) -> End:
        """Follow, and return why that ends."""
        with closing(following) as pi:
            if not pi.copy.begun.is_set():
                with self._open_page(settings.port) as page:
                    self._wait_for_game(pi, far, page)
            if pi.copy.begun.is_set():
                pi.serve()
                address = find_page_addresses(settings)
                own = address.best or address.own
                self.show(say("Following {head}. The pages are at {own}", head=far.head, own=own))
                notify("READY=1")
            looks, code = 0, None
            while not (pi.copy.aside.is_set() or self._wait(_LOOK_SECONDS)):
                code = self.show_code(pi.find_code(), code)
                looks = looks + 1 if pi.has_other_tables() else 0
                if looks > _LOOKS_OF_NEW_TABLES:
                    return "tables"
                if pi.new_head:
                    return "head"
            return "aside" if pi.copy.aside.is_set() else "stop"

    def _wait_for_game(self, pi: FollowingPi, far: FarState, page: WaitingPage) -> None:
        """Show what the Pi waits for until its copy has a game."""
        while not (pi.copy.begun.is_set() or pi.is_elsewhere() or self._wait(_LOOK_SECONDS)):
            if trouble := pi.copy.trouble:
                page.show(trouble.text, remedy=trouble.remedy)
            else:
                page.show(say("Waiting for the game of {head} …", head=far.head))

    def _open_page(self, port: int) -> WaitingPage:
        leave = (PageButton("leave", say("Stop following"), self.choice.leave),) if self.choice else ()
        return WaitingPage(self.settings.address, port, leave, PageGuard.of(self.settings))

    def _wait(self, seconds: float) -> bool:
        notify("WATCHDOG=1")
        return self.stop.wait(seconds)


def _find_head(head: str, folder: Path) -> FarState:
    """Return where the head is: people may have typed another address than when this Pi joined."""
    far = load_state(FarState, folder / FAR_FILE)
    if far is None:
        raise Trouble(
            say("{path} is missing.", path=folder / FAR_FILE),
            say("Remove the folder {folder}, and join again.", folder=folder),
        )
    if far.typed != head:
        far = replace(far, head=head, typed=head)
        save_state(far, folder / FAR_FILE)
    return far


def _describe_lone(folder: Path, head: Beat | None) -> Banner | None:
    """Say what only a copy has, ``None`` if that is nothing, or if the head has a log of another kind."""
    try:
        roster = load_state(Roster, folder / FOLDER / ROSTER_FILE)
        newest = (head.place,) if head and head.place else ()
        common = find_common(folder, (*newest, *reversed(roster.begun if roster else ())))
        lone = describe_lone_lines(folder, common, _MOST_NAMED) if common else ()
    except (Trouble, OSError, sqlite3.Error) as error:
        _log.warning("the copy that is set aside cannot be read", why=str(error))
        return None
    text = say("Only this Pi has the following. If it is missing on the head, enter it there:")
    return Banner(text, say_list(lone)) if lone else None


def _refuse_own_games(folder: Path) -> None:
    if (folder / LOG).exists() and not (folder / FOLDER / FAR_FILE).exists():
        raise Trouble(
            say("{folder} has games of its own, so it cannot become a copy.", folder=folder),
            say("Choose another folder with --state-dir."),
        )

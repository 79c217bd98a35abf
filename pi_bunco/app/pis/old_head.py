"""The life of a Pi after another one has become the head: it plays no more, and says what it alone has."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from pi_bunco.app.pis.choice import FollowChoice
from pi_bunco.app.pis.lone_lines import describe_lone_lines
from pi_bunco.app.pis.waiting_page import PageButton, PageGuard, WaitingPage
from pi_bunco.app.service import StopRequest, notify
from pi_bunco.errors import Trouble
from pi_bunco.link.state import FOLDER, Successor
from pi_bunco.machine.disk import set_folder_aside
from pi_bunco.sentences import say
from pi_bunco.settings.config import Settings

_BEAT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class OldHead:
    """Shows who is the head now until this Pi must stop.

    Attributes
    ----------
    successor
        The Pi that is the head now.
    settings
        The settings of this Pi.
    stop
        Asks it to stop.
    show
        Shows a sentence to the person who started it.
    choice
        Lets people follow the new head on a page; ``None``: the page has no buttons.
    """

    successor: Successor
    settings: Settings
    stop: StopRequest
    show: Callable[[str], None]
    choice: FollowChoice | None = None

    def run(self) -> None:
        """Show it (:class:`Trouble`: the port cannot be used)."""
        name, address = self.successor.name, self.successor.address
        text = say("{name} is the head now. Its pages are at {address}", name=name, address=address)
        remedy, lone = self._describe_lone()
        for line in (text, remedy, *lone):
            self.show(line)
        if self.choice is None:
            self.show(say("To follow it: pi-bunco follow {address} --state-dir NEW_FOLDER", address=address))
        settings = self.settings
        buttons, guard = self._make_buttons(), PageGuard.of(settings)
        with WaitingPage(settings.address, settings.port, buttons, guard) as page:
            page.show(text, remedy=remedy, lines=lone)
            notify("READY=1", f"STATUS={text}")
            while not self.stop.wait(_BEAT_SECONDS):
                notify("WATCHDOG=1")

    def _describe_lone(self) -> tuple[str, tuple[str, ...]]:
        """Say whether this Pi has something that the new head lacks, and what."""
        try:
            lone = describe_lone_lines(self.settings.state_dir, self.successor.place)
        except Trouble as trouble:
            return str(trouble), ()
        except (OSError, sqlite3.Error) as error:
            return say("The log of this Pi cannot be read ({why}).", why=str(error)), ()
        if not lone:
            return say("This Pi has nothing that {name} does not have.", name=self.successor.name), ()
        return say("Only this Pi has the following. If it is missing on the head, enter it there:"), lone

    def _make_buttons(self) -> tuple[PageButton, ...]:
        choice = self.choice
        if choice is None:
            return ()
        follow = say("Follow {name}", name=self.successor.name)
        return (
            PageButton("follow", follow, lambda: choice.follow(self.successor.address)),
            PageButton(
                "alone",
                say("Leave the room, and play alone"),
                self._leave_room,
                say("No other Pi follows this one any more. Leave the room?"),
            ),
        )

    def _leave_room(self) -> None:
        """Forget the room: no other Pi follows this one any more, and a new room may begin."""
        if self.choice and self.choice.copy == self.settings.state_dir:
            self.choice.leave()
        else:
            set_folder_aside(self.settings.state_dir / FOLDER)
            self.stop.ask_for_restart()

"""Keeps the answers of the welcome, and begins the first game: what its pages need from the program."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import SystemRandom

import structlog

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.app.page_service import find_playable, list_choices
from pi_bunco.app.welcome.file import load_answers, save_answers
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.bell.patterns import WARNINGS
from pi_bunco.devices.ports import BellDevice, Press, Ring, Stage
from pi_bunco.errors import Trouble, put_in_words
from pi_bunco.game.commands import NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import HEAD
from pi_bunco.game.roster import list_earlier_guests
from pi_bunco.rules import Written
from pi_bunco.settings.config import GUESTS, NO_CAMERA, Settings
from pi_bunco.settings.house import get_house_folder
from pi_bunco.store import LogTrouble
from pi_bunco.views.devices import BellButton
from pi_bunco.web.ports.room import SheetChoice
from pi_bunco.web.welcome_state import WelcomeState

_log = structlog.get_logger()


class FirstGameDesk:
    """Implements :class:`pi_bunco.web.ports.welcome.WelcomeDesk`.

    Parameters
    ----------
    settings
        The settings of the table.
    keeper
        Begins the game.
    bell
        The bell, and what its page says about its button.
    chance
        Draws seats.

    Attributes
    ----------
    get_settings
        Returns the settings with the cameras of the tables as they are chosen now.
    begun
        Set when the game is in the log.
    """

    def __init__(
        self,
        settings: Settings,
        keeper: Keeper,
        bell: tuple[BellDevice, BellButton],
        chance: SystemRandom | None = None,
    ) -> None:
        self._settings, self._keeper = settings, keeper
        self._bell = bell[0]
        self._chance = chance or SystemRandom()
        self._lock = threading.Lock()
        self._state, self.damage = load_answers(settings.state_dir)
        if "rules" not in self._state.answers:  # the settings may propose a sheet
            self._state = replace(self._state, rules=_find_proposed(settings))
        self.get_settings: Callable[[], Settings] = lambda: settings
        self.uses_roles = settings.roles != "off"
        self.bell = None if isinstance(bell[0], MockBell) and bell[1].stage == "up" else bell[1]
        self.was_pressed = False
        self.next_path = ""
        self.begun = threading.Event()

    @property
    def camera_tables(self) -> Sequence[int]:
        """The tables that have a camera that can be calibrated."""
        settings = self.get_settings()
        cameras = {HEAD: settings.camera, **settings.stations}
        return sorted(table for table, camera in cameras.items() if camera not in {NO_CAMERA, GUESTS})

    def view(self) -> WelcomeState:
        """Return the answers so far."""
        return self._state

    def change(self, change: Callable[[WelcomeState], WelcomeState]) -> WelcomeState:
        """Change the answers, and return them when they are on the disk."""
        with self._lock:
            state = change(self._state)
            if state != self._state:
                try:
                    save_answers(state, self._settings.state_dir)
                except OSError as error:
                    raise put_in_words(error) from error
                self._state, self.damage = state, None
            return state

    def list_earlier_guests(self) -> Sequence[str]:
        """Return the names of earlier guests; none if the log cannot be read."""
        try:
            return tuple(guest.name for guest in list_earlier_guests(self._settings.state_dir))
        except LogTrouble as trouble:
            _log.warning("earlier guests cannot be listed", why=str(trouble))
            return ()

    def ring(self) -> None:
        """Let the bell sound as at the start of a round."""
        self._bell.sound(Ring.START)

    def make_door(self, tables: int) -> Door:
        """Return the door of a game with so many tables."""
        settings = self._settings
        return Door(
            DoorConfig(
                file=AccessFile(settings.state_dir),
                roles=settings.roles,
                mock=settings.mock,
                count_tables=lambda: tables,
            )
        )

    def begin(self, command: NewGame, next_path: str, *, shuffle: bool) -> None:
        """Begin the game. A second tap, or that of somebody else, begins no second one."""
        with self._lock:
            if self.begun.is_set():
                return
            if shuffle:
                command = command.shuffle(self._chance)
            self._keeper.handle(replace(command, sets=command.sets or self._settings.sets))
            self.next_path = next_path
            self.begun.set()

    def make_listener(self, forget: Callable[[], None]) -> Callable[[Press], None]:
        """Return the listener of the bell's button.

        A press shows that the button works. If it was down at the start, it calls ``forget`` when it is let
        go, as in a game (:class:`pi_bunco.equipment.button.Button`): somebody may have lost the PIN.
        """

        def listen(press: Press) -> None:
            if press.since_start and press.stage is Stage.OFF:
                self._act_on_press_at_start(forget, let_go=press.let_go)
            elif press.let_go:
                self.was_pressed = True
                self.ring()

        return listen

    def _act_on_press_at_start(self, forget: Callable[[], None], *, let_go: bool) -> None:
        if not let_go:
            self._bell.sound(WARNINGS[Stage.OFF])
            return
        try:
            forget()
        except Trouble as why:
            _log.error("PIN and devices were not forgotten", why=str(why))
            self._bell.sound(Ring.REFUSED)
        else:
            self._bell.sound(Ring.FORGOT)


def _find_proposed(settings: Settings) -> str:
    """Return the short name of the sheet in the settings, ``""`` if they name none that can be chosen."""
    named = settings.rules if "rules" in settings.model_fields_set else ""
    return named if find_playable(named, get_house_folder(settings.state_dir)) else ""


class FolderSheets:
    """The rule sheets of a state folder; implements :class:`pi_bunco.web.ports.room.SheetShelf`.

    Parameters
    ----------
    settings
        The settings, with the state folder.
    """

    def __init__(self, settings: Settings) -> None:
        self._folder = get_house_folder(settings.state_dir)

    def list_sheets(self) -> tuple[SheetChoice, ...]:
        """Return the sheets that can be played, read again from their files."""
        return list_choices(self._folder)

    def find_rules(self, slug: str) -> Written | None:
        """Return a sheet that can be played."""
        return find_playable(slug, self._folder)

"""What the pages need to ask for the first game."""

from collections.abc import Callable, Sequence
from typing import Protocol

from pi_bunco.access.door import Door
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import NewGame
from pi_bunco.views.devices import BellButton
from pi_bunco.web.welcome_state import WelcomeState


class WelcomeDesk(Protocol):
    """Keeps the answers of the welcome, and begins the first game. Any thread may call it.

    Attributes
    ----------
    damage
        Why the answers of before are lost; ``None``: nothing is wrong.
    camera_tables
        The tables that have a camera that can be calibrated, in order.
    uses_roles
        Whether the settings let devices have roles.
    bell
        The bell's button, with what is wrong with it; ``None``: there is none.
    was_pressed
        Whether somebody has pressed the bell's button.
    next_path
        Where the host's device goes after the beginning; ``""``: no game has begun yet.
    """

    damage: Trouble | None
    uses_roles: bool
    bell: BellButton | None
    was_pressed: bool
    next_path: str

    @property
    def camera_tables(self) -> Sequence[int]: ...  # noqa: D102 - above

    def view(self) -> WelcomeState:
        """Return the answers so far."""

    def change(self, change: Callable[[WelcomeState], WelcomeState]) -> WelcomeState:
        """Change the answers, one change after another, and return them when they are on the disk.

        Raises
        ------
        Trouble
            What ``change`` raises, or if the disk does not take it. Then nothing has changed.
        """

    def list_earlier_guests(self) -> Sequence[str]:
        """Return the guests of earlier evenings, those of the last one first."""

    def ring(self) -> None:
        """Let the bell sound."""

    def make_door(self, tables: int) -> Door:
        """Return the door of a game with so many tables."""

    def begin(self, command: NewGame, next_path: str, *, shuffle: bool) -> None:
        """Begin the game: when this returns, it is in the log.

        Parameters
        ----------
        command
            The game.
        next_path
            Where the host's device goes after it.
        shuffle
            Whether chance decides who sits where, at the tables of the command.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If it cannot be played.
        Trouble
            If the log does not take it. In both cases nothing has changed.
        """

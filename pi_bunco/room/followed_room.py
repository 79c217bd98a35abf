"""A room whose game another Pi writes: its pages show a copy, and nothing can be entered."""

from pi_bunco.errors import Trouble
from pi_bunco.game.commands import Command
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.keeper import CommandEffect
from pi_bunco.game.refused import Refused
from pi_bunco.room.presence import PresenceState
from pi_bunco.room.seat_drafts import SeatDrafts
from pi_bunco.room.shown_room import ShownRoom
from pi_bunco.sentences import say
from pi_bunco.views.devices import Banner
from pi_bunco.views.host import SeatsView
from pi_bunco.views.table import TableView


class FollowedRoom(ShownRoom):
    """A room that follows the head. One thread calls :meth:`show_lines` and the other methods that change it.

    Parameters
    ----------
    keeper
        Keeps the copy, in which a game must have begun.
    head
        The head's address, for people.
    """

    def __init__(self, keeper: CopyKeeper, head: str) -> None:
        super().__init__(keeper, {})
        self.head = head
        self._age = 0.0
        self._trouble: Trouble | None = None
        self._banners: tuple[Banner, ...] = ()
        self._drafts = SeatDrafts(keeper, self._refuse)

    def show_lines(self, effect: CommandEffect) -> None:
        """Show what new lines have changed."""
        self._publish(effect.tables)

    def show_devices(self, state: PresenceState, banners: tuple[Banner, ...], countdown: int) -> None:
        """Show the devices of the head, what is wrong there, and its countdown."""
        self._presence.adopt(state)
        self._banners, self.countdown = banners, countdown
        self._publish()

    def show_link(self, age: float, trouble: Trouble | None) -> None:
        """Show for how many seconds the head was not heard, and why its lines are not taken."""
        self._age = age
        if trouble != self._trouble:
            self._trouble = trouble
            self._publish()

    def measure_age(self) -> float:
        """Return for how many seconds the head was not heard; 0: it is."""
        return self._age

    def ask(self, command: Command) -> TableView:
        """Refuse a command (:class:`Refused`)."""
        raise self._refuse(command)

    def draw_seats(self) -> SeatsView:
        """Refuse to draw seats (:class:`Refused`)."""
        raise self._refuse()

    def publish_seats(self, number: int, token: str = "") -> SeatsView:
        """Refuse to publish seats (:class:`Refused`)."""
        raise self._refuse(number, token)

    def choose_countdown(self, seconds: int) -> None:
        """Refuse another countdown (:class:`Refused`)."""
        raise self._refuse(seconds)

    def _refuse(self, *_: object) -> Refused:
        return Refused(
            say("This page only shows the game of {head}.", head=self.head),
            say("Use a page of {head}.", head=self.head),
        )

    def list_banners(self) -> tuple[Banner, ...]:
        """Return what people can put right, above everything else on each page."""
        own = (Banner(self._trouble.text, self._trouble.remedy),) if self._trouble else ()
        return (*own, *self._banners)

"""Opens the table's bell, and plays its sounds and sets its lamp when the table changes."""

from collections.abc import Callable, Sequence

from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import BellDevice, BellTrouble, Lamp, Ring
from pi_bunco.sentences import say
from pi_bunco.views.devices import BellButton
from pi_bunco.views.table import Alert, TableView

UP = BellButton("up")
"""A button that is not held."""


def open_table_bell(spec: str) -> tuple[BellDevice, BellButton]:
    """Open the table's bell.

    If its pins cannot be used, the game goes on without the bell, and the page rings instead.

    Parameters
    ----------
    spec
        The kind of bell, as for :func:`pi_bunco.devices.bell.open_bell`.

    Returns
    -------
    tuple
        The bell, and what the page says about its button.

    Raises
    ------
    pi_bunco.devices.bell.UnknownBell
        If there is no such kind of bell.
    pi_bunco.devices.bell.board.BoardTrouble
        If there is no such board, or its file is wrong.

    >>> open_table_bell("mock")[1].stage
    'up'
    """
    try:
        return open_bell(spec), UP
    except BellTrouble as trouble:
        return MockBell(), BellButton(
            "missing",
            trouble.text,
            say("{remedy} Then start the table again; until then ring on the page.", remedy=trouble.remedy),
        )


class BellFollower:
    """Plays the sounds of a table's bell, and sets its lamp.

    It plays the newest alert. For a throw that is in doubt or thrown again, it plays the sound once.

    Parameters
    ----------
    bell
        Plays the sounds and has the lamp.
    wake
        Called when another round may be the next one.
    """

    def __init__(self, bell: BellDevice, wake: Callable[[], None] = lambda: None) -> None:
        self._bell, self._wake = bell, wake
        self._already_played: list[tuple[str, int]] = []

    def hear(self, alerts: Sequence[Alert]) -> None:
        """Play the newest alert."""
        if alerts:
            self._bell.sound(Ring(alerts[-1].kind))

    def look(self, view: TableView) -> None:
        """Set the lamp, and play the sound of a question."""
        self._bell.light(choose_lamp(view))
        if view.phase == "ready":
            self._wake()
        for question, ring in ((view.again, Ring.AGAIN), (view.doubt, Ring.DOUBT)):
            if question and (view.game, question.seq) not in self._already_played:
                self._already_played.append((view.game, question.seq))
                self._bell.sound(ring)


def choose_lamp(view: TableView) -> Lamp:
    """Return the state of the lamp for what the table's page shows."""
    if view.button.stage == "stuck":
        return Lamp.STUCK
    if view.doubt:
        return Lamp.DOUBT
    return {"ready": Lamp.READY, "over": Lamp.DARK}.get(view.phase, Lamp.PLAYING)

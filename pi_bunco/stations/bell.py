"""Which bell a table gets: the one it was told, or the page while that one cannot be had."""

from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import BellDevice, BellTrouble
from pi_bunco.sentences import say
from pi_bunco.views.devices import BellButton

UP = BellButton("up")
"""A button that nobody holds."""


def bell_for(spec: str) -> tuple[BellDevice, BellButton]:
    """Open the table's bell; where its pins cannot be had the game goes on, and the page rings.

    Parameters
    ----------
    spec
        As :func:`pi_bunco.devices.bell.open_bell` takes it.

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

    >>> bell_for("mock")[1].stage
    'up'
    """
    try:
        return open_bell(spec), UP
    except BellTrouble as trouble:
        remedy = say(
            "{remedy} Then start the table again; until then ring on the page.", remedy=trouble.remedy
        )
        return MockBell(), BellButton("missing", trouble.text, remedy)

"""The head table's bell. :func:`open_bell` imports only the code of the kind that it opens."""

from typing import cast

from pi_bunco.devices.ports import BellDevice, BellTrouble
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say
from pi_bunco.settings.plugins import add_plugin_names, find_plugin


class UnknownBell(Trouble, ValueError):
    """There is no such kind of bell."""


def open_bell(spec: str) -> BellDevice:
    """Open the bell that somebody named on the command line.

    Parameters
    ----------
    spec
        ``mock``: the page is the bell. ``gpio`` or ``gpio:BOARD``: the Pi's pins as assigned in
        ``hardware/boards/BOARD.toml`` (default ``generic``) or in a board file of your own.
        Anything else is the name of a plug-in (docs/extending.md).

    Raises
    ------
    UnknownBell
        If there is no such kind of bell.
    BellTrouble
        If the pins cannot be used.
    BoardTrouble
        If there is no such board, or its file is wrong.
    pi_bunco.settings.plugins.PluginTrouble
        If the plug-in cannot be loaded.

    >>> open_bell("gong")
    Traceback (most recent call last):
    pi_bunco.devices.bell.UnknownBell: There is no bell called "gong". Use mock (the page rings), ...
    """
    kind, _, board = spec.partition(":")
    if spec == "mock":
        from pi_bunco.devices.bell.mock import MockBell  # noqa: PLC0415 - only this kind needs it

        return MockBell()
    if kind == "gpio":
        from pi_bunco.devices.bell.board import load_board  # noqa: PLC0415
        from pi_bunco.devices.bell.gpio import GpioBell  # noqa: PLC0415

        return GpioBell(load_board(board or "generic"))
    if plugin := find_plugin("bells", spec):
        return cast("BellDevice", plugin.make(BellDevice, BellTrouble))
    raise UnknownBell(
        say('There is no bell called "{name}".', name=spec),
        add_plugin_names(
            say(
                "Use mock (the page rings), gpio, gpio:BOARD with a board of hardware/boards, or the name of "
                "a plug-in that is installed."
            ),
            "bells",
        ),
    )

"""Opens the reader that the settings name: a plug-in, or the best built-in one."""

from collections.abc import Callable

import structlog

from pi_bunco.errors import Trouble
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.settings.plugins import PluginTrouble, add_plugin_names, find_plugin
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.reader import Reader

_log = structlog.get_logger()


class UnknownReader(Trouble, ValueError):
    """There is no such reader."""


def open_reader(name: str | None, warn: Callable[[str], object] = _log.warning) -> Reader:
    """Return the reader that the settings name.

    Parameters
    ----------
    name
        The name of a plug-in (docs/extending.md); ``None``: :func:`~pi_bunco.vision.best.best_reader`.
    warn
        Called with a sentence if the best reader cannot use its networks.

    Raises
    ------
    UnknownReader
        If no package has a reader of that name.
    PluginTrouble
        If the plug-in cannot be loaded, or what it makes is no reader.

    >>> open_reader("owl")
    Traceback (most recent call last):
    pi_bunco.vision.open_reader.UnknownReader: There is no reader called "owl". Install ...
    """
    if name is None:
        return best_reader(warn=warn)
    if plugin := find_plugin("readers", name):
        reader: Reader = plugin.make(Reader, PluginTrouble)
        return reader
    raise UnknownReader(
        say('There is no reader called "{name}".', name=clip_text(name)),
        add_plugin_names(
            say("Install the package that has it, or leave the setting out: then the built-in reader reads."),
            "readers",
        ),
    )

"""Finds cameras, bells, readers and stations from other packages by their entry points."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pi_bunco.errors import Trouble
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say, say_list, say_series

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PluginKind = Literal["cameras", "bells", "readers", "stations"]
"""What a plug-in makes. The group of its entry point is ``pi_bunco.cameras``, ``pi_bunco.bells`` and so
on."""


class PluginTrouble(Trouble, ValueError):
    """A plug-in cannot be loaded, or two have the same name."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plug-in that a setting or an option names.

    Attributes
    ----------
    name
        Its name.
    argument
        The text after the colon, ``""`` if there is none.
    place
        Where its maker is, as ``module:function``.
    maker
        Makes the camera, bell, reader or station from the argument.
    """

    name: str
    argument: str
    place: str
    maker: Callable[[str], Any]

    def make(self, port: Any, trouble: type[Trouble]) -> Any:
        """Make the camera, bell, reader or station.

        Parameters
        ----------
        port
            The protocol that it must implement.
        trouble
            The error to raise if the result lacks a part of that protocol, or if the plug-in fails without a
            :class:`Trouble`.
        """
        try:
            device = self.maker(self.argument)
        except Trouble:
            raise
        except Exception as error:
            raise trouble(
                say(
                    'The plug-in "{name}" has failed ({fault}).', name=self.name, fault=_describe_fault(error)
                ),
                _say_remedy(self.place),
            ) from error
        if missing := _find_missing(device, port):
            raise trouble(
                say(
                    'What the plug-in "{name}" makes lacks {parts}.', name=self.name, parts=say_list(missing)
                ),
                _say_remedy(self.place),
            )
        return device


def find_plugin(kind: PluginKind, spec: str) -> Plugin | None:
    """Return the plug-in with this name, ``None`` if no package has one.

    Parameters
    ----------
    kind
        What it makes.
    spec
        Its name, and perhaps a colon and an argument, such as ``drawer:left``.

    Raises
    ------
    PluginTrouble
        If it cannot be loaded, or several packages have one with this name.

    >>> find_plugin("bells", "gong") is None
    True
    """
    name, _, argument = spec.partition(":")
    found = {point.value: point for point in _find_entry_points(kind, name)}
    if len(found) > 1:
        raise PluginTrouble(
            say('There are several plug-ins "{name}".', name=clip_text(name)),
            say("Remove one of their packages: {places}.", places=", ".join(sorted(found))),
        )
    for place, point in found.items():
        try:
            return Plugin(name, argument, place, point.load())
        except Exception as error:
            raise PluginTrouble(
                say(
                    'The plug-in "{name}" cannot be loaded ({fault}).',
                    name=name,
                    fault=_describe_fault(error),
                ),
                _say_remedy(place),
            ) from error
    return None


def is_plugin(kind: PluginKind, spec: str) -> bool:
    """Return whether a package has a plug-in of this name, without loading it.

    >>> is_plugin("bells", "gong")
    False
    """
    return bool(_find_entry_points(kind, spec.partition(":")[0]))


def add_plugin_names(remedy: str, *kinds: PluginKind) -> str:
    """Return the remedy for an unknown name, followed by the names of the installed plug-ins of these kinds.

    >>> add_plugin_names("Use mock.", "bells")
    'Use mock.'
    """
    names = sorted({clip_text(point.name) for kind in kinds for point in _find_entry_points(kind)})
    if not names:
        return remedy
    return say("{remedy} Installed plug-ins: {names}.", remedy=remedy, names=say_series(names))


def _find_entry_points(kind: PluginKind, name: str | None = None) -> "tuple[EntryPoint, ...]":
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow: it reads a file of each package

    found = entry_points(group=f"pi_bunco.{kind}")
    return tuple(found if name is None else found.select(name=name))


def _find_missing(device: object, port: type) -> list[str]:
    """Return the public parts of a protocol that a device lacks, without calling them."""
    public = (part for part in dir(port) if not part.startswith("_"))
    return [part for part in public if inspect.getattr_static(device, part, None) is None]


def _say_remedy(place: str) -> str:
    return say("Put {place} right, or install its package again.", place=place)


def _describe_fault(error: Exception) -> str:
    return clip_text(repr(error))

"""Cameras, bells and readers of other packages: found by their entry points, where one of them is named."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pi_bunco.errors import Trouble
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say, say_list, say_series

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Kind = Literal["cameras", "bells", "readers"]
"""What a plug-in makes; its entry point stands in the group ``pi_bunco.cameras``, or that of its kind."""


class PluginTrouble(Trouble, ValueError):
    """A plug-in cannot be loaded, or there are two of one name."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plug-in that somebody named.

    Attributes
    ----------
    name
        Its name.
    told
        What stands behind the name and a colon, ``""`` for nothing.
    place
        Where its maker stands, as ``module:function``.
    maker
        Makes the camera, bell or reader of what it is told.
    """

    name: str
    told: str
    place: str
    maker: Callable[[str], Any]

    def make(self, port: Any, trouble: type[Trouble]) -> Any:
        """Return what it makes.

        Parameters
        ----------
        port
            The protocol that it must fit.
        trouble
            Raised where it fits not, or where the plug-in raises what is no :class:`Trouble`.
        """
        try:
            made = self.maker(self.told)
        except Trouble:
            raise
        except Exception as error:
            text = say('The plug-in "{name}" has failed ({fault}).', name=self.name, fault=_fault(error))
            raise trouble(text, _mend(self.place)) from error
        if lacking := _lacking(made, port):
            text = say(
                'What the plug-in "{name}" makes lacks {parts}.', name=self.name, parts=say_list(lacking)
            )
            raise trouble(text, _mend(self.place))
        return made


def find_plugin(kind: Kind, spec: str) -> Plugin | None:
    """Return the plug-in that a person named, ``None`` where no package has one of that name.

    Parameters
    ----------
    kind
        What it makes.
    spec
        Its name, and behind a colon what it is told, such as ``drawer:left``.

    Raises
    ------
    PluginTrouble
        If it cannot be loaded, or several packages have one of that name.

    >>> find_plugin("bells", "gong") is None
    True
    """
    name, _, told = spec.partition(":")
    found = {point.value: point for point in _entry_points(kind, name)}
    if len(found) > 1:
        raise PluginTrouble(
            say('There are several plug-ins "{name}".', name=clip_text(name)),
            say("Remove one of their packages: {places}.", places=", ".join(sorted(found))),
        )
    for place, point in found.items():
        try:
            return Plugin(name, told, place, point.load())
        except Exception as error:
            text = say('The plug-in "{name}" cannot be loaded ({fault}).', name=name, fault=_fault(error))
            raise PluginTrouble(text, _mend(place)) from error
    return None


def name_plugins(kind: Kind, remedy: str) -> str:
    """Return a remedy for an unknown name, followed by the names of the installed plug-ins, if there are any.

    >>> name_plugins("bells", "Use mock.")
    'Use mock.'
    """
    names = sorted({clip_text(point.name) for point in _entry_points(kind)})
    if not names:
        return remedy
    return say("{remedy} Installed plug-ins: {names}.", remedy=remedy, names=say_series(names))


def _entry_points(kind: Kind, name: str | None = None) -> "tuple[EntryPoint, ...]":
    from importlib.metadata import entry_points  # noqa: PLC0415 - reads a file of each package: only when asked

    found = entry_points(group=f"pi_bunco.{kind}")
    return tuple(found if name is None else found.select(name=name))


def _lacking(made: object, port: type) -> list[str]:
    """Return the public parts of a protocol that an object does not have; none of them is called."""
    parts = [part for part in dir(port) if not part.startswith("_")]
    return [part for part in parts if inspect.getattr_static(made, part, None) is None]


def _mend(place: str) -> str:
    return say("Put {place} right, or install its package again.", place=place)


def _fault(error: Exception) -> str:
    return clip_text(repr(error))

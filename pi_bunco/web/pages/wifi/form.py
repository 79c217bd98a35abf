"""The form for the own Wi-Fi: on its own page, and as a step of other pages.

Another page includes ``wifi/form.html`` with this value as ``wifi``, and has the style sheet ``wifi``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pi_bunco.devices.wifi.access import DEFAULT_NAME, make_password
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.limits import KEY
from pi_bunco.sentences import say
from pi_bunco.web.context import get_parts
from pi_bunco.web.local_path import is_local_path
from pi_bunco.web.ports.wifi import WifiView
from pi_bunco.web.visitors import get_visitor

PATH = "/wifi"
"""The page's own path."""
_ELSEWHERE = Trouble(
    say("This Pi follows another one, which has the room’s Wi-Fi."),
    say("Open the Wi-Fi page of the Pi that leads the room."),
)
_PIN_FIRST = Refused(
    say("The host has no PIN yet."),
    say(
        "Set one first: after the switch this device has another address, and only by the PIN does the Pi "
        "know that it is the host’s."
    ),
)


@dataclass(frozen=True, slots=True)
class WifiForm:
    """The form.

    Attributes
    ----------
    name, password
        What it proposes. The password is never printed with the value.
    next_page
        The local path of the page to show after it.
    is_on
        Whether the own Wi-Fi is on.
    is_changing
        Whether it is being switched.
    trouble
        Why it cannot be switched on here, ``None`` if it can.
    pin_first
        Why the host needs a PIN before the switch, ``None`` if that is not so.
    wrong
        What is wrong with what was typed, ``None`` if nothing is.
    """

    name: str
    password: str = field(repr=False)
    next_page: str
    is_on: bool
    is_changing: bool
    trouble: Trouble | None
    pin_first: Trouble | None = None
    wrong: Trouble | None = None


def make_form(next_page: str = PATH) -> WifiForm:
    """Return the form that proposes the name and password of the last time, or new ones.

    Parameters
    ----------
    next_page
        The local path of the page to show after it.
    """
    wifi = get_parts().own_wifi
    if wifi is None:
        return WifiForm("", "", next_page, is_on=False, is_changing=False, trouble=_ELSEWHERE)
    return fill_form(wifi.view(), {"next": next_page})


def fill_form(view: WifiView, fields: Mapping[str, str], wrong: Trouble | None = None) -> WifiForm:
    """Return the form with what was typed.

    Parameters
    ----------
    view
        The own Wi-Fi.
    fields
        What was typed, as far as it was: ``name``, ``password`` and ``next``.
    wrong
        What is wrong with it.
    """
    own = view.state.own
    return WifiForm(
        name=fields.get("name", own.name if own else DEFAULT_NAME)[:KEY],
        password=(fields.get("password") or (own.password if own else make_password()))[:KEY],
        next_page=read_next(fields),
        is_on=view.state.is_on,
        is_changing=view.is_changing,
        trouble=view.state.trouble,
        pin_first=find_missing_pin(),
        wrong=wrong,
    )


def find_missing_pin() -> Trouble | None:
    """Return why the host needs a PIN before the switch, ``None`` if that is not so.

    Cookies belong to an address. So in the other Wi-Fi the host's device comes without its own. The machine
    itself needs none.
    """
    door = get_parts().door
    return _PIN_FIRST if door.roles_in_use and not (door.has_pin or get_visitor().machine) else None


def read_next(fields: Mapping[str, str]) -> str:
    """Return the page to show after the form. An address of another machine counts as none.

    >>> read_next({"next": "/welcome?step=3"}), read_next({"next": "//evil.example"}), read_next({})
    ('/welcome?step=3', '/wifi', '/wifi')
    """
    path = fields.get("next", "")
    return path if len(path) <= KEY and is_local_path(path) else PATH

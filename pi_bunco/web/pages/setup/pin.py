"""Asks for the host's first PIN. Nobody is the host yet, so it needs no code of the machine."""

from flask import g

from pi_bunco.access.pin import WrongPin
from pi_bunco.sentences import say
from pi_bunco.web.context import get_parts
from pi_bunco.web.pages.setup.step import Fields, Setup, Step, is_skip
from pi_bunco.web.visitors import act_as, get_visitor
from pi_bunco.web.welcome_state import WelcomeState


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    if not (is_skip(fields) or setup.has_pin):
        _set_first_pin(fields.get("pin", ""))
    return setup.answer("pin")


def _set_first_pin(digits: str) -> None:
    """Set the PIN without a proof, and make this device the host's.

    Only a device that counts as the host sends this. Before the first PIN that is every device: trust on
    first use. Once a PIN is set, the door's own code no longer opens this way.
    """
    door = get_parts().door
    proof = door.machine_code
    if proof is None:
        raise WrongPin(say("The PIN was set just now."), say("Enter that PIN on this device."))
    if device := door.set_pin(get_visitor(), proof, digits):
        act_as(device)
        g.stays_host = True


PIN_STEP = Step(
    name="pin",
    title=say("PIN"),
    heading=say("Should a PIN keep the host’s buttons safe?"),
    skips=say(
        "Skip: at one table, every device may do everything. "
        "With several tables, only this device is the host’s."
    ),
    applies=lambda setup: setup.desk.uses_roles,
    view=lambda setup: {"has_pin": setup.has_pin, "is_understood": setup.has_pin},
    answer=_answer,
    describe=lambda setup: (
        say("A PIN is set")
        if setup.has_pin
        else say("No PIN: with several tables, this device is the host’s")
    ),
    knows=lambda setup: setup.has_pin,
)
"""The step."""

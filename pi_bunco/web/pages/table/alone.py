"""The middle of a table's page while the Pi that plays the game is not heard: what people enter is kept."""

from dataclasses import dataclass

from pi_bunco.views.devices import KeptSlip
from pi_bunco.views.table import TableView
from pi_bunco.web.pages.table.middle import KeypadView, make_keypad


@dataclass(frozen=True, slots=True)
class AloneView:
    """What a table shows meanwhile.

    Attributes
    ----------
    minutes
        For how many minutes the Pi was not heard.
    kept
        What was entered, oldest first.
    keypad
        The keys for the next throw; ``None``: nobody throws.
    """

    minutes: int
    kept: tuple[KeptSlip, ...]
    keypad: KeypadView | None


def make_alone(view: TableView) -> AloneView:
    """Return the middle of a table's page while the head is not heard."""
    return AloneView(view.alone or 0, view.kept, make_keypad(view) if view.can.enter else None)

"""All steps of the welcome in their order."""

from collections.abc import Sequence

from pi_bunco.web.pages.setup.bell import BELL
from pi_bunco.web.pages.setup.calibrate import CALIBRATE_STEP
from pi_bunco.web.pages.setup.cameras import CAMERAS_STEP
from pi_bunco.web.pages.setup.device import DEVICE
from pi_bunco.web.pages.setup.language import LANGUAGE_STEP
from pi_bunco.web.pages.setup.names import NAMES
from pi_bunco.web.pages.setup.options import OPTIONS
from pi_bunco.web.pages.setup.pin import PIN_STEP
from pi_bunco.web.pages.setup.ready import READY
from pi_bunco.web.pages.setup.rules import RULES_STEP
from pi_bunco.web.pages.setup.step import Setup, Step
from pi_bunco.web.pages.setup.tables import TABLES_STEP
from pi_bunco.web.pages.setup.wifi import WIFI_STEP

STEPS = (
    LANGUAGE_STEP,
    DEVICE,
    WIFI_STEP,
    PIN_STEP,
    RULES_STEP,
    OPTIONS,
    NAMES,
    TABLES_STEP,
    CAMERAS_STEP,
    CALIBRATE_STEP,
    BELL,
    READY,
)
"""All steps. The last one begins the game."""
OWN_STEPS = frozenset(step.name for step in STEPS if step.is_own)
"""The names of those that each device answers for itself."""


def list_steps(setup: Setup) -> list[Step]:
    """Return the steps that are asked here, in their order."""
    return [step for step in STEPS if step.applies(setup)]


def find_next(setup: Setup, steps: Sequence[Step], after: Step | None = None) -> Step:
    """Return the next step whose question is open: one after `after`, else an earlier one."""
    place = steps.index(after) if after else -1
    others = (*steps[place + 1 :], *steps[: max(place, 0)])
    return next((step for step in others if step is not READY and not step.is_answered(setup)), READY)

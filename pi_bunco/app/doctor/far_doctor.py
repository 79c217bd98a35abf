"""The doctor of a Pi that follows another one: its card, its board, its network and its link."""

import threading
from collections.abc import Callable

from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.examine import examine, select_checks
from pi_bunco.app.doctor.table_doctor import BaseDoctor
from pi_bunco.findings import Finding
from pi_bunco.settings.config import Settings

CHECKS = (
    "disk",
    "card",
    "memory",
    "undervoltage",
    "throttling",
    "temperature",
    "clock",
    "network",
    "pis",
    "versions",
)
"""The checks that say something about a Pi without a table."""


class FarDoctor(BaseDoctor):
    """Makes the checks of a Pi that follows, and implements :class:`pi_bunco.web.port.Doctor`.

    Parameters
    ----------
    settings
        The settings of this Pi.
    judge_link
        Judges the link to the head.
    """

    def __init__(self, settings: Settings, judge_link: Callable[[], Finding]) -> None:
        super().__init__(settings)
        self._judge_link = judge_link
        self._busy = threading.Lock()

    def examine(self, names: tuple[str, ...]) -> tuple[Finding, ...]:
        """Run the named checks, or all of this Pi if none is named."""
        checks = [check for check in select_checks(names) if check in CHECKS]
        context = CheckContext(self._settings, lambda *_: {}, judge_pis=self._judge_link)
        with self._busy:
            return tuple(examine(context, checks))

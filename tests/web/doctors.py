"""A fake doctor, and findings for it."""

from pathlib import Path

from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding

WELL = (
    Finding.good("camera", "Pi camera gives pictures of 1280 x 960, 30 a second."),
    Finding.good("light", "It is bright enough and even."),
    Finding.good("undervoltage", "The power supply has been strong enough since the start."),
)
NEEDS_LOOK = (
    *WELL,
    Finding.look("mat", "The table was not calibrated.", "Calibrate it: on the page /calibrate."),
)
ILL = (
    Finding.bad(
        "network", "The page is at <b>http://a-very-long-name-of-a-machine.local:8080/</b>.", "Ask Bob & Di."
    ),
    *NEEDS_LOOK,
    Finding.bad("disk", "Only 40 MB of 31.0 GB are free.", "Make room, or use a larger card."),
)


class FakeDoctor:
    """A doctor that returns the findings of a test."""

    def __init__(self, *findings: Finding) -> None:
        self.findings = findings
        self.requested: list[tuple[str, ...]] = []
        """The names of the checks of each request."""
        self.backup: Path | None = None
        self.starts_again = True
        self.restarted = 0

    def examine(self, names: tuple[str, ...]) -> tuple[Finding, ...]:
        self.requested.append(names)
        if "camra" in names:
            raise Trouble('There is no check "camra".', "There are camera, light.")
        return tuple(finding for finding in self.findings if not names or finding.check in names)

    def back_up(self) -> Path:
        if self.backup is None:
            raise Trouble("There is no log.", "Play first.")
        return self.backup

    def can_restart(self) -> bool:
        return self.starts_again

    def restart(self) -> None:
        self.restarted += 1

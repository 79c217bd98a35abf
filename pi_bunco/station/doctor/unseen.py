"""The findings about a table whose camera shows nothing, or that has none."""

from collections.abc import Mapping

from pi_bunco.findings import Finding
from pi_bunco.messages.up import CameraHealth
from pi_bunco.sentences import say


def report_no_camera() -> Mapping[str, Finding]:
    """Return the findings about a table without a camera, by check."""
    return {
        "camera": Finding.good("camera", say("There is none, as the settings say: people tap the dice in.")),
        "light": Finding.good("light", say("Without a camera there is nothing to see.")),
        "mat": Finding.good("mat", say("Without a camera there is nothing to calibrate.")),
    }


def report_lost_camera(health: CameraHealth) -> Mapping[str, Finding]:
    """Return the findings about a camera whose station does not answer, by check."""
    remedy = health.remedy or say("Check again in 15 seconds.")
    return {
        "camera": Finding.bad("camera", health.text or say("The camera is being opened."), remedy),
        "light": report_unseen("light"),
        "mat": report_unseen("mat"),
    }


def report_unseen(check: str) -> Finding:
    """Return the finding of a check that lacks pictures."""
    return Finding.look(check, say("Without pictures this cannot be checked."), say("Fix the camera first."))

"""Switches the machine off through systemd, which first ends every program, so that no card is damaged."""

import subprocess
from collections.abc import Sequence

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

COMMAND = ("systemctl", "--no-ask-password", "--no-wall", "poweroff")
"""The command that asks systemd.

``systemd/polkit/50-pi-bunco.rules`` decides which user may switch the machine off."""
MAX_SECONDS = 30.0
"""The most seconds that systemd may take to answer."""

_REMEDY = say("Switch it off in its own menu; pull the plug only after that.")


class PowerTrouble(Trouble, OSError):
    """The machine could not be switched off."""


def power_off(command: Sequence[str] = COMMAND, patience: float = MAX_SECONDS) -> None:
    """Ask systemd to switch the machine off.

    Parameters
    ----------
    command
        The command that asks systemd.
    patience
        Seconds that systemd may take to answer.

    Raises
    ------
    PowerTrouble
        If systemd refuses. The message quotes its answer.
    """
    try:
        subprocess.run(  # noqa: S603 - our own words, no input
            command, check=True, capture_output=True, text=True, timeout=patience
        )
    except FileNotFoundError:
        why = say("{program} is missing here", program=command[0])
    except subprocess.TimeoutExpired:
        why = say("{program} did not answer", program=command[0])
    except subprocess.CalledProcessError as error:
        lines = error.stderr.strip().splitlines()
        why = lines[-1].rstrip(".") if lines else say("{program} gave no reason", program=command[0])
    else:
        return
    raise PowerTrouble(say("This machine could not be switched off: {reason}.", reason=why), _REMEDY)

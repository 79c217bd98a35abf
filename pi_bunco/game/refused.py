"""Errors of a command that was not done, or perhaps not."""

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say


class Refused(Trouble, ValueError):
    """A command does not fit now; nothing has changed and nothing was logged."""


class Unanswered(Trouble):
    """A command still waits to be executed, such as for a slow disk. With its token it may be sent again."""

    def __init__(self) -> None:
        super().__init__(
            say("The Pi has not answered yet."),
            say("Check whether your tap counted; if not, tap again."),
        )

"""The error that refuses a command."""

from pi_bunco.errors import Trouble


class Refused(Trouble, ValueError):
    """A command does not fit now; nothing has changed and nothing was logged."""

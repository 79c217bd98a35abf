"""What the table answers to a tap that does not fit."""

from pi_bunco.errors import Trouble


class Refused(Trouble, ValueError):
    """The game cannot take this now; nothing was changed and nothing was logged."""

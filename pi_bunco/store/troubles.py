"""What may be wrong with a log, as the errors of this package."""

from pi_bunco.errors import Trouble


class LogTrouble(Trouble, OSError):
    """The log cannot be opened, read or written. Its contents are unchanged."""


class DamagedLog(LogTrouble):
    """The log differs from what was written, or lacks events that were shown."""


class WrongKind(LogTrouble):
    """Something in a state directory is no file where a file must be. Nothing was opened."""

"""The two errors of a game record."""


class RecordError(ValueError):
    """An object that is not a header or event of a game record; the text says why."""


class Misfit(ValueError):
    """A valid event that does not fit the present state of the game; the text says why."""

"""The two ways in which a game record can be wrong."""


class RecordError(ValueError):
    """An object that is no header or no event of a game record; the text says why."""


class Misfit(ValueError):
    """An event that is in order but does not fit the game as it stands; the text says why."""

"""The base of all errors that people see: they say what is wrong and where, and what to do about it."""

from collections.abc import Callable

from pi_bunco.sentences import say


class Trouble(Exception):
    """An error that a person can fix.

    Parameters
    ----------
    text
        What is wrong, with the thing and the place, as one sentence.
    remedy
        What to do about it, as one sentence.

    >>> str(Trouble("Port 8080 is taken by another program.", "Choose another with --port."))
    'Port 8080 is taken by another program. Choose another with --port.'
    """

    def __init__(self, text: str, remedy: str) -> None:
        super().__init__(text, remedy)
        self.text = text
        self.remedy = remedy

    def __str__(self) -> str:
        """Return both sentences."""
        return self.write()

    def write(self, translate: Callable[[str], str] = str) -> str:
        """Return both sentences, each translated."""
        return f"{translate(self.text)} {translate(self.remedy)}"


def put_in_words(error: Trouble | OSError) -> Trouble:
    """Return an error of the system as one with a remedy for people.

    >>> put_in_words(PermissionError(13, "Permission denied", "/var/lib/pi-bunco/photos")).text
    '/var/lib/pi-bunco/photos cannot be used (Permission denied).'
    """
    if isinstance(error, Trouble):
        return error
    return Trouble(
        say(
            "{what} cannot be used ({reason}).",
            what=say("Something that the table needs") if error.filename is None else error.filename,
            reason=error.strerror or error,
        ),
        say(
            "See whether the disk is full or damaged, or the file is another user's: pi-bunco "
            "doctor disk card",
        ),
    )

"""The one kind of error that people see: what is wrong, where, and what to do about it."""

from pi_bunco.sentences import say


class Trouble(Exception):
    """Something that a person can mend.

    Parameters
    ----------
    text
        What is wrong, naming the thing and the place, as one sentence.
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
        """Return both sentences, as the command line prints them."""
        return f"{self.text} {self.remedy}"


def in_words(error: Trouble | OSError) -> Trouble:
    """Return an error of the system, of a file or another thing, as one with words for people.

    >>> in_words(PermissionError(13, "Permission denied", "/var/lib/pi-bunco/photos")).text
    '/var/lib/pi-bunco/photos cannot be used (Permission denied).'
    """
    if isinstance(error, Trouble):
        return error
    what = error.filename if error.filename is not None else say("Something that the table needs")
    return Trouble(
        say("{what} cannot be used ({reason}).", what=what, reason=error.strerror or error),
        say(
            "See whether the disk is full or damaged, or the file is another user's: pi-bunco "
            "doctor disk card",
        ),
    )

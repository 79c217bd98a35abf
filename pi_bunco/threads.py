"""Starts threads, with a clear error if the machine has none left."""

from threading import Thread

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say


class ThreadTrouble(Trouble):
    """The system cannot start another thread for this program."""


def start_thread(thread: Thread) -> None:
    """Start a thread.

    Parameters
    ----------
    thread
        A thread that was not started yet.

    Raises
    ------
    ThreadTrouble
        If the system has no thread left: the limit of the user (``ulimit -u``), of the service (``TasksMax``)
        or of the memory is reached.

    >>> done = []
    >>> start_thread(thread := Thread(target=lambda: done.append("work")))
    >>> thread.join()
    >>> done
    ['work']
    """
    try:
        thread.start()
    except (RuntimeError, MemoryError) as error:
        # threading raises a bare RuntimeError for this, and also for a thread that was already started.
        if thread.ident is not None:
            raise
        raise ThreadTrouble(
            say(
                "The system starts no further thread for pi-bunco (it asked for “{thread}”).",
                thread=thread.name,
            ),
            say(
                "Stop other programs of this user, or allow it more (ulimit -u, or TasksMax of the service).",
            ),
        ) from error

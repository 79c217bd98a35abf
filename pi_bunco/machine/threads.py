"""Starts threads, with a clear error if the system allows no more of them."""

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
        If the user (``ulimit -u``) or the service (``TasksMax``) may have no more threads, or memory is full.

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
                "The system starts no more threads for pi-bunco (it was asked for “{thread}”).",
                thread=thread.name,
            ),
            say(
                "Stop other programs of this user, or allow it more (ulimit -u, or TasksMax of the service).",
            ),
        ) from error

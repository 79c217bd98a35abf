"""Takes the socket that systemd opens for the program, because port 80 belongs to the system.

Source: ``sd_listen_fds(3)``.
"""

import os
import socket
from collections.abc import Mapping

import structlog

_log = structlog.get_logger()
_FIRST = 3  # SD_LISTEN_FDS_START


def take_passed_socket(environment: Mapping[str, str] = os.environ) -> socket.socket | None:
    """Return the listening socket that was passed to this process, ``None`` if there is none.

    It is a copy: the passed one stays open for the program that this one may become (``execv``).

    Parameters
    ----------
    environment
        The environment, with ``LISTEN_PID`` and ``LISTEN_FDS``.

    >>> take_passed_socket({}) is take_passed_socket({"LISTEN_PID": "1", "LISTEN_FDS": "1"}) is None
    True
    """
    if environment.get("LISTEN_PID") != str(os.getpid()):
        return None  # it was passed to a process that has started this one
    if environment.get("LISTEN_FDS") != "1":
        _log.warning("systemd passed other sockets than one", count=environment.get("LISTEN_FDS"))
        return None
    try:
        passed = socket.socket(fileno=os.dup(_FIRST))
    except OSError:
        _log.warning("what systemd passed is no socket")
        return None
    is_listening = passed.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    if passed.family not in (socket.AF_INET, socket.AF_INET6) or not is_listening:
        passed.close()
        _log.warning("the socket that systemd passed does not listen on a port")
        return None
    return passed

"""The line that says what plain pages lack. The host's page shows it, until somebody does not want it."""

from flask import request

from pi_bunco.web.context import get_parts
from pi_bunco.web.visitors import get_visitor

READ = "bunco-plain"
"""The cookie of a device on which somebody has read the line and does not want it any more."""


def shows_line() -> bool:
    """Return whether the page that is being served shows the line ``secure/line.html``.

    The machine's own screen needs it not: browsers treat the machine itself as secure.
    """
    if get_parts().secure_pages is None or request.is_secure or get_visitor().machine:
        return False
    return READ not in request.cookies

"""A connection that ends leaves nothing to be sent."""

import socket

import pytest
from cheroot import wsgi

from pi_bunco.web.connection import Connection


def test_what_a_page_that_went_away_was_owed_is_forgotten() -> None:
    """After a send that failed nothing is left that the garbage collector would send into a closed socket."""
    http = wsgi.Server(("127.0.0.1", 0), lambda *_: [])
    mine, page = socket.socketpair()
    connection = Connection(http, mine)
    page.close()
    with pytest.raises(OSError, match="Broken pipe"):
        connection.wfile.write(b"owed" * 20_000)
    assert not connection.wfile.closed
    connection.close()
    assert connection.wfile.closed
    connection.wfile.close()  # as the garbage collector does; it would fail with "Bad file descriptor"
    mine.close()

"""One browser's connection to the pages."""

from cheroot.server import HTTPConnection


class Connection(HTTPConnection):
    """A connection that leaves nothing behind when it ends.

    What a page that went away was still owed cheroot leaves to Python's garbage collector, which sends it
    into a closed socket and, from Python 3.13 on, complains of each in the journal (cheroot, issue 734).
    """

    def close(self) -> None:
        """Close it, and forget what could not be sent."""
        super().close()
        self.wfile.raw.close()

"""The network side of the pages: connections, requests and answers. No client can block the others.

One thread (:mod:`~pi_bunco.web.wire.gate`) accepts, reads and sends, and never waits for a client. A worker
gets a request only when it is complete, and is free again before the answer has left the machine. So a slow
client occupies a connection and nothing else. :mod:`~pi_bunco.web.wire.connection_limits` shares the
connections fairly.
"""

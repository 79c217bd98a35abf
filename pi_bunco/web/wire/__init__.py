"""The network side of the pages: connections, requests and answers, made so that nobody can block the others.

One thread (:mod:`~pi_bunco.web.wire.gate`) accepts, reads and sends, and never waits for anyone. A worker
gets a request only when it is complete, and is free again before the answer has left the machine. So a slow
sender or reader holds a connection and nothing else. :mod:`~pi_bunco.web.wire.crowd` shares the connections
fairly.
"""

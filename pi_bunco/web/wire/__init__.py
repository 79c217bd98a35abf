"""Between the network and the pages: connections, requests and answers, so that nobody can block the others.

One thread (:mod:`~pi_bunco.web.wire.gate`) accepts, reads and sends; it never waits for anyone. A worker gets
a request only when all of it is here, and is free again before its answer has left the machine. So who sends
or reads slowly holds a connection and nothing else, and connections are shared fairly
(:mod:`~pi_bunco.web.wire.crowd`).
"""

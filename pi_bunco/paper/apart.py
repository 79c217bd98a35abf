"""Draws a paper in a separate process, because the PDF library takes 50 MB that a small Pi does not have."""

import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from pi_bunco.errors import Trouble
from pi_bunco.paper.pdf_kinds import Heading, Kind
from pi_bunco.rules import Game

_ONE_AT_A_TIME = threading.Lock()
"""Two papers at once might need more memory than there is."""

_MAX_WAIT = 2.0
"""Seconds to wait for another paper."""


def draw_apart(kind: Kind, game: Game, heading: Heading) -> bytes:
    """Draw a paper as :func:`pi_bunco.paper.pdf.draw` does, in a process that ends afterwards.

    Any thread may call this.

    Raises
    ------
    Trouble
        If no suitable font is installed, or if another paper is still being drawn after two seconds.
    """
    # Repeated requests must not keep all of the server's threads waiting.
    if not _ONE_AT_A_TIME.acquire(timeout=_MAX_WAIT):
        raise Trouble("Another paper is being drawn.", "Ask again in a moment.")
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return pool.submit(_draw, kind, game, heading).result()
    finally:
        _ONE_AT_A_TIME.release()


def _draw(kind: Kind, game: Game, heading: Heading) -> bytes:
    from pi_bunco.paper.pdf import draw  # noqa: PLC0415 - in the other process alone

    return draw(kind, game, heading)

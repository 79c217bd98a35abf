"""Draws a paper in a separate process, because the PDF library takes 50 MB that a small Pi does not have."""

import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from pi_bunco.errors import Trouble
from pi_bunco.paper.pdf_kinds import Heading, Kind
from pi_bunco.rules import Game

_DRAWING = threading.Lock()
"""Held while a paper is drawn, because two at once might need more memory than a small Pi has."""

_MAX_WAIT_SECONDS = 2.0
"""Seconds to wait until another paper has been drawn."""


def draw_in_process(kind: Kind, game: Game, heading: Heading) -> bytes:
    """Draw a paper as :func:`pi_bunco.paper.pdf.draw` does, in a process that ends afterwards.

    Any thread may call this.

    Raises
    ------
    Trouble
        If no suitable font is installed, or if another paper is still being drawn after two seconds.
    """
    # Repeated requests must not keep all of the server's threads waiting.
    if not _DRAWING.acquire(timeout=_MAX_WAIT_SECONDS):
        raise Trouble("Another paper is being drawn.", "Ask again in a moment.")
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return pool.submit(_draw, kind, game, heading).result()
    finally:
        _DRAWING.release()


def _draw(kind: Kind, game: Game, heading: Heading) -> bytes:
    from pi_bunco.paper.pdf import draw  # noqa: PLC0415 - only the other process needs it

    return draw(kind, game, heading)

"""Draws paper in a process of its own: the PDF library takes 50 MB, which a server on a small Pi lacks."""

import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from pi_bunco.paper.pdf_kinds import Heading, Kind
from pi_bunco.rules import Game

_ONE = threading.Lock()
"""One paper at a time: two of them might need more memory than there is."""


def draw_apart(kind: Kind, game: Game, heading: Heading) -> bytes:
    """Do what :func:`pi_bunco.paper.pdf.draw` does, in a process that ends with it; any thread may call."""
    with _ONE, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_draw, kind, game, heading).result()


def _draw(kind: Kind, game: Game, heading: Heading) -> bytes:
    from pi_bunco.paper.pdf import draw  # noqa: PLC0415 - in the other process alone

    return draw(kind, game, heading)

"""A mock camera's mat: what the mock people see of it, and their throws."""

import threading

from pi_bunco.devices.camera.mock import MockCamera
from pi_bunco.errors import Trouble
from pi_bunco.limits import SEED
from pi_bunco.machine.threads import start_thread
from pi_bunco.messages.down import Open
from pi_bunco.messages.up import MockMat
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.station.link import Link
from pi_bunco.whole_numbers import parse_whole

_PAUSE = 0.05
"""Seconds between two looks at the mat."""


class MockMatReporter:
    """Throws onto a mock camera's mat, and reports what lies there.

    Parameters
    ----------
    camera
        The mock camera.
    link
        Leads to the table's program.
    """

    def __init__(self, camera: MockCamera, link: Link) -> None:
        self._camera, self._link = camera, link
        self._reported: MockMat | None = None
        start_thread(threading.Thread(target=self._watch, name="mock mat", daemon=True))

    def throw(self, dice: int) -> None:
        """Throw so many dice."""
        self._camera.throw(dice)

    def _watch(self) -> None:
        pause = threading.Event()
        while not pause.wait(_PAUSE):
            mat = self._describe()
            if mat != self._reported:
                self._reported = mat
                try:
                    self._link.send(mat)
                except OSError:
                    return  # the table's program has ended

    def _describe(self) -> MockMat:
        number = self._camera.last_throw
        at_rest = self._camera.at_rest
        if number < 0:
            return MockMat(thrown=number, at_rest=at_rest)
        throw = self._camera.get_throw(number)
        return MockMat(thrown=number, at_rest=at_rest, values=throw.values, readable=throw.readable)


def read_seed(settings: Open) -> int:
    """Return the seed of a table's mock camera.

    Raises
    ------
    Trouble
        If it is not a number.
    """
    text = settings.camera.partition(":")[2]
    seed = parse_whole(text, 0, SEED) if text else settings.seed
    if seed is None:
        raise Trouble(
            say("The mock camera takes a number for its dice, not “{name}”.", name=clip_text(text)),
            say("Name it mock, or mock:7 with any number up to {most}.", most=SEED),
        )
    return seed

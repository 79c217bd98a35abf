"""The base of all live cameras: one thread holds the device, and nobody waits for it without a limit."""

from collections.abc import Callable, Iterator, Mapping

from pi_bunco.devices.camera.fetching import FetchThread
from pi_bunco.devices.camera.source import Source
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Frame
from pi_bunco.machine.threads import ThreadTrouble
from pi_bunco.sentences import say

OPENING_SECONDS = 60.0
"""How long a camera may take to open. libcamera's virtual camera took 22 seconds on a busy machine."""
_CLOSE_TIMEOUT = 1.0
"""Seconds that :meth:`LiveCamera.close` waits for the driver."""


class CameraHangs(CameraTrouble):
    """A camera's driver does not answer. Only the end of the process frees the device."""


class LiveCamera:
    """A camera whose pictures come at their own pace.

    A thread of its own reads the device, so that a driver which never answers blocks no other thread.
    Only the newest picture is kept. The constructor returns when the first picture has come.

    Parameters
    ----------
    name
        What people call it.
    open_source
        Opens the device; called in a thread of its own, may raise :class:`CameraTrouble`.
    remedy
        What to do when pictures stop coming.
    opening, patience
        Seconds to wait for the first picture and for each further one.

    Raises
    ------
    CameraTrouble
        If it cannot be opened, or delivers no picture.
    CameraHangs
        If its driver does not answer either when it is closed.

    >>> import numpy as np
    >>> from pi_bunco.devices.camera.source import Shot
    >>> class Grey:
    ...     def wait(self):
    ...         pass
    ...     def take(self):
    ...         return Shot(np.full((2, 2, 3), 128, np.uint8))
    ...     def close(self):
    ...         pass
    >>> camera = LiveCamera("grey wall", Grey, "Paint it.")
    >>> next(camera.frames()).image.shape
    (2, 2, 3)
    >>> camera.close()
    """

    live = True

    def __init__(
        self,
        name: str,
        open_source: Callable[[], Source],
        remedy: str,
        *,
        opening: float = OPENING_SECONDS,
        patience: float = 5.0,
    ) -> None:
        self.name = name
        self._patience = patience
        try:
            self._fetching = FetchThread(name, open_source, remedy)
        except ThreadTrouble as trouble:  # shown on the page and tried again, like a pulled plug
            raise CameraTrouble(
                say("{camera} cannot be opened. {trouble}", camera=name, trouble=trouble.text),
                trouble.remedy,
            ) from None
        try:
            self._fetching.wait_for_newer(-1, opening)
        except CameraTrouble as trouble:
            self.close()
            if self.hangs:
                raise CameraHangs(trouble.text, trouble.remedy) from trouble
            raise

    def frames(self) -> Iterator[Frame]:
        """Yield the newest picture, each one once, until the camera is closed.

        Raises
        ------
        CameraTrouble
            If the device reports that it is gone, or delivers no picture for some seconds.
        """
        index = -1
        while frame := self._fetching.wait_for_newer(index, self._patience):
            index = frame.index
            yield frame

    @property
    def broken(self) -> int:
        """How many damaged pictures were skipped since it was opened."""
        return self._fetching.broken

    def close(self) -> None:
        """Stop reading and end :meth:`frames`. A driver that does not answer is abandoned (:attr:`hangs`)."""
        self._fetching.stop()
        self._fetching.wait_until_closed(_CLOSE_TIMEOUT)

    @property
    def hangs(self) -> bool:
        """Whether the driver still holds the device after :meth:`close`."""
        return not self._fetching.wait_until_closed(0)

    def pace(self, rate: float | None) -> None:
        """Take at most `rate` pictures a second; see :meth:`pi_bunco.devices.ports.Paced.pace`."""
        self._fetching.rate = rate

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        """Lock the camera; see :meth:`pi_bunco.devices.ports.Lockable.lock`."""
        return self._fetching.lock(wanted, self._patience)

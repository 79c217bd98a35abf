"""Adds what libcamera's virtual camera lacks for picamera2; everything else is picamera2 itself.

The virtual Pi's own copy of picamera2 ends with ``from virtual_picamera2 import ...``. libcamera's virtual
pipeline has one stream, NV12 only, no raw stream and no sensor, and gives pictures as fast as they are taken.
So this module adds:

- buffers of two planes, into which that pipeline writes; picamera2 makes one plane;
- no query of raw modes, because there are none;
- one picture after the other at a sensor's pace; that pipeline fills all buffers at once;
- a sensor's noise, since that pipeline shows each file several times, and a camera that repeats one picture
  is frozen;
- faults, because a test cannot pull a ribbon cable: while ``/run/camera`` contains ``stuck``, no picture
  comes; while it contains ``gone``, none comes and no camera is found.
"""

import mmap
import os
import sys
import time
from pathlib import Path
from typing import Any

import libcamera
import numpy as np
from picamera2 import Picamera2
from picamera2.allocators.dmaallocator import DmaAllocator

FPS = 1.0  # slow enough for the virtual Pi's single processor on a busy machine
FAULT = Path("/run/camera")


def read_fault() -> str:
    """Return the present fault of the camera; ``""``: none."""
    return FAULT.read_text().strip() if FAULT.exists() else ""


class TwoPlanes(DmaAllocator):  # type: ignore[misc]  # picamera2 has no types
    """Buffers as the virtual pipeline writes them: brightness in one plane, colour in the other."""

    def allocate(self, libcamera_config: Any, use_case: Any = None) -> None:  # noqa: ARG002 - picamera2's
        """Make the buffers of each stream."""
        self.libcamera_fds: list[int] = []
        self.cleanup()
        for fd in self.open_fds:
            os.close(fd)
        self.open_fds: list[int] = []
        self.frame_buffers: dict[Any, list[Any]] = {}
        for stream in libcamera_config:
            self.frame_buffers[stream.stream] = [
                self._make_buffer(stream, n) for n in range(stream.buffer_count)
            ]

    def _make_buffer(self, stream: Any, number: int) -> Any:
        bright = stream.size.width * stream.size.height
        fd = self.dmaHeap.alloc(f"picamera2-{number}", stream.frame_size).get()
        self.open_fds.append(fd)
        planes = []
        for offset, length in ((0, bright), (bright, stream.frame_size - bright)):
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = fd, offset, length
            planes.append(plane)
        buffer = libcamera.FrameBuffer(planes)
        buffer_fd = buffer.planes[0].fd
        self.libcamera_fds.append(buffer_fd)
        self.mapped_buffers_used[buffer_fd] = False
        access = mmap.PROT_READ | mmap.PROT_WRITE
        self.mapped_buffers[buffer] = mmap.mmap(fd, stream.frame_size, mmap.MAP_SHARED, access)
        return buffer


class VirtualPicamera2(Picamera2):  # type: ignore[misc]  # likewise
    """picamera2 on the virtual camera."""

    def __init__(self, camera_num: int = 0, tuning: Any = None) -> None:
        self._waiting: list[Any] = []
        self._requests: list[Any]
        self._chance = np.random.default_rng()
        super().__init__(camera_num, tuning=tuning, allocator=TwoPlanes())

    def process_requests(self, display: Any) -> None:
        """Pass on the next picture."""
        if self._requests or self._waiting:
            _wait_for_turn()
        with self._requestslock:
            self._waiting += self._requests
            self._requests = [self._waiting.pop(0)] if self._waiting else []
            for request in self._requests:
                self._add_noise(request)
        super().process_requests(display)
        if self._waiting:
            self._run_process_requests()

    def _add_noise(self, request: Any) -> None:
        """Change the last bits of the brightness of all pixels."""
        for stream, buffer in request.request.buffers.items():
            size = stream.configuration.size.width * stream.configuration.size.height
            bright = np.frombuffer(self.allocator.mapped_buffers[buffer], np.uint8, size)
            bright ^= self._chance.integers(0, 4, size, np.uint8)

    def stop_(self, request: Any = None) -> Any:
        """Stop, and release the pictures that wait."""
        with self._requestslock:
            self._requests += self._waiting
            self._waiting = []
        return super().stop_(request)

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        """Return the cameras; none while the fault is ``gone``.

        libcamera decodes all pictures here and keeps the interpreter meanwhile: for five seconds on this
        kernel. Each thread that waits for the interpreter asks for it once in every switch interval. With
        the usual five milliseconds, twenty such threads use the one processor up: it took 15 to 22 seconds.
        """
        usual = sys.getswitchinterval()
        sys.setswitchinterval(1.0)
        try:
            return [] if read_fault() == "gone" else Picamera2.global_camera_info()
        finally:
            sys.setswitchinterval(usual)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        usual = self.camera.generate_configuration([libcamera.StreamRole.VideoRecording]).at(0)
        return [{"format": str(usual.pixel_format), "size": (usual.size.width, usual.size.height)}]


def _wait_for_turn() -> None:
    time.sleep(1 / FPS)
    while read_fault():
        time.sleep(0.1)

"""Configures the log of the program on standard error: one line for each event."""

import io
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO, cast


@contextmanager
def _hide_module(name: str) -> Iterator[None]:
    """Hide an installed module from libraries that would use it."""
    sys.modules.setdefault(name, None)  # type: ignore[arg-type] # None means that it cannot be imported
    try:
        yield
    finally:
        if sys.modules[name] is None:
            del sys.modules[name]


# With rich, structlog would draw frames round errors. Importing rich also takes a tenth of a table's start.
with _hide_module("rich"):
    import structlog


class _SafeStandardError(io.TextIOBase):
    """Standard error that never fails: a full disk or a closed pipe must not stop the game."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def configure(*, loud: bool = False) -> None:
    """Set up logging once, at the start of a program.

    Parameters
    ----------
    loud
        Whether to log everything, not only what needs attention.
    """
    in_journal = "JOURNAL_STREAM" in os.environ  # systemd sets it, and stamps each line itself
    processors: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.format_exc_info,
    ]
    if not in_journal:
        processors.append(structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False))
    processors.append(structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()))
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG if loud else logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", _SafeStandardError(sys.stderr))),
    )

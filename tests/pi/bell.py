"""The long and short beeps on the line of the buzzer, and the bell's lines."""

from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.bell.patterns import LONG_SECONDS, Pattern

BOARD = load_board("generic")
BUTTON, BUZZER = BOARD.button.bcm, BOARD.buzzer.bcm
PRESSED, RELEASED = 0, 1  # the button connects its line to ground
SHORT_PRESS = [(0.2, PRESSED), (0.7, RELEASED)]


def format_beeps(edges: list[tuple[float, int, int]]) -> str:
    """Return the beeps on the buzzer's line: ``-`` for a long one, ``.`` for a short one."""
    rises = [at for at, line, level in edges if line == BUZZER and level]
    falls = [at for at, line, level in edges if line == BUZZER and not level]
    return "".join(
        "-" if fall - rise >= 0.8 * LONG_SECONDS else "." for rise, fall in zip(rises, falls, strict=False)
    )


def format_pattern(pattern: Pattern) -> str:
    """Return the beeps of a pattern in the same way."""
    return "".join("-" if beep.on >= LONG_SECONDS else "." for beep in pattern)

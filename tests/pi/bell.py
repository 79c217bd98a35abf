"""What a buzzer's line did, heard as people hear it: long and short."""

from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.bell.patterns import LONG, Pattern

BOARD = load_board("generic")
BUTTON, BUZZER = BOARD.button.bcm, BOARD.buzzer.bcm
PRESSED, LET_GO = 0, 1  # the button connects its line to ground
SHORT_PRESS = [(0.2, PRESSED), (0.7, LET_GO)]


def heard(edges: list[tuple[float, int, int]]) -> str:
    """Return the beeps on the buzzer's line: ``-`` a long one, ``.`` a short one."""
    rises = [at for at, line, level in edges if line == BUZZER and level]
    falls = [at for at, line, level in edges if line == BUZZER and not level]
    return "".join(
        "-" if fall - rise >= 0.8 * LONG else "." for rise, fall in zip(rises, falls, strict=False)
    )


def written(pattern: Pattern) -> str:
    """Return how a pattern is heard."""
    return "".join("-" if beep.on >= LONG else "." for beep in pattern)

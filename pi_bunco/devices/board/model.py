"""Which board this is and how much memory it has."""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

ROOT = Path("/")
"""Where the kernel's files are."""


_SMALL = 600
"""Megabytes; the kernel of a board with 512 has some 420 of them, of one with 1024 some 910."""


class Family(StrEnum):
    """Boards that are treated alike, from the weakest to the strongest.

    >>> Family("pi4") is Family.PI4
    True
    """

    ZERO2 = "zero2"
    """Zero 2 W: four slow cores, 512 MB."""
    PI3 = "pi3"
    """3A+, 3B, 3B+, Compute Module 3: the same cores with more room round them."""
    PI4 = "pi4"
    """4B, 400, Compute Module 4."""
    PI5 = "pi5"
    """5, 500, Compute Module 5."""
    OTHER = "other"
    """An older Pi, an unknown one, or no Pi at all."""


_FAMILIES = (
    (r"Pi Zero 2", Family.ZERO2),
    (r"Pi (Compute Module )?3", Family.PI3),
    (r"Pi (Compute Module )?(4|400)\b", Family.PI4),
    (r"Pi (Compute Module )?(5|500)\b", Family.PI5),
)


@dataclass(frozen=True, slots=True)
class Board:
    """What the table runs on.

    Attributes
    ----------
    model
        As the device tree has it, such as ``Raspberry Pi 4 Model B Rev 1.5``; ``""`` off a board.
    family
        Which boards it is like.
    memory
        What the kernel can use, in megabytes (2**20 bytes): a few dozen less than the board has.
        0 if the kernel does not say.
    contiguous, contiguous_free
        The part that only cameras and screens may take in one piece (CMA), and what of it is free, in
        megabytes; ``None`` where there is none.
    cores
        How many cores its processor has; 0 if the kernel does not say.

    >>> Board("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2, 416, 256, 201).is_small
    True
    """

    model: str
    family: Family
    memory: int
    contiguous: int | None = None
    contiguous_free: int | None = None
    cores: int = 0

    @property
    def is_small(self) -> bool:
        """Whether it has no more than 512 MB, half of which cameras may take: Zero 2, 3A+."""
        return 0 < self.memory < _SMALL


def board(root: Path = ROOT) -> Board:
    """Read which board this is.

    Parameters
    ----------
    root
        Where ``proc`` is.

    Source: the device tree's ``model`` (Devicetree Specification 0.4, 2.3.2), ``proc_meminfo(5)``, and
    ``proc_cpuinfo(5)``.
    """
    try:
        model = (root / "proc/device-tree/model").read_text(errors="replace").rstrip("\0\n")
    except OSError:
        model = ""
    memory = _memory(root / "proc/meminfo")
    return Board(
        model,
        _family(model),
        memory.get("MemTotal", 0),
        memory.get("CmaTotal") or None,
        memory.get("CmaFree") if memory.get("CmaTotal") else None,
        _cores(root / "proc/cpuinfo"),
    )


def _family(model: str) -> Family:
    return next((family for words, family in _FAMILIES if re.search(words, model)), Family.OTHER)


def _memory(path: Path) -> dict[str, int]:
    """Read the kernel's figures, in megabytes."""
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return {}
    pairs = (re.fullmatch(r"(\w+):\s+(\d+) kB", line) for line in lines)
    return {pair[1]: int(pair[2]) // 1024 for pair in pairs if pair}


def _cores(path: Path) -> int:
    """Count the cores that the kernel uses."""
    try:
        return len(re.findall(r"^processor\s*:", path.read_text(errors="replace"), re.MULTILINE))
    except OSError:
        return 0

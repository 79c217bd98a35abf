"""Measures another process: its processor time and its memory, from proc(5)."""

import os
import re
from pathlib import Path


def measure_cpu(process: int) -> float:
    """Return the seconds of a core that a process has used (utime and stime of its ``stat``)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_memory(process: int | str = "self") -> float:
    """Return the resident memory of a process in MB; ``"self"``: of this one."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[0]) / 1024


def measure_share(process: int) -> float:
    """Return the proportional set size of a process in MB: shared memory counts for each in equal parts."""
    return int(re.findall(r"Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text())[0]) / 1024

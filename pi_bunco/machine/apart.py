"""Calls a function in a process of its own, which may take long and whose memory is free afterwards."""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

_NICENESS = 10  # taps and pages are more urgent

Made = TypeVar("Made")


def run_apart(make: Callable[..., Made], *values: object) -> Made:
    """Call a function of a module in a process of its own, and return what it returns.

    Any thread may call this. The process is a new one, so it loads the function's module first. What the
    function raises is raised here.

    >>> run_apart(divmod, 17, 5)
    (3, 2)
    """
    with ProcessPoolExecutor(
        1, mp_context=get_context("spawn"), initializer=os.nice, initargs=(_NICENESS,)
    ) as pool:
        return pool.submit(make, *values).result()

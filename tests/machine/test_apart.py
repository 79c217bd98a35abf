"""A function is called in another process, which ends afterwards."""

import os

import pytest

from pi_bunco.machine.apart import run_apart


def test_another_less_urgent_process_does_it() -> None:
    """Its niceness is higher than that of this process."""
    assert run_apart(os.getpid) != os.getpid()
    assert run_apart(os.nice, 0) > os.nice(0)


def test_what_it_raises_is_raised_here() -> None:
    """The caller sees the error of the function."""
    with pytest.raises(ZeroDivisionError):
        run_apart(divmod, 1, 0)

"""Freed memory goes back to the system, and a machine that cannot do that plays on."""

import ctypes
import threading
from types import SimpleNamespace

import pytest

from pi_bunco.app import memory
from pi_bunco.app.memory import Memory, share_arenas


def test_memory_is_given_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it is closed."""
    trimmed = threading.Semaphore(0)
    monkeypatch.setattr(memory, "_EVERY", 0.001)
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=lambda _: trimmed.release()))
    keeper = Memory()
    assert all(trimmed.acquire(timeout=10) for _ in range(3))
    keeper.close()


def test_another_c_library_has_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the pools nor giving back, and nothing fails."""
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace())
    share_arenas()
    Memory().close()

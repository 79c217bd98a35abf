"""A thread that works when it is woken."""

import threading

from pi_bunco.app.worker import Worker


def test_work_that_is_asked_for_meanwhile_is_done_once_more() -> None:
    """Nobody waits for it; however often it is woken while it works, it works once more."""
    began, go_on, done = threading.Event(), threading.Event(), []

    def work() -> None:
        began.set()
        go_on.wait(60)
        done.append(1)

    worker = Worker("work", work)
    worker.wake()
    assert began.wait(60)
    for _ in range(3):
        worker.wake()
    assert done == []
    go_on.set()
    worker.close()
    assert done == [1, 1]


def test_a_worker_that_nobody_woke_has_nothing_to_do() -> None:
    """It is closed without having worked."""
    done: list[int] = []
    Worker("work", lambda: done.append(1)).close()
    assert done == []


def test_a_regular_worker_works_without_being_woken() -> None:
    """Again and again, until it is closed."""
    done = threading.Semaphore(0)
    worker = Worker("work", done.release, every=0.001)
    assert all(done.acquire(timeout=10) for _ in range(3))
    worker.close()

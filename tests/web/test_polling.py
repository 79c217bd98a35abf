"""Looks at what has no change numbers."""

from pi_bunco.web.polling import PolledView


def test_it_looks_once_in_a_while_and_counts_changes() -> None:
    """Within its rest nobody looks; afterwards the number grows only where something differs."""
    now = [0.0]
    stands = ["dark"]
    looks: list[str] = []

    def look() -> str:
        looks.append(stands[0])
        return stands[0]

    polled = PolledView(look, rest=1.0, clock=lambda: now[0])
    assert [polled(), polled()] == [(0, "dark")] * 2
    stands[0], now[0] = "live", 0.9
    assert (polled(), len(looks)) == ((0, "dark"), 1)
    now[0] = 1.0
    assert (polled(), len(looks)) == ((1, "live"), 2)
    now[0] = 2.0
    assert (polled(), len(looks)) == ((1, "live"), 3)


def test_what_was_done_is_seen_at_once() -> None:
    """After a step nobody waits for the rest to be over."""
    stands = iter(["before", "after"])
    polled = PolledView(lambda: next(stands), rest=9.0, clock=lambda: 0.0)
    polled()
    polled.poll_again()
    assert polled() == (1, "after")

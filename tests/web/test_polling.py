"""Views without change numbers are polled."""

from pi_bunco.web.polling import PolledView


def test_a_view_is_polled_after_a_rest() -> None:
    """During the rest nobody looks. Afterwards the number grows only if the view has changed."""
    now = [0.0]
    states = ["dark"]
    looks: list[str] = []

    def look() -> str:
        looks.append(states[0])
        return states[0]

    polled = PolledView(look, rest=1.0, clock=lambda: now[0])
    assert [polled(), polled()] == [(0, "dark")] * 2
    states[0], now[0] = "live", 0.9
    assert (polled(), len(looks)) == ((0, "dark"), 1)
    now[0] = 1.0
    assert (polled(), len(looks)) == ((1, "live"), 2)
    now[0] = 2.0
    assert (polled(), len(looks)) == ((1, "live"), 3)


def test_a_change_can_be_polled_at_once() -> None:
    """After a step the view is polled without a rest."""
    states = iter(["before", "after"])
    polled = PolledView(lambda: next(states), rest=9.0, clock=lambda: 0.0)
    polled()
    polled.poll_again()
    assert polled() == (1, "after")

"""The game knows why an event is unused."""

from collections.abc import Callable

from pi_bunco.rules import Correct, Game


def test_reasons_of_unused_events(play: Callable[..., Game]) -> None:
    """If a correction reopens a round, its next bell is unused, and the game has the reason."""
    game = play("classic", "bell 111 bell")
    assert dict(game.reasons) == {}
    game.push(Correct(2, (1, 1, 4)))
    assert game.unused == (3,)
    assert dict(game.reasons) == {3: "the bell has rung, and the round is being played"}

"""The thread that plays patterns, with patterns of a few milliseconds or of an hour."""

from queue import SimpleQueue

from pi_bunco.devices.bell.patterns import Beep
from pi_bunco.devices.bell.player import Player

HOUR = 3600.0


def test_player_plays_every_beep_in_order() -> None:
    """Each beep is switched on at its pitch and off again, and nothing follows the last."""
    switched: SimpleQueue[float] = SimpleQueue()
    player = Player(switched.put)
    player.play((Beep(0.001, 0.001, 1000), Beep(0.001, 0.0, 2000)))
    assert [switched.get(timeout=30) for _ in range(4)] == [1000, 0, 2000, 0]
    player.play((Beep(0.001, 0.0, 3000),))
    assert [switched.get(timeout=30) for _ in range(2)] == [3000, 0]
    player.close()
    assert switched.empty()


def test_player_new_pattern_cuts_off_the_old() -> None:
    """A pattern that would sound for an hour gives way at once, and is not gone back to."""
    switched: SimpleQueue[float] = SimpleQueue()
    player = Player(switched.put)
    player.play((Beep(HOUR, 0.0, 1000), Beep(HOUR, 0.0, 1001)))
    assert switched.get(timeout=30) == 1000
    player.play((Beep(0.001, HOUR, 2000), Beep(HOUR, 0.0, 2001)))
    assert [switched.get(timeout=30) for _ in range(3)] == [0, 2000, 0]
    player.play((Beep(0.001, 0.0, 3000),))
    assert [switched.get(timeout=30) for _ in range(2)] == [3000, 0]
    player.close()
    assert switched.empty()


def test_player_close_falls_silent() -> None:
    """Closing in the middle of a beep switches it off before it returns; twice does no harm."""
    switched: SimpleQueue[float] = SimpleQueue()
    player = Player(switched.put)
    player.play((Beep(HOUR, 0.0, 1000),))
    assert switched.get(timeout=30) == 1000
    player.close()
    assert switched.get_nowait() == 0
    player.close()
    assert switched.empty()

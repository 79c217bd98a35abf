"""A page before the bell, and hands that throw, for what stands round the game."""

import pytest

from pi_bunco.table.snapshot import Camera, Can, Snapshot
from tests.table.conftest import Hands


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def ready() -> Snapshot:
    return Snapshot(
        revision=1, game="Game 1", title="Classic", rules="classic", sets=4, table=1, phase="ready", set=1,
        round=1, target=1, teams=True, sides=(), players=(), thrower=None, then=None, last=None, course=(),
        doubt=None, rounds=(), moves=(), left=None, right=None, winners=(), unused=(), told="", alerts=(),
        can=Can(ring=True, end_round=False, enter=False, call=False, undo=None, redo=None),
        camera=Camera("live", "", mock=True), banners=(),
    )  # fmt: skip

"""Fixtures for the stations: hands that throw, and the view of a table before the bell."""

import pytest

from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.table import PossibleActions, TableView
from tests.game.conftest import Hands


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def ready() -> TableView:
    return TableView(
        revision=1, game="Game 1", title="Classic", rules="classic", sets=4, table=1, phase="ready", set=1,
        round=1, target=1, teams=True, sides=(), players=(), thrower=None, then=None, last=None, course=(),
        doubt=None, rounds=(), moves=(), one_die_each=(), winners=(), unused=(), told="", alerts=(),
        can=PossibleActions(ring=True, end_round=False, enter=False, call=False, undo=None, redo=None),
        camera=CameraStatus("live", "", mock=True), banners=(),
    )  # fmt: skip

"""A page before the bell, as the tests of the stations have it."""

from tests.stations.conftest import ready

__all__ = ["ready"]

"""The fixture ``ready`` of the stations' tests: the view of a table before the bell."""

from tests.equipment.conftest import ready

__all__ = ["ready"]

"""The table of a classic game in its first round, as the tests of the game have it."""

from tests.game.conftest import hands, open_table, table

__all__ = ["hands", "open_table", "table"]

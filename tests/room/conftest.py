"""The table of a classic game in its first round, from the tests of the game."""

from tests.game.conftest import hands, open_table, table

__all__ = ["hands", "open_table", "table"]

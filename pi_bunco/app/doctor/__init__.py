"""The checks of ``pi-bunco doctor`` and its page: one file for each part of a table.

Each check gathers facts and passes them to a function that judges them, so that tests can invent facts.
"""

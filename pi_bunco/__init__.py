"""A Bunco table that reads its own dice.

The packages, and which may use which, are in ``docs/architecture.md``.
"""

__version__ = "1.0.0"

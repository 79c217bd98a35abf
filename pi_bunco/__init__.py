"""A Bunco table that reads its own dice.

The floors, each using only those below: ``cli``, ``app``, ``web``, ``table``, then ``store``,
``vision`` and ``devices`` side by side, then the small modules that all share, and ``rules``.
"""

__version__ = "0.1.0"

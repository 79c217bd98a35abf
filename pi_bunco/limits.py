"""What pi-bunco takes at most: one table for the page, the command line and every place where a game begins.

A game record may hold more, for the record's own rules allow any number of sets; replay and import read it.
"""

SETS = 99
"""Sets of a game that begins here."""
GOAL = 99
"""Points that win a round of ``boxed`` at one table, in a game that begins here."""
NAME = 20
"""Letters of a player's name in a game that begins here; longer ones do not fit the tally."""
PLAYERS = 100
"""Players of a room, ghosts not counted."""
TABLES = 25
"""Tables of a room."""

MEGABYTE = 1_000_000
PICTURE_PIXELS = 2**26
"""Pixels of a picture: 67 million. A phone with 64 megapixels takes pictures of 9,248 x 6,936."""
PICTURE_BYTES = 100 * MEGABYTE
"""Bytes of a picture's file."""
RECORD_BYTES = 100 * MEGABYTE
"""Bytes of a game record: some 500,000 events with all that a camera adds to them."""
SETTINGS_BYTES = MEGABYTE
"""Bytes of a settings file or of a house's rule sheet."""
REQUEST_BYTES = 64 * 1024
"""Bytes of a request's body; a new game's form is under one kilobyte."""

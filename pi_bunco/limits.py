"""What pi-bunco takes at most: one table for the page, the command line and every place where a game begins.

A game record may hold more, for the record's own rules allow any number of sets, players and letters; replay
and import read it.
"""

SETS = 99
"""Sets of a game that begins here, and of a party that is simulated; cards have lines for so many."""
GOAL = 99
"""Points that win a round of ``boxed`` at one table, in a game that begins here."""
NAME = 20
"""Letters of a player's name in a game that begins here; longer ones do not fit the tally."""
PLAYERS = 100
"""Players of a room, ghosts not counted."""
TABLES = 25
"""Tables of a room."""
PRINTED = PLAYERS * (6 * SETS + 1)
"""Rounds of players that are printed for people: as many as the longest game in the largest room has."""

SIMULATED_PLAYERS = 1000
"""Players of a party that is simulated."""
SIMULATED_PARTIES = 1_000_000
"""Parties that are simulated: more make no figure better."""
REHEARSED = 10_000_000
"""Throws of a rehearsal, and as many pictures without dice."""
SEED = 10**18 - 1
"""The number from which the dice of a computer begin."""

NUMBER = 999_999_999
"""The number of an event or of a game that somebody may name."""
TOKEN = 64
"""Letters of the token that marks a tap, so that one sent twice counts once."""
DEVICE_NAME = 40
"""Letters of what the host calls a device."""
KEY = 200
"""Letters of a name, or of the key of a claim, in a request: it must hold those of an imported record."""
PRIZE = 60
"""Letters of a prize."""
AWARDS = 30
"""Awards that are given."""
CLAIMS = 1000
"""Claims that are confirmed at once."""
TOLD = 1000
"""Letters of a sentence that answers a request: the last resort, for what a sentence quotes is short."""

MEGABYTE = 1_000_000
PICTURE_PIXELS = 2**26
"""Pixels of a picture: 67 million. A phone with 64 megapixels takes pictures of 9,248 x 6,936."""
VIDEO_PIXELS = 2**25
"""Pixels of each picture of a video, of which several are unpacked at once: 8K has 33 million."""
PICTURE_BYTES = 210 * MEGABYTE
"""Bytes of a picture's file: so many pixels, not compressed."""
RECORD_BYTES = 50 * MEGABYTE
"""Bytes of a game record: an evening of 25 tables with all that a camera adds has some 30 megabytes."""
EVENTS = 250_000
"""Lines of a game record: five hours of a throw every two seconds at each of 25 tables.

They take 550 megabytes of memory where every second line ends a round.
"""
SETTINGS_BYTES = MEGABYTE
"""Bytes of a settings file or of a house's rule sheet."""
ACCESS_BYTES = MEGABYTE
"""Bytes of the file that keeps PIN and devices; 200 of these have 40 kilobytes."""
LABELS_BYTES = 10 * MEGABYTE
"""Bytes of the labels of a folder of pictures: some 50,000 of them."""
CALIBRATION_BYTES = 32 * MEGABYTE
"""Bytes of a calibration; its flat picture, were it noise alone, would have three million."""
LOG_BYTES = 500 * MEGABYTE
"""Bytes of the log in a backup."""
SHEETS = 200
"""Sheets of a house in a backup."""
REQUEST_BYTES = 64 * 1024
"""Bytes of a request's body; a new game's form is under one kilobyte."""
REQUEST_HEAD_BYTES = 16 * 1024
"""Bytes of a request's first line and headers together."""
REQUEST_LINE_BYTES = 8 * 1024
"""Bytes of a request's first line, which has its address."""
REQUEST_HEADERS = 100
"""Headers of a request; browsers send fifteen or so."""

CONNECTIONS = 400
"""Connections to the page at once, those from the machine itself not counted. A process may have 1,024 files
open where nobody says otherwise (systemd, ``DefaultLimitNOFILE``)."""
CONNECTIONS_OF_ONE = 32
"""Connections at once from one address where the settings say nothing: a browser opens up to six."""
STREAMS = 200
"""Pages that are kept up to date at once, those on the machine itself not counted."""
UNSENT_BYTES = 32 * MEGABYTE
"""Bytes of answers that wait until slow readers take them, all together."""

COUNTDOWN = 3600
"""Seconds of the countdown before the next bell: an hour is longer than any break."""

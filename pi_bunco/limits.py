"""The limits of pi-bunco, in one table for the pages, the command line and every place where a game begins.

A game record may go beyond them, because its own rules allow any number of sets, players and letters. Replay
and import read such a record.
"""

SETS = 99
"""Most sets in a game that begins here and in a simulated party. Cards have lines for this many."""
GOAL = 99
"""Most points that win a round of ``boxed`` at one table, in a game that begins here."""
NAME = 40
"""Most letters in a player's name, in a game that begins here. Pages with little room show a short form."""
PLAYERS = 100
"""Most players in a room, not counting ghosts."""
TABLES = 25
"""Most tables in a room."""
PRINTED_ROUNDS = PLAYERS * (6 * SETS + 1)
"""Most rounds on printed cards, counted for each player: those of the longest game in the largest room."""

SIMULATED_PLAYERS = 1000
"""Most players in a simulated party."""
SIMULATED_PARTIES = 1_000_000
"""Most simulated parties. More of them would not make the figures better."""
REHEARSED_THROWS = 10_000_000
"""Most throws in a rehearsal, and most pictures without dice."""
SEED = 10**18 - 1
"""Largest seed for a computer's dice."""

NUMBER = 999_999_999
"""Largest number of an event or a game in a request."""
TOKEN = 64
"""Most letters in the token that marks a tap. A tap that is sent twice with the same token counts once."""
DEVICE_NAME = 40
"""Most letters in the host's name for a device."""
KEY = 200
"""Most letters in a name, or in the key of a claim, in a request. Imported names may be long."""
PRIZE = 60
"""Most letters in a prize."""
AWARDS = 30
"""Most awards in a game."""
CLAIMS = 1000
"""Most claims that staff confirm in one request."""
SENTENCE = 1000
"""Most letters in a sentence that answers a request: a last resort, because what it quotes is short."""

MEGABYTE = 1_000_000
PICTURE_PIXELS = 2**26
"""Most pixels in a picture: 67 million. A phone with 64 megapixels takes pictures of 9,248 x 6,936."""
SPONSOR_PIXELS = 2**22
"""Most pixels in the picture of a sponsor: 4 million. The host's page makes larger ones smaller."""
SPONSOR_BYTES = 8 * MEGABYTE
"""Most bytes in the file of a sponsor's picture: two for each pixel, more than JPEG needs."""
SPONSORS = 12
"""Most pictures of sponsors."""
VIDEO_PIXELS = 2**25
"""Most pixels in each picture of a video, because several are unpacked at once. 8K has 33 million."""
LIVE_PIXELS = 2**24
"""Most pixels in each picture of a live camera: 16.8 million. The Pi's camera with most has 12.3 million."""
PICTURE_BYTES = 210 * MEGABYTE
"""Most bytes in a picture's file: the most pixels, uncompressed."""
RECORD_BYTES = 50 * MEGABYTE
"""Most bytes in a game record. An evening of 25 tables with cameras takes some 30 megabytes."""
EVENTS = 250_000
"""Most lines in a game record: five hours with a throw every two seconds at each of 25 tables.

They take 550 megabytes of memory when every second line ends a round.
"""
EVENING_BYTES = 16 * MEGABYTE
"""Most bytes in the file of an evening. A night of 25 tables has one megabyte, and its photos some ten."""
EVENING_EVENTS = 60_000
"""Most lines in the record of an evening that comes as a file: eight times those of a night of 25 tables."""
EVENING_PHOTOS = 60
"""Most photos in the file of an evening: those of the buncos, the first ones if there are more."""
IMPORTED = 200
"""Most evenings that came from other Pis as files: one a week for four years."""
SETTINGS_BYTES = MEGABYTE
"""Most bytes in a settings file or in a house's rule sheet."""
ACCESS_BYTES = MEGABYTE
"""Most bytes in the file with the PIN and the devices. With 200 devices it has 40 kilobytes."""
LABELS_BYTES = 10 * MEGABYTE
"""Most bytes in the labels of a folder of pictures: enough for some 50,000 labels."""
GUESTS_BYTES = 100_000
"""Most bytes in a file of guests. 100 names with some columns beside them have some ten kilobytes."""
CALIBRATION_BYTES = 32 * MEGABYTE
"""Most bytes in a calibration. Its flat picture would have three million if it were only noise."""
LINE_BYTES = 16 * MEGABYTE
"""Most bytes in a line of the log. The longest ones are headers with a hundred names."""
LOG_BYTES = 500 * MEGABYTE
"""Most bytes of the log in a backup."""
SHEETS = 200
"""Most house sheets in a backup."""
REQUEST_BYTES = 64 * 1024
"""Most bytes in a request's body. The form for a new game has less than one kilobyte."""
REQUEST_HEAD_BYTES = 16 * 1024
"""Most bytes in a request's first line and headers together."""
REQUEST_LINE_BYTES = 8 * 1024
"""Most bytes in a request's first line, which has the address."""
REQUEST_HEADERS = 100
"""Most headers in a request. Browsers send about fifteen."""

CONNECTIONS = 400
"""Most connections to the pages at once, not counting those from the machine itself.

A process may have 1,024 open files by default (systemd, ``DefaultLimitNOFILE``).
"""
CONNECTIONS_PER_ADDRESS = 32
"""Most connections at once from one address, unless the settings say otherwise. A browser opens up to six."""
STREAMS = 200
"""Most pages that are kept up to date at once, not counting those on the machine itself."""
UNSENT_BYTES = 32 * MEGABYTE
"""Most bytes of answers, all together, that wait for slow readers."""

COUNTDOWN = 3600
"""Longest countdown before the next bell, in seconds: an hour is longer than any break."""
BREAK = 240
"""Longest break that the host can choose, in minutes."""
RECORDING_BYTES = 1_000_000
"""Most bytes of a recording of the host's own: half a minute of MP3."""
PHOTOS_FOR_EVER = 36500
"""The days after which photos are deleted if they are never deleted: a hundred years."""

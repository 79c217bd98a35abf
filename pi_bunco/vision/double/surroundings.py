"""Doubts a reading if one of its dice is half of a domino, or printed.

From straight above, the face of such a thing looks like a die's. Its surroundings differ: the body of a
domino and the paper of a print go on beyond the face, and paper shows no sides and casts no shadow.
"""

import numpy as np

from pi_bunco.frames import Image
from pi_bunco.readings import Reading
from pi_bunco.vision.double.decide import make_spot
from pi_bunco.vision.doubts import doubt_not_a_die
from pi_bunco.vision.learnt.classify import compute_probabilities
from pi_bunco.vision.learnt.weights import Network
from pi_bunco.vision.learnt.window import SIDE, normalise_light
from pi_bunco.vision.piece import cut_piece

PIECE_EDGES = 3.0
"""Width of the piece around a face, in edges of the die: the whole other half of a domino is in it."""
NO_DIE = 0
"""The network's class of faces that are no dice; the other class is dice."""
MAX_NO_DIE = 0.95
"""Above this probability, a face is taken for part of a domino or a print: in the picture, and in the mean of
the picture and the same turned by half."""


def doubt_other_things(reading: Reading, image: Image, network: Network) -> Reading:
    """Return the reading, or a doubtful one if one of its dice seems to be part of another thing.

    Parameters
    ----------
    reading
        A reading without doubt, with at least one die.
    image
        The picture.
    network
        The network that looks at the surroundings of a face.
    """
    spots = [make_spot(die.box) for die in reading.dice]
    pieces = [
        normalise_light(cut_piece(image, spot.x, spot.y, PIECE_EDGES * spot.edge, SIDE)) for spot in spots
    ]
    no_die = compute_probabilities(network, np.stack(pieces))[:, NO_DIE]
    place = int(no_die.argmax())
    if no_die[place] > MAX_NO_DIE:
        turned = np.ascontiguousarray(np.rot90(pieces[place], 2, (1, 2)))[None]
        if (no_die[place] + compute_probabilities(network, turned)[0, NO_DIE]) / 2 > MAX_NO_DIE:
            return doubt_not_a_die(place, len(spots)).make_reading(reading.dice)
    return reading

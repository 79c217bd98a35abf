"""The likeliest answers to a doubtful throw, so that most are one tap."""

from itertools import combinations

MOST = 4
_ALIKE = {1: (2, 3), 2: (3, 1), 3: (2, 5), 4: (5, 6), 5: (4, 6), 6: (5, 4)}
"""The faces that a face is taken for when a pip is lost or a stain counted."""


def likely(
    values: tuple[int, ...],
    confidence: tuple[float, ...],
    wanted: int,
    which: int | None = None,
    other: int | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Guess whole answers from a doubtful reading, the likeliest first, at most four.

    Parameters
    ----------
    values, confidence
        What the reader thinks of each die, from left to right, and how sure it is, 0 to 1.
    wanted
        How many dice were thrown. With too few in sight nothing can be guessed.
    which
        The place of the die that is asked about, from 0; ``None``: the one that is least sure.
    other
        The one face that it may show instead; ``None``: any that looks like it.

    >>> likely((3, 5, 4), (0.9, 0.9, 0.4), 3)
    ((3, 5, 4), (3, 5, 5), (3, 5, 6))
    >>> likely((3, 5, 4, 1), (0.9, 0.2, 0.8, 0.7), 3)[0]
    (3, 4, 1)
    >>> likely((3, 5, 4), (0.9, 0.6, 0.4), 3, which=1, other=2)
    ((3, 5, 4), (3, 2, 4))
    """
    if len(values) < wanted:
        return ()
    chosen = sorted(
        combinations(range(len(values)), wanted), key=lambda kept: -sum(confidence[k] for k in kept)
    )
    answers = [tuple(values[k] for k in kept) for kept in chosen]
    if len(values) == wanted:
        asked = min(range(wanted), key=lambda k: confidence[k]) if which is None else which
        instead = _ALIKE[values[asked]] if other is None else (other,)
        answers += [(*values[:asked], face, *values[asked + 1 :]) for face in instead]
    return tuple(dict.fromkeys(answers))[:MOST]

"""The likeliest answers to a throw in doubt, so that most people need one tap."""

from itertools import combinations

MOST = 4
_ALIKE = {1: (2, 3), 2: (3, 1), 3: (2, 5), 4: (5, 6), 5: (4, 6), 6: (5, 4)}
"""The faces that may be read for a face when a pip is missed or a stain is counted."""


def guess_answers(
    values: tuple[int, ...],
    confidence: tuple[float, ...],
    wanted: int,
    which: int | None = None,
    other: int | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Return up to four answers to a reading in doubt, the likeliest first.

    Parameters
    ----------
    values, confidence
        The face that the reader sees on each die, from left to right, and how sure it is, from 0 to 1.
    wanted
        How many dice were thrown. If fewer were seen, no answer can be guessed.
    which
        The place of the die in question, from 0; ``None``: the least sure one.
    other
        The only other face that it may show; ``None``: any face that looks alike.

    >>> guess_answers((3, 5, 4), (0.9, 0.9, 0.4), 3)
    ((3, 5, 4), (3, 5, 5), (3, 5, 6))
    >>> guess_answers((3, 5, 4, 1), (0.9, 0.2, 0.8, 0.7), 3)[0]
    (3, 4, 1)
    >>> guess_answers((3, 5, 4), (0.9, 0.6, 0.4), 3, which=1, other=2)
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

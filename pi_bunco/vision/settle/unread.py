"""Remembers dice that seemed to lie still and moved on before they could be read."""

from dataclasses import dataclass

from pi_bunco.frames import Frame, Grey
from pi_bunco.readings import Die, Reading, Tumble
from pi_bunco.vision.settle.motion import Anchor
from pi_bunco.vision.settle.places import is_near, is_still_there, remember_die, transform_box
from pi_bunco.vision.settle.scene import Scene, Sight, Verdict

_MIN_SAME_SHARE = 0.5
"""Dice may rock or roll on before they rest. Then at least this share of them stay where they are. Of three
dice that are thrown again, two come to rest in the places of others once in a thousand throws."""

_MIN_DICE = 2
"""A throw shows at least this many dice, unless fewer are thrown: a single thing may be no die."""


@dataclass(frozen=True, slots=True, eq=False)
class Unread:
    """A picture in which everything lay still, but too briefly to be read.

    Attributes
    ----------
    start
        Index of the first picture since which nothing had moved.
    frame, grey, scale
        The last picture before something moved again, its small picture, and that one's scale.
    tumble
        When something had moved before.
    """

    start: int
    frame: Frame
    grey: Grey
    scale: float
    tumble: Tumble

    def compare(self, scene: Scene) -> Sight | None:
        """Compare the picture with the mat before; return ``None`` if nothing is new, or it is damaged."""
        if not self.frame.intact:
            return None
        sight = scene.compare(self.grey, self.scale, self.frame.image)
        return None if sight.change.none else sight

    def find_throw(self, reading: Reading, scene: Scene, sight: Sight, number: int | None) -> tuple[Die, ...]:
        """Return the dice of this picture if it shows a throw that no hand touches, otherwise none.

        Parameters
        ----------
        reading
            The reading of this picture.
        scene, sight
            The mat before, and this picture compared with it.
        number
            How many dice there must be; ``None``: any number.
        """
        judged = scene.judge(reading, sight, number)
        dice = judged.reading.dice
        enough = len(dice) >= min(_MIN_DICE, number or _MIN_DICE)
        free = scene.find_hand(reading, sight) is None
        return dice if judged.verdict is Verdict.THROW and enough and free else ()

    def shows(self, later: Reading, grey: Grey, scale: float, reading: Reading | None = None) -> bool:
        """Return whether most of the dice that lie there later are in this picture already.

        Parameters
        ----------
        later
            The later reading.
        grey, scale
            Its small picture, and that one's scale.
        reading
            The reading of this picture: a die of it may still have slid or turned by less than its size.
            ``None``: it was not read, so only dice that look the same count.
        """
        change = Anchor(grey).compare(self.grey, far=True)
        places = [remember_die(die, grey, scale) for die in later.dice]
        dice = [remember_die(die, self.grey, self.scale) for die in (reading.dice if reading else ())]
        boxes = [transform_box(die.box, change.matrix) for die in dice]
        same = [
            is_still_there(place, change.aligned) or any(is_near(box, place) for box in boxes)
            for place in places
        ]
        return bool(same) and sum(same) >= _MIN_SAME_SHARE * len(same)

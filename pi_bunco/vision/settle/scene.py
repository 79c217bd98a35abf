"""The mat as it was when it was last judged, and what has come to lie on it since."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import cast

import cv2
import numpy as np

from pi_bunco.frames import Box, Die, Doubt, Grey, Image, Reading
from pi_bunco.sentences import say
from pi_bunco.vision.doubts import BADLY, UNCLEAR, Why
from pi_bunco.vision.settle.align import Matrix, lay
from pi_bunco.vision.settle.colour import Chroma, chroma, find_recoloured, lay_chroma
from pi_bunco.vision.settle.hands import find_hand, widen_hand
from pi_bunco.vision.settle.light import match_light
from pi_bunco.vision.settle.motion import Anchor, Change, Mask
from pi_bunco.vision.settle.places import (
    DiePlace,
    carry,
    has_changed,
    is_bump,
    lies,
    look_at,
    near,
    pixels,
    place,
)
from pi_bunco.vision.settle.things import things

_TWO = 2
_COUNTS = {
    1: say("one die"),
    2: say("two dice"),
    3: say("three dice"),
    4: say("four dice"),
    5: say("five dice"),
    6: say("six dice"),
}


SURE = 0.8
"""From this confidence something is a die even if the mat was never seen without it."""

LIKELY = 0.4
"""From this confidence something that came to lie on the mat is taken for a die."""


class Verdict(Enum):
    """What a still picture means."""

    NOTHING = auto()
    """No die has come to lie anywhere: no throw."""
    THROW = auto()
    """Dice lie there, and none lies where it lay."""
    PART = auto()
    """Some dice came, others lie where they lay."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A still picture, seen beside the scene it is judged against.

    Attributes
    ----------
    grey, colours, scale
        The small picture, its colours, and its pixels for each of the full picture.
    change
        How it differs from the scene, in brightness or colour.
    recoloured
        Where its colours differ.
    """

    grey: Grey
    colours: Chroma
    scale: float
    change: Change
    recoloured: Mask

    def box(self, die: Die) -> Box:
        """Return a die's box in pixels of the scene."""
        x0, y0, x1, y1 = (edge * self.scale for edge in die.box)
        return carry((x0, y0, x1, y1), self.change.matrix)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The mat at the last judgement.

    Attributes
    ----------
    anchor, colours
        The small picture, without hands.
    places
        The dice of the last throw, in pixels of that picture. Those that were taken away since are
        kept, since a hand may only have covered them.
    """

    anchor: Anchor
    colours: Chroma
    places: tuple[DiePlace, ...] = ()

    @classmethod
    def first(cls, reading: Reading, grey: Grey, scale: float, image: Image) -> "Scene":
        """Return the scene in which nothing was known before."""
        sure = [die for die in reading.dice if die.confidence >= SURE]
        places = tuple(place(die, grey, scale) for die in sure)
        return cls(Anchor(grey), chroma(image, grey.shape), places)

    def look(self, grey: Grey, scale: float, image: Image) -> Sight:
        """See what differs now."""
        change = self.anchor.compare(grey, far=True)
        colours = chroma(image, grey.shape)
        other = find_recoloured(lay_chroma(colours, change.matrix), self.colours)
        both = replace(change, mask=change.mask | other, count=change.count + cv2.countNonZero(other))
        return Sight(grey, colours, scale, both, other)

    def hand(self, reading: Reading, sight: Sight) -> Mask | None:
        """Find what reaches in and is none of the dice, in pixels of this scene."""
        dice = [sight.box(die) for die in reading.dice] + [one.box for one in self.places]
        laid = lay(sight.grey, sight.change.matrix)
        return find_hand(laid, self.anchor.grey, sight.recoloured, dice)

    def judge(self, reading: Reading, sight: Sight, number: int | None) -> "Judgement":
        """Return what a still picture means.

        Parameters
        ----------
        reading
            What the reader made of the picture.
        sight
            The picture.
        number
            How many dice there must be; ``None``: any number.

        Returns
        -------
        Judgement
            The verdict, the scene from now on, and the reading to report.
        """
        hand = self.hand(reading, sight)
        dice = {die: place(die, sight.grey, sight.scale) for die in reading.dice}
        lying = [one for one in self.places if lies(one, sight.change.laid)]
        # A single die that was gone may have come back to its place by chance; all dice cannot.
        stayed = lying if len(lying) == len(self.places) else [one for one in lying if not one.gone]
        boxes = {die: sight.box(die) for die in reading.dice}
        known = [die for die, box in boxes.items() if self._is_known(die, box, stayed)]
        came = [die for die, box in boxes.items() if die not in known and has_changed(box, sight.change.mask)]
        # Of dice that lie badly the values are not known; that they lie there is.
        seen = came if reading.doubt in BADLY else [die for die in came if die.confidence >= LIKELY]
        if not seen:
            if unread := self._unread(sight, hand, number) if not stayed else ():
                return Judgement(
                    Verdict.THROW, self._now(sight, unread, hand), UNCLEAR.make_reading(reading.dice)
                )
            after = self if hand is not None else self._without_gone(lying)
            return Judgement(Verdict.NOTHING, after.relit(sight, hand), reading)
        # What looks like a die, and lay there unchanged without being known, is one that was not seen
        # before, or the mat's own pattern.
        others = [
            die for die in reading.dice if die not in known and die not in came and die.confidence >= SURE
        ]
        if number is not None and len(known) + len(came) >= number:
            others = []
        kept = tuple(die for die in reading.dice if die in known or die in came or die in others)
        after = self._now(sight, tuple(dice[die] for die in kept if die.confidence >= LIKELY), hand)
        if is_bump(tuple(one for one in self.places if not one.gone), after.places, sight.grey):
            return Judgement(Verdict.NOTHING, after, reading)
        if stayed or others:
            return Judgement(Verdict.PART, after, ask(kept, came))
        return Judgement(Verdict.THROW, after, keep(reading, kept))

    def _unread(self, sight: Sight, hand: Mask | None, number: int | None) -> tuple[DiePlace, ...]:
        """Return what came and looks like a throw, though not like dice that can be read."""
        laid = lay(sight.grey, sight.change.matrix)
        found = [] if hand is not None else things(sight.change.mask, laid, self.anchor.grey)
        # Dice that touch make one thing; but one thing alone may be a phone as well as dice.
        few, many = (min(_TWO, number), number) if number is not None else (_TWO, len(found))
        if not few <= len(found) <= many:
            return ()
        back = cast("Matrix", cv2.invertAffineTransform(sight.change.matrix))
        return tuple(look_at(carry(box, back), 0, sight.grey) for box in found)

    def _is_known(self, die: Die, box: Box, stayed: list[DiePlace]) -> bool:
        """Return whether a die lies where one lay.

        It looks the same; or it shows as much and others look the same.
        """
        about = [one for one in self.places if near(box, one)]
        return any(one in stayed or (stayed and one.value == die.value and not one.gone) for one in about)

    def _without_gone(self, lying: list[DiePlace]) -> "Scene":
        """Return this scene with the dice that lie there no longer marked as gone."""
        places = (one if one in lying else replace(one, gone=True) for one in self.places)
        return replace(self, places=tuple(places))

    def relit(self, sight: Sight, hand: Mask | None = None) -> "Scene":
        """Return this scene with the picture of now; the dice keep their looks."""
        back = cast("Matrix", cv2.invertAffineTransform(sight.change.matrix))
        places = tuple(replace(one, box=carry(one.box, back)) for one in self.places)
        return self._now(sight, places, hand)

    def _now(self, sight: Sight, places: tuple[DiePlace, ...], hand: Mask | None) -> "Scene":
        """Return the scene of now with these dice; a hand in it is replaced by what was there before."""
        if hand is None:
            return Scene(Anchor(sight.grey), sight.colours, places)
        back = cast("Matrix", cv2.invertAffineTransform(sight.change.matrix))
        covered = widen_hand(lay(hand, back)) > 0
        before = match_light(lay(self.anchor.grey, back), sight.grey)
        colours = np.where(covered[..., None], lay_chroma(self.colours, back), sight.colours)
        return Scene(Anchor(np.where(covered, before, sight.grey)), colours, places)


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What a still picture means: the verdict, the scene from now on, and the reading to report."""

    verdict: Verdict
    scene: Scene
    reading: Reading


def clear(reading: Reading, sight: Sight, hand: Mask) -> bool:
    """Return whether no die of a reading lies at a hand, so that none can be gathered."""
    wide = widen_hand(hand)
    boxes = (pixels(sight.box(die), wide.shape) for die in reading.dice)
    return not any(wide[top:bottom, left:right].any() for left, top, right, bottom in boxes)


def keep(reading: Reading, kept: tuple[Die, ...]) -> Reading:
    """Return a reading of these of its dice alone; the die that it asks about stays the same one.

    >>> from pi_bunco.frames import Die, Status
    >>> mark, die = Die(2, 0.3, (0, 0, 9, 9)), Die(3, 0.6, (20, 0, 29, 9))
    >>> keep(Reading(Status.DOUBTFUL, (mark, die), which=1), (die,)).which
    0
    """
    asked = None if reading.which is None else reading.dice[reading.which]
    which = kept.index(asked) if asked in kept else None
    return replace(reading, dice=kept, which=which, other=None if which is None else reading.other)


def ask(dice: tuple[Die, ...], came: list[Die]) -> Reading:
    """Make a question of dice of which only some came; one alone is the one that is asked about.

    >>> from pi_bunco.frames import Die
    >>> lay, came = Die(2, 1.0, (0, 0, 9, 9)), Die(3, 1.0, (20, 0, 29, 9))
    >>> asked = ask((lay, came), [came])
    >>> str(asked.reason), asked.which
    ('Only one die moved.', 1)
    >>> str(ask((lay,), [lay]).reason)
    'One die may still lie as it was thrown before.'
    """
    if len(came) == len(dice):  # the one that seems to have stayed was not read
        return Why(Doubt.PART, say("One die may still lie as it was thrown before.")).make_reading(dice)
    moved = _COUNTS.get(len(came)) or say("{count} dice", count=len(came))
    which = dice.index(came[0]) if len(came) == 1 else None
    return Why(Doubt.PART, say("Only {moved} moved.", moved=moved), which).make_reading(dice)

"""Compares the mat with its look at the last judgement, and judges which dice are new."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import cast

import cv2
import numpy as np

from pi_bunco.frames import Grey, Image
from pi_bunco.readings import Box, Die, Doubt, Reading
from pi_bunco.sentences import say
from pi_bunco.vision.doubts import BADLY_PLACED, UNCLEAR, DoubtReason
from pi_bunco.vision.settle.align import Matrix, warp
from pi_bunco.vision.settle.colour import Chroma, compute_chroma, find_recoloured, warp_chroma
from pi_bunco.vision.settle.hands import find_hand, widen_hand
from pi_bunco.vision.settle.light import match_light
from pi_bunco.vision.settle.motion import Anchor, Change, Mask
from pi_bunco.vision.settle.places import (
    DiePlace,
    convert_to_pixels,
    has_changed,
    is_bump,
    is_near,
    is_still_there,
    remember_box,
    remember_die,
    transform_box,
)
from pi_bunco.vision.settle.things import find_things

_MIN_UNREAD_OBJECTS = 2
"""Fewer new objects that cannot be read are no throw: a single one may be a phone."""
_COUNTS = {
    1: say("one die"),
    2: say("two dice"),
    3: say("three dice"),
    4: say("four dice"),
    5: say("five dice"),
    6: say("six dice"),
}


MIN_SURE = 0.8
"""From this confidence on, an object is a die even if the mat was never seen without it."""

MIN_NEW = 0.4
"""From this confidence on, a new object on the mat counts as a die."""


class Verdict(Enum):
    """The meaning of a still picture."""

    NOTHING = auto()
    """No die is new: no throw."""
    THROW = auto()
    """There are dice, and all of them are new."""
    PART = auto()
    """Some dice are new, others have not moved."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A still picture, compared with the scene.

    Attributes
    ----------
    grey, colours, scale
        The small picture, its colours, and its size divided by that of the full picture.
    change
        How it differs from the scene, in brightness or colour.
    recoloured
        Where its colours differ from those of the scene.
    """

    grey: Grey
    colours: Chroma
    scale: float
    change: Change
    recoloured: Mask

    def locate(self, die: Die) -> Box:
        """Return the box of a die in pixels of the scene."""
        x0, y0, x1, y1 = (edge * self.scale for edge in die.box)
        return transform_box((x0, y0, x1, y1), self.change.matrix)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """The mat at the last judgement.

    Attributes
    ----------
    anchor, colours
        The small picture, without hands.
    places
        The dice of the last throw, in pixels of that picture. Dice that were taken away since then are kept,
        because a hand may only have covered them.
    """

    anchor: Anchor
    colours: Chroma
    places: tuple[DiePlace, ...] = ()

    @classmethod
    def begin(cls, reading: Reading, grey: Grey, scale: float, image: Image) -> "Scene":
        """Return the first scene, before which nothing is known."""
        sure = [die for die in reading.dice if die.confidence >= MIN_SURE]
        places = tuple(remember_die(die, grey, scale) for die in sure)
        return cls(Anchor(grey), compute_chroma(image, grey.shape), places)

    def compare(self, grey: Grey, scale: float, image: Image) -> Sight:
        """Compare a picture with the scene."""
        change = self.anchor.compare(grey, far=True)
        colours = compute_chroma(image, grey.shape)
        other = find_recoloured(warp_chroma(colours, change.matrix), self.colours)
        both = replace(change, mask=change.mask | other, count=change.count + cv2.countNonZero(other))
        return Sight(grey, colours, scale, both, other)

    def lies_unchanged(self, grey: Grey) -> bool:
        """Return whether all dice of the last throw still lie in their places, so that none was thrown."""
        places = [place for place in self.places if not place.gone]
        if not places:
            return False
        aligned = self.anchor.compare(grey, far=True).aligned
        return all(is_still_there(place, aligned) for place in places)

    def find_hand(self, reading: Reading, sight: Sight) -> Mask | None:
        """Find what reaches in over the border and is no die, in pixels of this scene."""
        dice = [sight.locate(die) for die in reading.dice] + [place.box for place in self.places]
        aligned = warp(sight.grey, sight.change.matrix)
        return find_hand(aligned, self.anchor.grey, sight.recoloured, dice)

    def judge(self, reading: Reading, sight: Sight, number: int | None) -> "Judgement":
        """Judge what a still picture means.

        Parameters
        ----------
        reading
            The reading of the picture.
        sight
            The picture.
        number
            How many dice there must be; ``None``: any number.

        Returns
        -------
        Judgement
            The verdict, the scene from now on, and the reading to report.
        """
        hand = self.find_hand(reading, sight)
        dice = {die: remember_die(die, sight.grey, sight.scale) for die in reading.dice}
        lying = [place for place in self.places if is_still_there(place, sight.change.aligned)]
        # A single die that was gone may be in its old place by chance; all dice cannot.
        stayed = lying if len(lying) == len(self.places) else [place for place in lying if not place.gone]
        boxes = {die: sight.locate(die) for die in reading.dice}
        known = [die for die, box in boxes.items() if self._is_known(die, box, stayed)]
        came = [die for die, box in boxes.items() if die not in known and has_changed(box, sight.change.mask)]
        # The values of badly placed dice are not known, but it is known that they are dice.
        new = came if reading.doubt in BADLY_PLACED else [die for die in came if die.confidence >= MIN_NEW]
        if not new:
            if unread := self._find_unread(sight, hand, number) if not stayed else ():
                return Judgement(
                    Verdict.THROW, self._make_scene(sight, unread, hand), UNCLEAR.make_reading(reading.dice)
                )
            after = self if hand is not None else self._mark_gone(lying)
            return Judgement(Verdict.NOTHING, after.update(sight, hand), reading)
        # Something that looks like a die, is unknown and has not changed is a die that was overlooked before,
        # or part of the mat's pattern.
        others = [
            die for die in reading.dice if die not in known and die not in came and die.confidence >= MIN_SURE
        ]
        if number is not None and len(known) + len(came) >= number:
            others = []
        kept = tuple(die for die in reading.dice if die in known or die in came or die in others)
        after = self._make_scene(sight, tuple(dice[die] for die in kept if die.confidence >= MIN_NEW), hand)
        if is_bump(tuple(place for place in self.places if not place.gone), after.places, sight.grey):
            return Judgement(Verdict.NOTHING, after, reading)
        if stayed or others:
            return Judgement(Verdict.PART, after, ask_about(kept, came))
        return Judgement(Verdict.THROW, after, keep_dice(reading, kept))

    def _find_unread(self, sight: Sight, hand: Mask | None, number: int | None) -> tuple[DiePlace, ...]:
        """Return new objects that look like a throw although they cannot be read as dice."""
        aligned = warp(sight.grey, sight.change.matrix)
        found = [] if hand is not None else find_things(sight.change.mask, aligned, self.anchor.grey)
        # Dice that touch look like one object, so there may be fewer objects than dice.
        few, many = (
            (_MIN_UNREAD_OBJECTS, len(found))
            if number is None
            else (min(_MIN_UNREAD_OBJECTS, number), number)
        )
        if not few <= len(found) <= many:
            return ()
        back = cast("Matrix", cv2.invertAffineTransform(sight.change.matrix))
        return tuple(remember_box(transform_box(box, back), 0, sight.grey) for box in found)

    def _is_known(self, die: Die, box: Box, stayed: list[DiePlace]) -> bool:
        """Return whether a die has not moved since the last judgement.

        That is so if it looks the same, or if it has the same value and another die looks the same.
        """
        near = [place for place in self.places if is_near(box, place)]
        return any(
            place in stayed or (stayed and place.value == die.value and not place.gone) for place in near
        )

    def _mark_gone(self, lying: list[DiePlace]) -> "Scene":
        """Return this scene with the dice marked as gone that are no longer in their places."""
        places = (place if place in lying else replace(place, gone=True) for place in self.places)
        return replace(self, places=tuple(places))

    def update(self, sight: Sight, hand: Mask | None = None) -> "Scene":
        """Return the scene with the new picture; its dice keep the look that they had."""
        back = cast("Matrix", cv2.invertAffineTransform(sight.change.matrix))
        places = tuple(replace(place, box=transform_box(place.box, back)) for place in self.places)
        return self._make_scene(sight, places, hand)

    def _make_scene(self, sight: Sight, places: tuple[DiePlace, ...], hand: Mask | None) -> "Scene":
        """Return the new scene with these dice; a hand in it is replaced by what was there before."""
        if hand is None:
            return Scene(Anchor(sight.grey), sight.colours, places)
        back = cast("Matrix", cv2.invertAffineTransform(sight.change.matrix))
        covered = widen_hand(warp(hand, back)) > 0
        before = match_light(warp(self.anchor.grey, back), sight.grey)
        colours = np.where(covered[..., None], warp_chroma(self.colours, back), sight.colours)
        return Scene(Anchor(np.where(covered, before, sight.grey)), colours, places)


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """The meaning of a still picture: the verdict, the scene from now on, and the reading to report."""

    verdict: Verdict
    scene: Scene
    reading: Reading


def is_clear(reading: Reading, sight: Sight, hand: Mask) -> bool:
    """Return whether no die of a reading is near a hand, which could pick it up."""
    wide = widen_hand(hand)
    boxes = (convert_to_pixels(sight.locate(die), wide.shape) for die in reading.dice)
    return not any(wide[top:bottom, left:right].any() for left, top, right, bottom in boxes)


def keep_dice(reading: Reading, kept: tuple[Die, ...]) -> Reading:
    """Return a reading with only these of its dice; it asks about the same die as before.

    >>> from pi_bunco.readings import Die, Status
    >>> mark, die = Die(2, 0.3, (0, 0, 9, 9)), Die(3, 0.6, (20, 0, 29, 9))
    >>> keep_dice(Reading(Status.DOUBTFUL, (mark, die), which=1), (die,)).which
    0
    """
    asked = None if reading.which is None else reading.dice[reading.which]
    which = kept.index(asked) if asked in kept else None
    return replace(reading, dice=kept, which=which, other=None if which is None else reading.other)


def ask_about(dice: tuple[Die, ...], came: list[Die]) -> Reading:
    """Return a reading that asks, because only some dice are new; if only one is, it asks about that die.

    >>> from pi_bunco.readings import Die
    >>> old, new = Die(2, 1.0, (0, 0, 9, 9)), Die(3, 1.0, (20, 0, 29, 9))
    >>> asked = ask_about((old, new), [new])
    >>> str(asked.reason), asked.which
    ('Only one die moved.', 1)
    >>> str(ask_about((old,), [old]).reason)
    'One die may still lie as it was thrown before.'
    """
    if len(came) == len(dice):  # the one that seems to have stayed was not read
        return DoubtReason(Doubt.PART, say("One die may still lie as it was thrown before.")).make_reading(
            dice
        )
    moved = _COUNTS.get(len(came)) or say("{count} dice", count=len(came))
    which = dice.index(came[0]) if len(came) == 1 else None
    return DoubtReason(Doubt.PART, say("Only {moved} moved.", moved=moved), which).make_reading(dice)

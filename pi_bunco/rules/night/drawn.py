"""Places that are drawn at random: the draw itself comes from outside."""

from collections.abc import Sequence

from pi_bunco.rules import words
from pi_bunco.rules.faults import Misfit
from pi_bunco.rules.night.asks import Draw
from pi_bunco.rules.night.places import Drawn
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say


class DrawnPlaces:
    """So many places, drawn among those who have none yet.

    Where there are no more players than places, all have one and nobody is drawn.

    >>> places = DrawnPlaces("four", ["Ann", "Bob", "Cy"], 2)
    >>> places.take("Cy")
    >>> places.due
    Draw(purpose='four', among=('Ann', 'Bob'), how_many=1)
    >>> DrawnPlaces("wild_card", ["Ann"], 1).players
    ['Ann']
    """

    def __init__(self, purpose: Drawn, among: Sequence[str], places: int) -> None:
        self.purpose = purpose
        self.players = list(among) if len(among) <= places else []
        self._left = [name for name in among if name not in self.players]
        self._places = places

    @property
    def due(self) -> Draw | None:
        """What is to be drawn, ``None`` when all places are taken."""
        missing = self._places - len(self.players)
        return Draw(self.purpose, tuple(self._left), missing) if missing > 0 and self._left else None

    def take(self, player: str) -> None:
        """Give a place to the player who was drawn.

        Raises
        ------
        Misfit
            If nobody is drawn for that now, or not they.
        """
        if not self.due:
            raise Misfit(say("nobody is drawn for that: the places are taken"))
        if player not in self._left:
            raise Misfit(
                say(
                    "{name} is not among those who may be drawn: {names}",
                    name=clip_text(player),
                    names=words.some(self._left),
                )
            )
        self._left.remove(player)
        self.players.append(player)

"""The drawing of a name: its purpose, the names in the hat, and the players who already have a place."""

from dataclasses import dataclass

from pi_bunco.sentences import say
from pi_bunco.views.table import TableView


@dataclass(frozen=True, slots=True)
class DrawingView:
    """A drawing.

    Attributes
    ----------
    title, text
        Its purpose, and what people do.
    hat
        The names in the hat.
    where, placed
        Words for the places that are already taken, and the players who have them.
    """

    title: str
    text: str
    hat: tuple[str, ...]
    where: str
    placed: tuple[str, ...]


def make_drawing(view: TableView) -> DrawingView:
    """Return the drawing that a table waits for."""
    need = view.need
    assert need is not None  # noqa: S101 - a drawing is an ask
    results = view.results
    placed = results.finalists or results.semi_finalists
    return DrawingView(
        title=say("{title} · {rest} first", title=need.title, rest=view.rest) if view.rest else need.title,
        text=need.text,
        hat=need.among,
        where=say("At the final table:") if results.finalists else say("In the semi-final:"),
        # The seats of a semi-final are drawn among players who already have a place.
        placed=tuple(name for name in placed if name not in need.among),
    )

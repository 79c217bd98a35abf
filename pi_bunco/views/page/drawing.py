"""The drawing of a name: what it is for, who is in the hat, and who already has a place."""

from dataclasses import dataclass

from pi_bunco.sentences import say
from pi_bunco.views.table import TableView


@dataclass(frozen=True, slots=True)
class DrawingView:
    """A drawing.

    Attributes
    ----------
    title, text
        What it is for, and what people do.
    hat
        The names in the hat.
    where, placed
        The places that are already taken, and by whom.
    """

    title: str
    text: str
    hat: tuple[str, ...]
    where: str
    placed: tuple[str, ...]


def make_drawing(view: TableView) -> DrawingView:
    """Return the drawing that a table waits for."""
    need = view.need
    assert need is not None  # noqa: S101 - a drawing is a need
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

"""What everybody should see and hear when something has happened: the bell, a bunco, the end."""

from pi_bunco.rules import Table
from pi_bunco.table.book import Book
from pi_bunco.table.show import leaders
from pi_bunco.table.snapshot import Alert
from pi_bunco.table.words import TARGETS, names

_EACH = 4  # alerts that one event can bring, so that their numbers stay apart


def alerts(book: Book, seen: int, before: str) -> tuple[Alert, ...]:
    """Tell what the events from ``seen`` on brought.

    Parameters
    ----------
    book
        The game after them.
    seen
        The number of the first new event.
    before
        The table's state before them.
    """
    game, table = book.game, book.game.tables[0]
    news: list[tuple[str, str, str, str | None]] = []
    if any(body["event"] == "bell" for body in book.lines[seen:]):
        first = f"{table.holder} throws first" if table.holder else ""
        news.append(
            ("start", f"Round {game.round}", f"Rolling for {TARGETS[game.target - 1]}. {first}", None)
        )
    called = any(body["event"] == "call" for body in book.lines[seen:])
    for thrown in table.throws:
        new = thrown.seq >= seen or (called and thrown is table.throws[-1])
        if new and thrown.score.kind == "bunco" and not thrown.rolloff:
            news.append(("bunco", "Bunco!", thrown.thrower, book.lines[thrown.seq].get("image")))
    if before == "playing" and table.state != "playing":
        news.append(("end", f"Round {game.rounds[-1].round} is over", _after_the_bell(table), None))
    if before != "decided" and game.status == "over":
        news.append(("over", "The game is over", f"{names(leaders(book))} won most", None))
    return tuple(
        Alert(seen * _EACH + k, kind, title, text, image)  # type: ignore[arg-type] # kinds are literals above
        for k, (kind, title, text, image) in enumerate(news)
    )


def _after_the_bell(table: Table) -> str:
    """Say what the bell left: a turn to finish, a roll-off, or a winner."""
    if table.state == "finishing":
        return f"{table.holder} finishes her turn"
    if table.state == "rolloff":
        return "Equal scores: a roll-off decides"
    return f"{names(table.winners)} won it"

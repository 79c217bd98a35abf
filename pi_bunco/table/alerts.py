"""What everybody should see and hear when something has happened: the bell, a bunco, the end."""

from dataclasses import dataclass

from pi_bunco.rules import Table
from pi_bunco.rules.table import State
from pi_bunco.rules.words import names
from pi_bunco.table.book import Book, name_of
from pi_bunco.table.results import leaders
from pi_bunco.table.snapshot import Alert
from pi_bunco.table.words import TARGETS

_EACH = 4  # alerts that one event can bring, so that their numbers stay apart


@dataclass(frozen=True, slots=True)
class Before:
    """How a game stood before some events.

    Attributes
    ----------
    seen
        The number that the first of them gets.
    state
        The table's state.
    over
        Whether nothing was left to be played.
    """

    seen: int
    state: State
    over: bool

    @classmethod
    def of(cls, book: Book) -> "Before":
        """Take it down."""
        return cls(book.next, book.played.tables[0].state, book.night.over)


def alerts(book: Book, before: Before) -> tuple[Alert, ...]:
    """Tell what happened since ``before`` that everybody should see and hear."""
    seen = before.seen
    game, table = book.played, book.played.tables[0]
    news: list[tuple[str, str, str, str | None]] = []
    if any(name_of(body) == "bell" for body in book.lines[seen:]):
        first = f"{table.holder} throws first" if table.holder else ""
        news.append(
            ("start", f"Round {game.round}", f"Rolling for {TARGETS[game.target - 1]}. {first}", None)
        )
    called = any(name_of(body) == "call" for body in book.lines[seen:])
    for thrown in table.throws:
        new = thrown.seq + book.seated >= seen or (called and thrown is table.throws[-1])
        if new and thrown.score.kind == "bunco" and not thrown.rolloff:
            news.append(
                ("bunco", "Bunco!", thrown.thrower, book.lines[thrown.seq + book.seated].get("image"))
            )
    if before.state == "playing" and table.state != "playing":
        news.append(("end", f"Round {game.rounds[-1].round} is over", _after_the_bell(table), None))
    if book.night.over and not before.over:
        news.append(("over", *_the_end(book), None))
    return tuple(
        Alert(seen * _EACH + k, kind, title, text, image)  # type: ignore[arg-type] # kinds are literals above
        for k, (kind, title, text, image) in enumerate(news)
    )


def _the_end(book: Book) -> tuple[str, str]:
    """Say who has won what everybody played for."""
    night = book.night
    if night.finals and night.finals.grand_prize:
        return "The grand prize!", f"{night.finals.grand_prize} wins it"
    if night.sets:
        return "The game is over", f"{names(night.sets[-1].winners)} wins"
    return "The game is over", f"{names(leaders(book))} won most"


def _after_the_bell(table: Table) -> str:
    """Say what the bell left: a turn to finish, a roll-off, or a winner."""
    if table.state == "finishing":
        return f"{table.holder} finishes her turn"
    if table.state == "rolloff":
        return "Equal scores: a roll-off decides"
    return f"{names(table.winners)} won it"

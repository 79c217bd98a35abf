"""What everybody should see and hear when something has happened: the bell, a bunco, the end."""

from dataclasses import dataclass

from pi_bunco.rules import Table
from pi_bunco.rules.table import State
from pi_bunco.rules.words import names
from pi_bunco.table.book import Book, name_of
from pi_bunco.table.results import leaders
from pi_bunco.table.snapshot import Alert
from pi_bunco.table.table_lines import HEAD
from pi_bunco.table.words import TARGETS

_EACH = 4  # alerts that one event can bring, so that their numbers stay apart


@dataclass(frozen=True, slots=True)
class Before:
    """How a game stood before some events.

    Attributes
    ----------
    seen
        The number that the first of them gets.
    round
        The round that was played.
    states
        The state of each table.
    over
        Whether nothing was left to be played.
    """

    seen: int
    round: int
    states: tuple[State, ...]
    over: bool

    @classmethod
    def of(cls, book: Book) -> "Before":
        """Take it down."""
        states = tuple(table.state for table in book.played.tables)
        return cls(book.next, book.played.round, states, is_over(book))


def is_over(book: Book) -> bool:
    """Tell whether nothing is left to be played."""
    return book.game.status == "over" and book.night.over


def alerts(book: Book, number: int, before: Before) -> tuple[Alert, ...]:
    """Tell what happened since ``before`` that everybody at a table should see and hear."""
    seen = before.seen
    game, table = book.played, book.table(number)
    was_playing = number <= len(before.states) and before.states[number - 1] == "playing"
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
    if was_playing and table.state != "playing":
        over = f"Round {before.round} is over"
        here = any(book.table_of(seq) == number for seq in range(seen, book.next))
        if number == HEAD or here or table.state == "finishing":
            news.append(("end", over, _after_the_bell(table), None))
        else:  # somebody there may be about to throw
            news.append(("end", "STOP", f"{over}. {_after_the_bell(table)}", None))
    if not before.over and is_over(book):
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
        return f"{table.holder} finishes their turn"
    if table.state == "rolloff":
        return "Equal scores: a roll-off decides"
    return f"{names(table.winners)} won it"

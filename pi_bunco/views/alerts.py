"""What takes the whole screen of a page, and the buzzer, once: news in the words of the guests."""

from pi_bunco.game.news import BuncoThrown, GameEnded, News, RoundBegan, RoundEnded
from pi_bunco.rules.words import names
from pi_bunco.views.table import Alert
from pi_bunco.views.words import TARGETS


def alert(news: News) -> Alert:
    """Return news as a page shows them.

    >>> alert(News(8, BuncoThrown("Ann", None)))
    Alert(id=8, kind='bunco', title='Bunco!', text='Ann', image=None, stop=False)
    """
    fact = news.fact
    match fact:
        case RoundBegan():
            return Alert(news.id, "start", f"Round {fact.round}", _target(fact))
        case BuncoThrown():
            return Alert(news.id, "bunco", "Bunco!", fact.thrower, fact.image)
        case RoundEnded():
            over = f"Round {fact.round} is over"
            left = _left(fact)
            title, text = ("STOP", f"{over}. {left}") if fact.stop else (over, left)
            return Alert(news.id, "end", title, text, stop=fact.stop)
        case GameEnded():
            return Alert(news.id, "over", *_end(fact))


def _target(fact: RoundBegan) -> str:
    first = f"{fact.first} throws first" if fact.first else ""
    return f"Rolling for {TARGETS[fact.target - 1]}. {first}"


def _left(fact: RoundEnded) -> str:
    """Say what the bell left: a turn to finish, a roll-off, or a winner."""
    if fact.state == "finishing":
        return f"{fact.holder} finishes their turn"
    if fact.state == "rolloff":
        return "Equal scores: a roll-off decides"
    return f"{names(fact.winners)} won it"


def _end(fact: GameEnded) -> tuple[str, str]:
    """Say who has won what everybody played for."""
    winners = names(fact.winners)
    match fact.of:
        case "grand prize":
            return "The grand prize!", f"{winners} wins it"
        case "set":
            return "The game is over", f"{winners} wins"
        case _:
            return "The game is over", f"{winners} won most"

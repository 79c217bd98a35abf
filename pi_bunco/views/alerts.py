"""Alerts: news in words for guests. Each fills the screen of a page once, and sounds the buzzer."""

from pi_bunco.game.news import BuncoThrown, GameEnded, News, PointsTaken, RoundBegan, RoundEnded
from pi_bunco.rules.words import join_names
from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.views.table import Alert
from pi_bunco.views.words import TARGET_WORDS


def make_alert(news: News) -> Alert:
    """Return news as an alert.

    >>> make_alert(News(8, BuncoThrown("Ann", None)))
    Alert(id=8, kind='bunco', title='Bunco!', text='Ann', image=None, stop=False)
    """
    fact = news.fact
    match fact:
        case RoundBegan():
            return Alert(news.id, "start", say("Round {round}", round=fact.round), _say_target(fact))
        case BuncoThrown():
            return Alert(news.id, "bunco", say("Bunco!"), join_names([fact.thrower]), fact.image)
        case PointsTaken():
            return Alert(news.id, "wipe", say("Three ones!"), _say_taken(fact))
        case RoundEnded():
            title, text = say("Round {round} is over", round=fact.round), _say_what_follows(fact)
            if fact.stop:
                title, text = say("STOP"), say("{over}. {left}", over=title, left=text) if text else title
            return Alert(news.id, "end", title, text, stop=fact.stop)
        case GameEnded():
            return Alert(news.id, "over", *_say_winners(fact))


def _say_target(fact: RoundBegan) -> Sentence:
    target = say("Rolling for {target}.", target=TARGET_WORDS[fact.target - 1])
    if not fact.first:
        return target
    return say("{target} {first}", target=target, first=say("{name} throws first", name=fact.first))


def _say_taken(fact: PointsTaken) -> Sentence:
    return say_count(
        "{names}: {count} point of this round is lost",
        "{names}: {count} points of this round are lost",
        fact.points,
        names=join_names(fact.side),
    )


def _say_what_follows(fact: RoundEnded) -> str:
    """Say what comes after the bell: a turn to finish, a roll-off, or a winner; ``""``: nobody knows yet."""
    if fact.state == "finishing":
        return say("{name} finishes their turn", name=fact.holder)
    if fact.state == "rolloff":
        return say("Equal scores: a roll-off decides")
    return say("{winners} won it", winners=join_names(fact.winners)) if fact.winners else ""


def _say_winners(fact: GameEnded) -> tuple[Sentence, Sentence]:
    """Say who won the game, the set or the grand prize."""
    if not fact.winners:
        return say("The game is over"), say("Now come the awards.")
    winners = join_names(fact.winners)
    if fact.won_by == "grand_prize":
        return say("The grand prize!"), say("{winner} wins it", winner=winners)
    wins = say_count("{winners} wins", "{winners} win", len(fact.winners), winners=winners)
    return say("The game is over"), wins

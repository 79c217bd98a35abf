"""Who leads, and who has won the game."""

from pi_bunco.game.book import Book


def is_over(book: Book) -> bool:
    """Return whether nothing is left to be played."""
    return book.game.status == "over" and book.night.over


def leaders(book: Book) -> tuple[str, ...]:
    """Return who leads in wins; ties are shared."""
    cards = book.played.players
    most = max(card.wins for card in cards.values())
    return tuple(name for name, card in cards.items() if card.wins == most)


def winners(book: Book) -> tuple[str, ...]:
    """Return who has won the game: the grand prize, the last set, or else most rounds."""
    night = book.night
    if night.finals and night.finals.grand_prize:
        return (night.finals.grand_prize,)
    return night.sets[-1].winners if night.sets else leaders(book)

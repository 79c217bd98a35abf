"""Finds whether the game is over, and who leads or has won."""

from pi_bunco.game.book import Book


def is_over(book: Book) -> bool:
    """Return whether the game and its night are over."""
    return book.game.status == "over" and book.night.over


def find_leaders(book: Book) -> tuple[str, ...]:
    """Return the players with the most wins."""
    cards = book.played.players
    most = max(card.wins for card in cards.values())
    return tuple(name for name, card in cards.items() if card.wins == most)


def find_winners(book: Book) -> tuple[str, ...]:
    """Return the winners of the grand prize, of the last set, or else of the most rounds."""
    night = book.night
    if night.finals and night.finals.grand_prize:
        return (night.finals.grand_prize,)
    return night.sets[-1].winners if night.sets else find_leaders(book)

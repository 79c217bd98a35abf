"""Text keeps to its cells with any names."""

from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.paper.text import (
    align_ends,
    align_left,
    cell_len,
    cut,
    make_printable,
)

names = st.text(st.characters(), max_size=30)


@given(names, st.integers(2, 20))
def test_text_fills_its_cells(name: str, width: int) -> None:
    """A name in any script fills exactly its cells, and contains only printable letters."""
    for placed in (
        align_left(name, width),
        align_ends(name, "7", width + 2),
    ):
        assert cell_len(placed) in (width, width + 2)
        assert placed.isprintable()
        placed.encode()


def test_wide_letters_count_twice() -> None:
    """Letters that are two cells wide are not cut in the middle."""
    assert cut("寿司寿司", 5) == "寿司…"
    assert align_left("寿司", 5) == "寿司 "


def test_control_letters_are_replaced() -> None:
    """Line ends, colours and surrogates in a name become a replacement letter."""
    assert make_printable("A\nB\x1b[1m\ud800") == "A�B�[1m�"

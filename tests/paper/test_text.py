"""Text keeps to its cells, whatever stands in a name."""

from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.paper.text import (
    align_ends,
    align_left,
    align_right,
    cell_len,
    center,
    cut,
    draw_box,
    make_printable,
    place_beside,
)

names = st.text(st.characters(), max_size=30)


@given(names, st.integers(2, 20))
def test_text_fills_its_cells(name: str, width: int) -> None:
    """A name of any script fills exactly the cells that it is given, and nothing in it moves the pen."""
    for placed in (
        align_left(name, width),
        align_right(name, width),
        center(name, width),
        align_ends(name, "7", width + 2),
    ):
        assert cell_len(placed) in (width, width + 2)
        assert placed.isprintable()
        placed.encode()


def test_wide_letters_count_twice() -> None:
    """Letters that take two cells are not cut through the middle."""
    assert cut("寿司寿司", 5) == "寿司…"
    assert align_left("寿司", 5) == "寿司 "
    assert align_right("寿司", 5) == " 寿司"
    assert center("寿", 5) == " 寿  "


def test_what_moves_the_pen_is_not_printed() -> None:
    """Line ends, colours and halves of letters in a name become a mark."""
    assert make_printable("A\nB\x1b[1m\ud800") == "A�B�[1m�"


def test_blocks_stand_side_by_side_as_they_fit() -> None:
    """Blocks fill a row up to its width and number; a shorter block leaves its cells empty."""
    blocks = [["aa", "aa"], ["bb"], ["cc"]]
    assert place_beside(blocks, " ", most=3, width=8) == ["aa bb cc", "aa"]
    assert place_beside(blocks, " ", most=3, width=7) == ["aa bb", "aa", "", "cc"]
    assert place_beside(blocks, "|", most=2, width=8, rule="--") == ["aa|bb", "aa|", "--", "cc"]
    assert place_beside([], " ", most=2) == []


def test_box_is_ruled_where_it_is_asked_for() -> None:
    """Lines stand under the rows that were named, never twice at the end."""
    rows = [["a"], ["b"], ["c"]]
    assert draw_box(rows, [1], under=[0, 2]) == ["┌─┐", "│a│", "├─┤", "│b│", "│c│", "└─┘"]

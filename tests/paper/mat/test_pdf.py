"""The PDF itself: a file that readers of PDF take as it is."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pi_bunco.paper.mat.draw import draw_cards, draw_mat
from pi_bunco.paper.mat.pdf import MatLettering, Page


def test_pdf_table_points_at_its_objects() -> None:
    """Each row of the cross-reference table is the place of that object; the trailer points at the table."""
    pdf = draw_mat("a4")
    rows = re.findall(rb"(\d{10}) 00000 n ", pdf)
    assert len(rows) == 7
    for number, row in enumerate(rows, 1):
        assert pdf[int(row) :].startswith(b"%d 0 obj" % number)
    table = re.search(rb"startxref\n(\d+)", pdf)
    assert table
    assert pdf[int(table[1]) :].startswith(b"xref")


def test_pdf_stream_is_as_long_as_it_says() -> None:
    """The length of the drawing is the one that is told."""
    told = re.search(rb"/Length (\d+) >>\nstream\n(.*)\nendstream", draw_mat("a3"), re.DOTALL)
    assert told
    assert len(told[2]) == int(told[1])


def test_pdf_asks_not_to_be_shrunk() -> None:
    """A viewer is asked to print it in its true size."""
    assert b"/PrintScaling /None" in draw_mat("letter")


def test_pdf_is_the_same_each_time() -> None:
    """The same mat gives the same file, so that a committed one can be compared."""
    assert draw_cards("a4") == draw_cards("a4")


@pytest.mark.skipif(
    not shutil.which("pdftotext"), reason="pdftotext (package poppler-utils) is not installed here"
)
def test_pdf_words_are_words(tmp_path: Path) -> None:
    """What is written can be read out again, brackets and backslashes too; the page has its size."""
    page = Page(297, 210, "Words")
    page.words(20, 20, r"Print (at 100 %) C:\mat", MatLettering(5))
    (tmp_path / "page.pdf").write_bytes(page.bytes)
    read = ["pdftotext", str(tmp_path / "page.pdf"), "-"]
    done = subprocess.run(read, capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == (r"Print (at 100 %) C:\mat", "")
    facts = subprocess.run(["pdfinfo", tmp_path / "page.pdf"], capture_output=True, text=True, check=True)
    assert re.search(r"Page size: +841\.89 x 595\.276 pts \(A4\)", facts.stdout)

"""A mark for tests that need a font for PDF files."""

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.paper.pdf.fonts import find_base


def _why_not() -> str:
    try:
        find_base()
    except Trouble as trouble:
        return f"{trouble.text} {trouble.remedy}"
    return ""


PRINTED = pytest.mark.skipif(bool(_why_not()), reason=_why_not())
"""Skips tests that draw a PDF if this machine has no font for it."""

"""Rule sheets as data: the printed ones in this folder, and sheets that a house writes for itself."""

from pi_bunco.rules.sheets.file import SheetError, SheetFault, Written, load_sheet, load_written, parse_sheet
from pi_bunco.rules.sheets.parts import Award, Layout, Move
from pi_bunco.rules.sheets.sheet import SHEETS, Sheet
from pi_bunco.rules.sheets.values import make_sheet

__all__ = [
    "SHEETS",
    "Award",
    "Layout",
    "Move",
    "Sheet",
    "SheetError",
    "SheetFault",
    "Written",
    "load_sheet",
    "load_written",
    "make_sheet",
    "parse_sheet",
]

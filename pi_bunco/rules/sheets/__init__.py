"""Rule sheets as data: the five printed ones beside this file, and what a house writes for itself."""

from pi_bunco.rules.sheets.sheet import SHEETS, Award, Layout, Move, Sheet, load_sheet

__all__ = ["SHEETS", "Award", "Layout", "Move", "Sheet", "load_sheet"]

"""Reads lists of guests as people have them: typed, pasted, or in a file of a spreadsheet or text program."""

from pi_bunco.guest_list.decode import decode_list
from pi_bunco.guest_list.listed import ListedGuests, ListTrouble
from pi_bunco.guest_list.read import read_guests

__all__ = ["ListTrouble", "ListedGuests", "decode_list", "read_guests"]

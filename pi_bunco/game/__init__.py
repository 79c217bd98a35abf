"""The game of a room: one log and one writer; commands become events, or are refused with a sentence."""

"""The game of a room, with one log and one writer. Commands become events, or are refused with a sentence."""

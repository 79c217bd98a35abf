"""The page on which the staff of a team confirm what is on its score cards."""

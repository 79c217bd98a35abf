"""The page on which staff compare the totals of score cards on paper with what was counted."""

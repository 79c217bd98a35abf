"""What a host prints: score cards, tallies, result tables, and the page of a rule sheet."""

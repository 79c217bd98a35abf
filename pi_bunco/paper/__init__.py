"""What a host prints: score cards, tallies, result tables, the page of a rule sheet."""

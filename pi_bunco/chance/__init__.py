"""Where chance enters: fair and loaded dice, odds, and whole parties played for figures."""

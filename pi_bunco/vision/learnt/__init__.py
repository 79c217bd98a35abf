"""The networks, which learnt from pictures where dice are and what each shows."""

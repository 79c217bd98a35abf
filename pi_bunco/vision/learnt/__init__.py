"""What was learnt from pictures: where dice lie, and what each shows."""

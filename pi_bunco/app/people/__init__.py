"""What is stored about people, how long, and how it is deleted for good."""

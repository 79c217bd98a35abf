"""What is known of one table: where its mat lies in the picture, how it looks empty, how large dice are."""

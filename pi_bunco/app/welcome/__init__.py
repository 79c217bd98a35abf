"""The welcome: asks for the first game on pages, while there is none."""

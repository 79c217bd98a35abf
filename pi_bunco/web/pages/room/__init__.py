"""The page for the room's large screen."""

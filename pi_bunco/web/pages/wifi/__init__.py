"""The page on which the host switches the Pi's own Wi-Fi."""

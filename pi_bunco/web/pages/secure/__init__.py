"""The page "Awake and safe": the pages over HTTPS, and how a device comes to trust them."""

"""The page with the QR code for phones."""

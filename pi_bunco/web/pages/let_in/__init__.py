"""The page that lets in the device whose QR code was scanned."""

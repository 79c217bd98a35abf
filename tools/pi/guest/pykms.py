"""Stands in for Raspberry Pi OS's python3-kms++: picamera2 imports it for screens that nobody opens here."""


class _Any:
    def __getattr__(self, name: str) -> str:
        return name


PixelFormat = _Any()

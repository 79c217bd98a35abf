"""Replaces Raspberry Pi OS's python3-kms++, which picamera2 imports for screens that are not used here."""


class _Any:
    def __getattr__(self, name: str) -> str:
        return name


PixelFormat = _Any()

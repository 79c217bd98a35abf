"""The errors for pictures that are refused."""

from pi_bunco.limits import PICTURE_PIXELS


class PictureFault(ValueError):
    """A picture is refused.

    Parameters
    ----------
    text
        What is wrong, as the rest of a sentence that begins with the picture's name.

    Attributes
    ----------
    text
        What is wrong, as in the parameter.
    remedy
        What to do about it, as one sentence.

    >>> fault = Damaged("it breaks off")
    >>> f"a.jpg {fault.text}. {fault.remedy}"
    'a.jpg is damaged, or of a rare kind (it breaks off). Copy it again, or save it anew ...'
    """

    remedy = "Choose a JPEG, PNG or WebP picture that opens in a picture viewer."

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class NoPicture(PictureFault):
    """The file is no picture, or has a format that is not supported."""


class Damaged(PictureFault):
    """The picture is not complete: its decoder, or a checksum, shows damage."""

    remedy = "Copy it again, or save it anew in a picture viewer."

    def __init__(self, why: str) -> None:
        super().__init__(f"is damaged, or of a rare kind ({why})")


class TooLarge(PictureFault):
    """The picture has too many pixels."""

    remedy = "Make it smaller, or choose another."

    def __init__(self, width: int, height: int, most: int = PICTURE_PIXELS) -> None:
        super().__init__(f"has {width:,} x {height:,} pixels; {most:,} are the most")


def check_size(width: int, height: int, most: int) -> None:
    """Check that a picture has pixels, and not too many.

    Raises
    ------
    Damaged, TooLarge
        If it has no pixels, or more than `most`.
    """
    if width < 1 or height < 1:
        raise Damaged("it has no pixels")
    if width * height > most:
        raise TooLarge(width, height, most)

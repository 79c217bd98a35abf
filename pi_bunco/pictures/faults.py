"""The errors for pictures that are refused."""

from pi_bunco.figures import say_number
from pi_bunco.limits import PICTURE_PIXELS
from pi_bunco.sentences import Sentence, say


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

    >>> fault = Damaged(say("it breaks off"))
    >>> f"a.jpg {fault.text}. {fault.remedy}"
    'a.jpg is damaged, or of a rare kind (it breaks off). Copy it again, or save it anew ...'
    """

    remedy = say("Choose a JPEG, PNG or WebP picture that opens in a picture viewer.")

    def __init__(self, text: Sentence) -> None:
        super().__init__(text)
        self.text = text


class NoPicture(PictureFault):
    """The file is no picture, or has a format that is not supported."""


class Damaged(PictureFault):
    """The picture is not complete: its decoder, or a checksum, shows damage."""

    remedy = say("Copy it again, or save it anew in a picture viewer.")

    def __init__(self, why: str) -> None:
        super().__init__(say("is damaged, or of a rare kind ({why})", why=why))


class TooLarge(PictureFault):
    """The picture has too many pixels."""

    remedy = say("Make it smaller, or choose another.")

    def __init__(self, width: int, height: int, most: int = PICTURE_PIXELS) -> None:
        super().__init__(
            say(
                "has {width} x {height} pixels; at most {most} in all are allowed",
                width=say_number(width),
                height=say_number(height),
                most=say_number(most),
            )
        )


def check_size(width: int, height: int, most: int) -> None:
    """Check that a picture has pixels, and not too many.

    Raises
    ------
    Damaged, TooLarge
        If it has no pixels, or more than `most`.
    """
    if width < 1 or height < 1:
        raise Damaged(say("it has no pixels"))
    if width * height > most:
        raise TooLarge(width, height, most)

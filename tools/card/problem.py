"""What people must know when a folder or a card cannot be made."""


class CardProblem(Exception):
    """A sentence about what is wrong, and one about what to do."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what, remedy)
        self.what = what
        self.remedy = remedy

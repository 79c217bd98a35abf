"""Why a station cannot be opened."""

from typing import Literal

from pi_bunco.errors import Trouble

Setting = Literal["camera", "reader", "calibration"]
"""A setting that a station is opened with."""


class OpeningTrouble(Trouble):
    """A station cannot be opened because of one ``setting``."""

    def __init__(self, text: str, remedy: str, setting: Setting = "camera") -> None:
        super().__init__(text, remedy)
        self.setting = setting

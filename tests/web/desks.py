"""A fake desk of cameras."""

from collections.abc import Sequence
from dataclasses import replace

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.game.refused import Refused
from pi_bunco.sentences import say
from pi_bunco.web.ports.cameras import OfferedCamera

MAT = OfferedCamera("aa", say("USB camera HD Pro Webcam C920"), "USB 1.2", 1, "live")
FREE = OfferedCamera("bb", say("Pi camera imx708"), "", None, "live")
PHONE = OfferedCamera(
    "cc",
    say("Camera on the network"),
    "http://10.0.0.7:8080/a/long/path/of/a/camera/video?user=somebody",
    None,
    "trouble",
    "http://10.0.0.7:8080/ shows a web page, not the pictures of a camera.",
    "Type the address of the pictures. The app or the manual has it; it often ends with /video.",
    added=True,
)


class FakeDesk:
    """A desk that remembers what was asked of it."""

    def __init__(self, *cameras: OfferedCamera, tables: int = 3) -> None:
        self.cameras, self.tables = list(cameras), range(1, tables + 1)
        self.calls: list[tuple[object, ...]] = []

    def list_tables(self) -> Sequence[int]:
        return self.tables

    def list_cameras(self) -> Sequence[OfferedCamera]:
        return self.cameras

    def give(self, table: int, camera: str) -> None:
        self.calls.append(("give", table, camera))
        if camera == "gone":
            raise Refused("This camera is not there any more.", "Look at the list again.")
        self.cameras = [
            replace(each, table=table if each.id == camera else None if each.table == table else each.table)
            for each in self.cameras
        ]

    def give_all(self) -> None:
        self.calls.append(("give all",))

    def add(self, address: str) -> None:
        self.calls.append(("add", address))
        if " " in address:
            raise CameraTrouble(f"“{address}” is not the address of a camera.", "Write it like http://…")

    def add_phone(self, host: str) -> str:
        self.calls.append(("add phone", host))
        if len(self.calls) == 1:
            raise CameraTrouble("No camera app sends pictures on this phone.", "Start the app.")
        return "http://10.0.0.7:8080/video"

    def remove(self, camera: str) -> None:
        self.calls.append(("remove", camera))
        self.cameras = [each for each in self.cameras if each.id != camera]

    def drop_missing(self) -> None:
        self.calls.append(("drop missing",))

    def fetch_picture(self, camera: str) -> bytes | None:
        return b"\xff\xd8\xff\xd9" if camera == "aa" else None

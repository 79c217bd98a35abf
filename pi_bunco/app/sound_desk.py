"""The host's choice of sounds, the quiet hours by the clock of the room, and recordings of the host's own."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from pi_bunco.errors import put_in_words
from pi_bunco.limits import RECORDING_BYTES
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import Sentence, say
from pi_bunco.settings.chosen_sound import SoundChoice, load_sound_choice, save_sound_choice
from pi_bunco.views.devices import RoomSound
from pi_bunco.views.spoken_lines import EFFECTS, list_lines
from pi_bunco.web.ports.sounds import OwnRecordings

LOOK_SECONDS = 10.0
"""Seconds between two looks at the clock, so quiet hours begin at most so much later."""
_MAX_FAULTS = 5
"""Most files whose faults are listed: a page has little room."""
# The beginnings of files that all browsers play, as (offset, bytes): RIFF/WAVE; MPEG audio with and without
# an ID3v2 tag (https://id3.org/id3v2.4.0-structure); ISO base media (ISO/IEC 14496-12, 4.3).
_BEGINNINGS = {
    ".wav": ((8, b"WAVE"),),
    ".mp3": ((0, b"ID3"), (0, b"\xff\xfb"), (0, b"\xff\xf3"), (0, b"\xff\xf2"), (0, b"\xff\xfa")),
    ".m4a": ((4, b"ftyp"),),
}


class SoundKeeper:
    """Implements :class:`pi_bunco.web.ports.sounds.SoundDesk`.

    Parameters
    ----------
    state
        The state folder.
    show
        Called with what all pages need to know, when that changes.
    clock
        Returns the time of the room.
    """

    def __init__(
        self,
        state: Path,
        show: Callable[[RoomSound], object],
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        self.folder = state / "sounds"
        self.choice = load_sound_choice(state)
        self._state, self._show, self._clock = state, show, clock
        self._shown = RoomSound()

    def choose(self, choice: SoundChoice) -> None:
        """Use another choice from now on, and keep it."""
        try:
            save_sound_choice(self._state, choice)
        except OSError as error:
            raise put_in_words(error) from None
        self.choice = choice
        self.look()

    def look(self) -> None:
        """Look at the clock, and show whether pages are quiet now."""
        quiet = self.choice.is_quiet(self._clock().time())
        sound = RoomSound(quiet, self.choice.horn, self.choice.language)
        if sound != self._shown:
            self._shown = sound
            self._show(sound)

    def list_own(self) -> OwnRecordings:
        """Return the host's own recordings."""
        files: dict[str, Path] = {}
        faults: list[str] = []
        for path in self._list_files():
            if fault := _find_fault(path):
                faults.append(fault)
            else:
                files[path.stem] = path
        return OwnRecordings(files, tuple(faults[:_MAX_FAULTS]))

    def _list_files(self) -> Iterator[Path]:
        if self.folder.is_dir():
            yield from sorted(path for path in self.folder.iterdir() if not path.name.startswith("."))


def _find_fault(path: Path) -> Sentence | None:
    """Return why a file is not used, ``None`` if it is."""
    name = clip_text(path.name)
    if path.stem not in (*list_lines(), *EFFECTS):
        return say("{file} is not the name of a spoken line or a sound: the list is in the guide.", file=name)
    beginnings = _BEGINNINGS.get(path.suffix)
    if beginnings is None:
        return say("{file} must be an MP3, M4A or WAV file, with that ending in small letters.", file=name)
    try:
        if path.stat().st_size > RECORDING_BYTES:
            return say("{file} is too large: at most {most} kB.", file=name, most=RECORDING_BYTES // 1000)
        with path.open("rb") as file:
            head = file.read(12)
    except OSError as error:
        return say("{file} cannot be read ({why}).", file=name, why=error.strerror)
    if not any(head[at:].startswith(mark) for at, mark in beginnings):
        return say("The content of {file} does not fit its ending. Save it as MP3 again.", file=name)
    return None

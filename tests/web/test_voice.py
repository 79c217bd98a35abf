"""Every line that a page may speak has a recording, which all browsers play, as loud as the others."""

import io
import re
import shutil
import subprocess
import wave
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient
from numpy.typing import NDArray

from pi_bunco import languages
from pi_bunco.limits import SETS, TABLES
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.views.devices import RoomSound
from pi_bunco.views.room import HeardBunco, RoomView
from pi_bunco.views.spoken_lines import EFFECTS, list_lines
from pi_bunco.views.television import TvShow
from pi_bunco.web import files
from pi_bunco.web.pages.room.announcements import make_announcements
from tests.web.room_states import between, change_tables, make_room, over, resting
from tools.spoken_lines import list_lines_in
from tools.voice import LOUDNESS, measure_loudness, spell_sounds

VOICES = Path(files.__file__).parent / "static" / "voice"
LANGUAGES = sorted((*(path for path in VOICES.iterdir() if path.is_dir()), *languages.FOLDER.glob("*/voice")))


def name_voice(path: Path) -> str:
    return path.parent.name if path.name == "voice" else path.name


MAX_BYTES = 6_000_000
"""Most bytes of a language."""
# The header of MPEG-2 layer III without a checksum: 40 kbit/s, 24 kHz, and one channel (ISO/IEC 13818-3).
HEADER = re.compile(rb"\xff\xf3\x54[\xc0-\xff]")


@pytest.mark.parametrize("language", LANGUAGES, ids=name_voice)
def test_every_line_has_one_recording(language: Path) -> None:
    """There are no others, all are MP3 with one channel, and together they are small."""
    recordings = {path.stem: path.read_bytes() for path in language.glob("*.mp3")}
    assert set(recordings) == set(list_lines())
    assert [name for name, data in recordings.items() if not HEADER.match(data)] == []
    assert sum(map(len, recordings.values())) < MAX_BYTES
    assert not set(EFFECTS) & set(recordings)


def list_asked(room: RoomView) -> set[str]:
    """Return the lines that a page speaks in a room."""
    return {line for each in make_announcements(room).now for line in each.lines}


def test_every_line_that_can_be_asked_for_is_known() -> None:
    """All rounds, sets and tables, in a room of one table and of many, at each part of the night."""
    asked: set[str] = set()
    for tables, number in product((1, TABLES), range(1, LAST_TARGET + 1)):
        room = replace(make_room(tables), round=number, target=number, sets=SETS)
        buncos = tuple(HeardBunco(table, table) for table in range(1, tables + 1))
        asked |= list_asked(replace(room, ended=True, heard_buncos=buncos))
        asked |= list_asked(replace(room, stage="semi_final"))
        asked |= list_asked(between(room))
    for set_ in range(1, SETS + 1):
        asked |= list_asked(replace(make_room(2), round=1, set=set_, sets=SETS))
    room = make_room(TABLES)
    for at in room.tables:
        asked |= list_asked(replace(room, tables=(replace(at, standing="rolloff"),) * 2))
    asked |= list_asked(change_tables(make_room(1), lambda at: replace(at, standing="rolloff")))
    pause = between(make_room(3))
    for part in ("between", "break", "draw", "set_tied", "places", "final"):
        asked |= list_asked(replace(pause, moment=replace(pause.moment, part=part)))
    asked |= list_asked(replace(pause, countdown=120, bell_in=60))
    asked |= list_asked(replace(resting(make_room(3)), break_left=1))
    for show in (TvShow(), TvShow("award", 1), TvShow("all"), TvShow("thanks")):
        asked |= list_asked(replace(over(make_room(3)), tv=show))
    # The page of a table speaks these about itself, and `drawn` with a name. The switch says the welcome.
    known = set(list_lines()) - {"drawn", "welcome"}
    assert asked - set(list_lines()) == set()
    assert known - asked == {f"round-over-{number}" for number in range(1, LAST_TARGET + 1)} - asked


def test_every_line_can_be_spoken() -> None:
    """The tool knows how each English word sounds, and each line ends like a sentence."""
    assert all(spell_sounds(text).endswith((".", "!")) for text in list_lines().values())


@pytest.mark.parametrize("code", ["de", "es"])
def test_every_line_has_a_text_in_each_language(code: str) -> None:
    """No two lines sound alike, and each ends like a sentence."""
    lines = list_lines_in(code)
    assert set(lines) == set(list_lines())
    assert len(set(lines.values())) == len(lines)
    assert all(text.endswith((".", "!")) and "{" not in text for text in lines.values())


def test_pages_speak_the_language_that_the_host_chose(client: FlaskClient) -> None:
    """Without a choice it is the language of each page; a language without a voice speaks English."""
    for code, folder in (("de", "de"), ("es", "es"), ("en", "en"), ("xx", "en")):
        address = files.find_clips(code)
        assert address.endswith(f"/voice/{folder}/")
        with client.get(f"{address}round-4.mp3") as clip:
            assert clip.mimetype == "audio/mpeg"
    assert files.find_clips("") == ""
    room = replace(make_room(2), sound=RoomSound(language="de"))
    assert make_announcements(room).clips == files.find_clips("de")


def decode(path: Path) -> NDArray[np.float32]:
    """Return a recording as samples, full scale 1."""
    pcm = subprocess.run(["lame", "--quiet", "--decode", path, "-"], capture_output=True, check=True).stdout
    with wave.open(io.BytesIO(pcm)) as file:
        assert file.getnchannels() == 1
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    return np.asarray(samples / 32768, np.float32)


@pytest.mark.skipif(shutil.which("lame") is None, reason="lame is not installed")
@pytest.mark.parametrize("language", LANGUAGES, ids=name_voice)
def test_lines_are_equally_loud(language: Path) -> None:
    """None is clipped, empty or long, and all are within 1 dB of the tool's loudness. A ninth is decoded."""
    for path in sorted(language.glob("*.mp3"))[::9]:
        samples = decode(path)
        assert np.abs(samples).max() < 0.95, path.name
        assert abs(measure_loudness(samples) - LOUDNESS) < 1, path.name
        assert 0.6 < len(samples) / 24_000 < 3.5, path.name


def test_the_guide_names_every_line() -> None:
    """Hosts find each name for recordings of their own: of a row of numbers the first and the last one."""
    guide = (Path(__file__).parents[2] / "docs" / "host.md").read_text("utf-8")
    numbers: dict[str, list[int]] = {}
    for name in (*list_lines(), *EFFECTS):
        row, _, number = name.rpartition("-")
        if number.isdigit():
            numbers.setdefault(row, []).append(int(number))
        else:
            assert f"`{name}`" in guide
    for row, those in numbers.items():
        assert f"`{row}-{min(those)}` to `{row}-{max(those)}`" in guide

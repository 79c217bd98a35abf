"""The texts of the spoken lines in each language. The program has only their names, and the recordings."""

from collections.abc import Callable, Mapping

from pi_bunco.limits import SETS, TABLES
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.views.spoken_lines import list_lines

_GERMAN = [
    "null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
    "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn",
]  # fmt: skip
_GERMAN_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
_SPANISH = [
    "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce",
    "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno",
    "veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete", "veintiocho",
    "veintinueve",
]  # fmt: skip
_SPANISH_TENS = ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]

_NUMBERED: Mapping[str, Mapping[str, str]] = {
    "de": {
        "round": "Runde {number}. Es zählen {target}.",
        "round-over": "Runde {number} ist vorbei.",
        "bunco": "Bunco an Tisch {number}!",
        "roll-off": "Stechen an Tisch {number}.",
        "set": "Satz {number}.",
    },
    "es": {
        "round": "Ronda {number}. Buscamos {target}.",
        "round-over": "La ronda {number} terminó.",
        "bunco": "¡Bunco en la mesa {number}!",
        "roll-off": "Desempate en la mesa {number}.",
        "set": "Serie {number}.",
    },
}
"""The lines with a number, by the beginnings of their names."""
_OTHERS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "bunco": "Bunco!",
        "roll-off": "Stechen!",
        "seats": "Bitte geht zu euren Plätzen für die nächste Runde.",
        "next-round": "Nächste Runde in einer Minute.",
        "break": "Zeit für eine Pause.",
        "drawing": "Zeit für eine Ziehung.",
        "drawn": "Herzlichen Glückwunsch!",
        "set-tied": "Ein Stechen entscheidet den Satz.",
        "place": "Ein Wurf entscheidet den Platz.",
        "semi-final": "Jetzt kommt das Halbfinale.",
        "final": "Jetzt kommt das Finale.",
        "game-over": "Das Spiel ist vorbei.",
        "awards": "Jetzt kommen die Auszeichnungen.",
        "thank-you": "Danke fürs Mitspielen. Gute Nacht!",
        "welcome": "Willkommen beim Bunco!",
    },
    "es": {
        "bunco": "¡Bunco!",
        "roll-off": "¡Desempate!",
        "seats": "Por favor, vayan a sus asientos para la próxima ronda.",
        "next-round": "La próxima ronda empieza en un minuto.",
        "break": "Es hora de una pausa.",
        "drawing": "Es hora de un sorteo.",
        "drawn": "¡Felicidades!",
        "set-tied": "Un desempate decide la serie.",
        "place": "Una tirada decide el lugar.",
        "semi-final": "Ahora viene la semifinal.",
        "final": "Ahora viene la final.",
        "game-over": "El juego terminó.",
        "awards": "Ahora vienen las distinciones.",
        "thank-you": "Gracias por jugar. ¡Buenas noches!",
        "welcome": "¡Les damos la bienvenida al Bunco!",
    },
}
"""All other lines."""
_TARGETS: Mapping[str, tuple[str, ...]] = {
    "de": ("Einsen", "Zweien", "Dreien", "Vieren", "Fünfen", "Sechsen"),
    "es": ("unos", "doses", "treses", "cuatros", "cincos", "seises"),
}


def spell_german(number: int) -> str:
    """Return a number from 0 to 99 in German words.

    >>> spell_german(7), spell_german(20), spell_german(21), spell_german(99)
    ('sieben', 'zwanzig', 'einundzwanzig', 'neunundneunzig')
    """
    if number < len(_GERMAN):
        return _GERMAN[number]
    tens, ones = divmod(number, 10)
    before = {0: "", 1: "einund"}.get(ones, f"{_GERMAN[ones]}und")
    return f"{before}{_GERMAN_TENS[tens - 2]}"


def spell_spanish(number: int) -> str:
    """Return a number from 0 to 99 in Spanish words.

    >>> spell_spanish(16), spell_spanish(30), spell_spanish(42)
    ('dieciséis', 'treinta', 'cuarenta y dos')
    """
    if number < len(_SPANISH):
        return _SPANISH[number]
    tens, ones = divmod(number, 10)
    return f"{_SPANISH_TENS[tens - 3]} y {_SPANISH[ones]}" if ones else _SPANISH_TENS[tens - 3]


_SPELL: Mapping[str, Callable[[int], str]] = {"de": spell_german, "es": spell_spanish}


def list_lines_in(code: str) -> Mapping[str, str]:
    """Return the text of each line in a language, by its name.

    >>> lines = list_lines_in("es")
    >>> lines["round-4"], lines["bunco-22"]
    ('Ronda cuatro. Buscamos cuatros.', '¡Bunco en la mesa veintidós!')
    """
    if code not in _OTHERS:
        return list_lines()
    most = {"round": LAST_TARGET, "round-over": LAST_TARGET, "set": SETS}
    return {**_OTHERS[code]} | {
        f"{name}-{number}": text.format(
            number=_SPELL[code](number), target=_TARGETS[code][min(number, LAST_TARGET) - 1]
        )
        for name, text in _NUMBERED[code].items()
        for number in range(1, most.get(name, TABLES) + 1)
    }

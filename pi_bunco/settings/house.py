"""Finds and reads house sheets: files in the table's folder, or elsewhere."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from tomllib import TOMLDecodeError

from pi_bunco.errors import Trouble
from pi_bunco.files.toml import decode_toml, read_toml_text
from pi_bunco.rules import SHEETS, Sheet, SheetError, Written, load_written, parse_sheet
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say, say_count

ENDING = ".toml"


class SheetTrouble(Trouble):
    """A house sheet is missing, unreadable or wrong. ``faults`` are the faults in its lines."""

    def __init__(self, text: str, remedy: str, faults: tuple[str, ...] = ()) -> None:
        super().__init__(text, remedy)
        self.faults = faults

    def write(self, translate: Callable[[str], str] = str) -> str:
        """Return both sentences, with each fault on its own line between them, all translated."""
        lines = "\n  ".join(map(translate, (self.text, *self.faults)))
        return lines + ("\n" if self.faults else " ") + translate(self.remedy)


def get_house_folder(state: Path) -> Path:
    """Return the folder of the house sheets in a table's state folder."""
    return state / "sheets"


def find_sheet(name: str, folder: Path) -> Sheet:
    """Return the sheet with this name; see :func:`find_written`."""
    return find_written(name, folder).sheet


def find_written(name: str, folder: Path) -> Written:
    """Return the sheet with this name, with its clauses.

    Parameters
    ----------
    name
        The slug of a printed sheet, the slug of a sheet in ``folder``, or the path of a ``.toml`` file.
    folder
        The folder of the house sheets, whose files are named ``SLUG.toml``.

    Raises
    ------
    SheetTrouble
        If there is no such sheet, or it is wrong.
    """
    if name in SHEETS:
        return load_written(name)
    if name.endswith(ENDING) or "/" in name:
        return read_sheet(Path(name))
    path = folder / f"{name}{ENDING}"
    if path in _list_files(folder):
        return _read_in_folder(path)
    names = [*SHEETS, *(path.stem for path in _list_files(folder))]
    near_names = get_close_matches(name, names, n=1)
    hint = (
        say('Did you mean "{name}"?', name=near_names[0])
        if near_names
        else say("Write it with: pi-bunco rules new {name} --parent classic", name=clip_text(name))
    )
    raise SheetTrouble(
        say(
            'There is no sheet "{name}"; the sheets are {names}.',
            name=clip_text(name),
            names=", ".join(names),
        ),
        hint,
    )


def read_house_sheets(folder: Path) -> Mapping[Path, Written | SheetTrouble]:
    """Return each house sheet, or the error in it, in the order of the files' names."""
    found: dict[Path, Written | SheetTrouble] = {}
    for path in _list_files(folder):
        try:
            found[path] = _read_in_folder(path)
        except SheetTrouble as trouble:
            found[path] = trouble
    return found


def read_sheet(path: Path) -> Written:
    """Read a house sheet from a file anywhere.

    Raises
    ------
    SheetTrouble
        If the file cannot be read, or is wrong.
    """
    with _name_faults(path):
        return parse_sheet(read_toml_text(path))


def parse_sheet_file(data: bytes, name: str) -> Written:
    """Read a house sheet from the content of a file with this name.

    Raises
    ------
    SheetTrouble
        If it is wrong.
    """
    with _name_faults(name):
        return parse_sheet(decode_toml(data))


@contextmanager
def _name_faults(path: Path | str) -> Iterator[None]:
    """Raise the faults of a file as :class:`SheetTrouble`."""
    try:
        yield
    except OSError as error:
        raise SheetTrouble(
            say("The sheet {path} cannot be read ({reason}).", path=path, reason=error.strerror),
            say("Name a file that pi-bunco may read."),
        ) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SheetTrouble(
            say("The sheet {path} is not UTF-8 text from line {line} on.", path=path, line=line),
            say("Save it as UTF-8 in your editor."),
        ) from error
    except TOMLDecodeError as error:
        raise SheetTrouble(
            say("The sheet {path} cannot be understood: {reason}.", path=path, reason=str(error)),
            say("Correct that line."),
        ) from error
    except SheetError as error:
        raise SheetTrouble(
            say_count(
                "The sheet {path} has a fault:",
                "The sheet {path} has {count} faults:",
                len(error.faults),
                path=path,
            ),
            say('Correct these lines; what "pi-bunco rules new" writes has every key with its meaning.'),
            tuple(map(str, error.faults)),
        ) from error


def _list_files(folder: Path) -> list[Path]:
    try:
        return sorted(folder.glob(f"*{ENDING}"))
    except OSError:  # a damaged card; the printed sheets still work
        return []


def _read_in_folder(path: Path) -> Written:
    """Read a sheet in the folder. Its file must be named after its slug."""
    written = read_sheet(path)
    slug = written.sheet.slug
    if slug != path.stem:
        raise SheetTrouble(
            say('The sheet {path} calls itself "{slug}".', path=path, slug=slug),
            say("Name the file {file}.", file=f"{slug}{ENDING}"),
        )
    return written

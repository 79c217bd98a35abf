"""What a command tells where perhaps nobody can hear it: a full disk, a pipe whose reader has gone."""

import os
import sys

import click


def tell(text: str, *, end: str = "\n", err: bool = False) -> bool:
    """Print a text, and go on if it cannot be printed; for what must not end because of that.

    After a failure the stream leads nowhere, so that nothing that waits in it fails again at the end.

    Parameters
    ----------
    text
        What to print.
    end
        What follows it.
    err
        Whether to print it on standard error rather than on standard output.

    Returns
    -------
    bool
        Whether it was printed.
    """
    try:
        click.echo(text + end, nl=False, err=err)
    except UnicodeEncodeError:  # such as a QR code where only Latin letters can be printed
        return False
    except OSError:
        _lead_nowhere(2 if err else 1)
        return False
    return True


def _lead_nowhere(stream: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream)
    os.close(nowhere)
    (sys.stderr if stream == 2 else sys.stdout).flush()  # noqa: PLR2004 - the number of standard error

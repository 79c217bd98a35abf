"""What a command says beside its answer."""

import click


def warn(text: str) -> None:
    """Say something that does not belong to the answer: on standard error, where it spoils no JSON."""
    click.echo(f"pi-bunco: {text}", err=True)

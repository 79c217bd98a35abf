"""What a command says beside its answer."""

from pi_bunco.cli.telling import tell


def warn(text: str) -> None:
    """Say something that does not belong to the answer: on standard error, where it spoils no JSON."""
    tell(f"pi-bunco: {text}", err=True)

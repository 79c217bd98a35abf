"""``python -m pi_bunco`` is ``pi-bunco``."""

from pi_bunco.cli import main

if __name__ == "__main__":
    main()

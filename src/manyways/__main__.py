"""`manyways`, and `python -m manyways`: answers --version at once, for the rest loads the command line."""

from __future__ import annotations

import contextlib
import sys

import manyways

__all__ = ["main"]


def main() -> None:
    """Run the command line; never returns."""
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:
        with contextlib.suppress(OSError):  # nobody reads it: the command line knows what to do
            sys.stdout.write(f"manyways {manyways.__version__}\n")
            sys.stdout.flush()
            sys.exit(0)
    from manyways.cli.main import main as run

    run()


if __name__ == "__main__":
    main()

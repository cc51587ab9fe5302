"""What the verbs of `manyways lm` say about the files they read and write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from manyways.cli.options import written_file

__all__ = ["ModelFile", "Out", "beside", "numbers"]

T = TypeVar("T", int, float)
ModelFile = Annotated[Path, typer.Argument(help="A model: binary, *.arpa or *.arpa.gz.")]
Out = Annotated[Path, written_file("--out", help="File to write: *.arpa or *.arpa.gz, else our binary.")]


def beside(out: Path, *, json: bool) -> Callable[[str], None]:
    """Where remarks go: not among the bytes of a model."""
    from manyways.errors import ConfigError
    from manyways.outputs import is_stdout
    from manyways.progress import say

    if is_stdout(out) and json:
        raise ConfigError("--out", str(out), "a file when --json is given")
    return say if is_stdout(out) else print


def numbers(option: str, text: str, kind: type[T]) -> list[T]:
    """Numbers with commas between them."""
    from manyways.errors import ConfigError

    try:
        return [kind(part) for part in text.split(",")]
    except ValueError:
        raise ConfigError(option, text, "numbers with commas between them") from None

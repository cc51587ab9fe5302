"""`manyways tokenise`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli.options import Force, InputText, OutText, TextLanguage, language_for
from manyways.cli.verb import needs, together

__all__ = ["command"]


@together(needs("--force", on=["--out"]))
def command(
    file: InputText = "-",
    language: TextLanguage = None,
    out: OutText = "-",
    force: Force = False,
    unprotected: Annotated[
        bool, typer.Option("--unprotected", help="Split addresses, placeholders and their like too.")
    ] = False,
) -> None:
    """Split running text into words and signs, with single spaces between them.

    The rules are those of the Moses tokeniser, without its escapes. Addresses, file names, placeholders,
    quantities and their like stay whole.

    Example: manyways tokenise news.de --out news.tok.de
    """
    from manyways.text.running import tokenise_file

    tokenise_file(file, out, language_for(file, language), protect=not unprotected)

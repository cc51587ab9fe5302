"""`manyways detokenise`."""

from __future__ import annotations

from manyways.cli.options import Force, InputText, OutText, TextLanguage, language_for
from manyways.cli.verb import needs, together

__all__ = ["command"]


@together(needs("--force", on=["--out"]))
def command(
    file: InputText = "-", language: TextLanguage = None, out: OutText = "-", force: Force = False
) -> None:
    """Put words and signs together again, as the language writes them.

    Example: manyways detokenise news.tok.de --out news.de
    """
    from manyways.text.running import detokenise_file

    detokenise_file(file, out, language_for(file, language))

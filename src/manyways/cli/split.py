"""`manyways split`."""

from __future__ import annotations

from manyways.cli.options import Force, InputText, OutText, TextLanguage, language_for
from manyways.cli.verb import needs, together

__all__ = ["command"]


@together(needs("--force", on=["--out"]))
def command(
    file: InputText = "-", language: TextLanguage = None, out: OutText = "-", force: Force = False
) -> None:
    """Split running text into sentences, one per line.

    A line that is read ends a sentence. Abbreviations, initials and ordinal numbers of the language end none.

    Example: manyways split story.de --out sentences.de
    """
    from manyways.text.running import split_file

    split_file(file, out, language_for(file, language))

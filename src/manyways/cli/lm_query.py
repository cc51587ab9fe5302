"""`manyways lm query`."""

from __future__ import annotations

import dataclasses
import sys
from typing import Annotated

import typer

from manyways.cli.lm_files import ModelFile
from manyways.cli.options import Classes, Running, print_json
from manyways.cli.verb import excludes, together
from manyways.wording import counted


@together(excludes("--words", on=["--summary", "--json"]))
def command(
    model: ModelFile,
    text: Annotated[str, typer.Argument(help="Tokenised text, one sentence per line.")] = "-",
    words: Annotated[
        bool, typer.Option("--words", help="One line per word instead of per sentence.")
    ] = False,
    summary: Annotated[bool, typer.Option("--summary", help="Print only perplexity and counts.")] = False,
    classes: Classes = None,
    *,
    running: Running,
) -> None:
    """Score text: one natural log probability per sentence (</s> included), or the perplexity.

    With --words: word, log probability and length of the n-gram that matched, tab-separated.

    Example: manyways lm query lm.bin dev.en --summary
    """
    from manyways.lm import LanguageModel, WordClasses
    from manyways.lm.query import score_file

    mapped = None if classes is None else WordClasses.read(classes)
    detail = "none" if summary or running.json else "words" if words else "sentences"
    found = score_file(
        LanguageModel.open(model),
        text,
        sys.stdout.write,
        detail=detail,
        classes=mapped,
        threads=running.threads,
    )
    if running.json:
        perplexity = {"perplexity": found.value, "without_unknown": found.without_unknown}
        print_json(perplexity | dataclasses.asdict(found))
    elif summary:
        print(f"perplexity {found.value:.4f}, without unknown words {found.without_unknown:.4f}")
        tokens, sentences = counted(found.tokens, "tokens"), counted(found.sentences, "sentences")
        print(f"{tokens}, {found.unknown:,} unknown, {sentences}")

"""Tags by a pipeline of spaCy, if it is installed, for a tagger of ours to learn from.

    text = tagged_by_spacy("en_core_web_sm", ["news.en"])      # tokenised text, one sentence per line
    train_tagger(text, "en.tagger")

Our tagger is then as fast on lists as any of ours, and neither it nor a pack needs spaCy. Text is taken as
it is split.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from manyways.errors import DependencyError, InputError
from manyways.files import AnyPath
from manyways.linguistics.tagged import TaggedText
from manyways.lm.blocks import text_blocks
from manyways.progress import Progress

__all__ = ["tagged_by_spacy"]


def tagged_by_spacy(name: str, paths: Sequence[AnyPath]) -> TaggedText:
    """Words of tokenised text with the tags that the pipeline gives them; empty lines are left out."""
    pipeline, document = _opened(name)

    def documents() -> Iterator[Any]:
        with Progress("tagging by spaCy", unit="sentences") as progress:
            for path in paths:
                for block in text_blocks(path):
                    yield from (
                        document(pipeline.vocab, words=line.split()) for line in block if line.split()
                    )
                    progress.advance(len(block))

    found = TaggedText.of(_sentences(pipeline.pipe(documents()), name))
    if not len(found):
        raise InputError("holds no sentence", path=paths[0] if paths else None)
    return found


def _opened(name: str) -> tuple[Any, Any]:
    try:
        import spacy
        from spacy.tokens import Doc
    except ImportError:
        raise DependencyError(
            "spaCy is not installed, which --spacy needs", remedy="Install it: pip install spacy"
        ) from None
    try:
        return spacy.load(name), Doc
    except OSError:
        remedy = f"Install it: python -m spacy download {name}"
        raise InputError(f"spaCy has no pipeline {name!r}", remedy=remedy) from None


def _sentences(documents: Iterator[Any], name: str) -> Iterator[tuple[list[str], list[str]]]:
    for document in documents:
        tags = [token.tag_ or token.pos_ for token in document]
        if not all(tags):
            raise InputError(
                f"the pipeline {name!r} gives no tags", remedy="Name one that has a tagger: en_core_web_sm"
            )
        yield [token.text for token in document], tags

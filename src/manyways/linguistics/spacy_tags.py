"""Tags by a pipeline of spaCy, if it is installed, for a tagger of ours to learn from.

    text = tagged_by_spacy("en_core_web_sm", ["news.en"])      # tokenised text, one sentence per line
    train_tagger(text, "en.tagger")

Our tagger is then as fast on lists as any of ours, and neither it nor a pack needs spaCy. Text is taken as
it is split.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from manyways.errors import DependencyError, InputError, ManywaysError
from manyways.files import AnyPath
from manyways.linguistics.tagged import TaggedText, looks_tagged
from manyways.lm.blocks import text_blocks
from manyways.progress import Progress

__all__ = ["tagged_by_spacy"]


def tagged_by_spacy(name: str, paths: Sequence[AnyPath]) -> TaggedText:
    """Words of tokenised text with the tags that the pipeline gives them; empty lines are left out."""
    for path in paths:
        if looks_tagged(path):
            remedy = "Leave --spacy out, or give plain text: tokenised, one sentence per line."
            raise InputError("has tags already", path=path, remedy=remedy)
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
        if Path(name).exists() or Path(name).name != name:
            remedy = "Name an installed one (en_core_web_sm), or the directory that one was written to."
        raise InputError(f"spaCy has no pipeline {name!r}", remedy=remedy) from None
    except Exception as error:  # of any kind: what a damaged pipeline meets first
        raise _failed(name, error) from None


def _failed(name: str, error: Exception) -> InputError:
    said = " ".join(str(error).split())[:200]
    return InputError(
        f"spaCy fails with the pipeline {name!r}: {type(error).__name__}: {said}",
        remedy="Does it work in spaCy itself? Install it again, or train it again.",
    )


def _answers(documents: Iterator[Any], name: str) -> Iterator[Any]:
    """What the pipeline says; what goes wrong in it is told as its fault."""
    try:
        yield from documents
    except ManywaysError:
        raise
    except Exception as error:
        raise _failed(name, error) from None


def _sentences(documents: Iterator[Any], name: str) -> Iterator[tuple[list[str], list[str]]]:
    for document in _answers(documents, name):
        tags = [token.tag_ or token.pos_ for token in document]
        if not all(tags):
            raise InputError(
                f"the pipeline {name!r} gives no tags", remedy="Name one that has a tagger: en_core_web_sm"
            )
        yield [token.text for token in document], tags

"""What was typed, completed: the best translation that begins so, out of the search graph.

    found = complete(translator, "Das Haus ist klein.", "The house i")
    found.text, found.rest           # "The house is small.", "s small."

What was typed stays as it was typed, whatever the model would have written. Where no translation in the graph
begins with it, the nearest one is gone on from (`nearest`, with the number of words that differ): it covers
what the typed words most likely stand for, and the rest is the model's best for what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from manyways.search import Graph
from manyways.text.column import TextColumn
from manyways.text.protect import unshield
from manyways.translator.places import word_places
from manyways.translator.translator import Translator

__all__ = ["Completion", "complete", "graph_of"]


@dataclass(frozen=True)
class Completion:
    """text: what was typed and the rest. status: `exact` if the model has a translation that begins so."""

    text: str
    rest: str
    status: Literal["exact", "nearest", "none"]
    edits: int
    score: float | None


def graph_of(translator: Translator, text: str) -> Graph:
    """The search graph of one sentence, terms of the glossary included."""
    return translator.search().graphs(translator.sources([text]))[0]


def complete(translator: Translator, text: str, prefix: str, *, graph: Graph | None = None) -> Completion:
    """The best translation of a sentence that begins with `prefix`. graph: the text's, if known."""
    words = translator.words.prepare_target(prefix, text).split()
    begun = bool(words) and not prefix[-1].isspace()
    found = (graph or graph_of(translator, text)).complete(words, begun=begun)
    if found is None:
        return Completion(prefix, "", "none", 0, None)
    (whole,) = translator.restore(TextColumn.from_texts([" ".join(found.words)]))
    rest = _rest(found.words, found.kept, whole, unshield(words[-1]) if begun else "")
    if prefix[-1:].isspace() or not prefix:
        rest = rest.lstrip()
    return Completion(prefix + rest, rest, "nearest" if found.edits else "exact", found.edits, found.score)


def _rest(words: tuple[str, ...], kept: int, whole: str, begun: str) -> str:
    """What follows the kept words; of the last one, what is not typed yet."""
    if not kept:
        return whole
    start, end = word_places(words, whole)[kept - 1]
    goes_on = begun and whole[start:end].casefold().startswith(begun.casefold())
    return whole[start + len(begun) if goes_on else end :]

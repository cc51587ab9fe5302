"""Why a new sentence is what it is: whose every word is, and what each feature added.

explanation = explain(combiner, lists.split([17]))
explanation.painted()                    # for a terminal: words in the colours of their inputs
explanation.tables(), explanation.as_json()
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.text import Text

from manyways.candidates import CandidateLists
from manyways.combine.combiner import Combiner
from manyways.combine.found import Combination, Word, labels_of
from manyways.tables import Table

__all__ = ["COLOURS", "Explanation", "explain"]

COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red", "bright_cyan", "bright_magenta")
_NEXT = 2  # candidates that are compared


@dataclass(frozen=True, eq=False)
class Explanation:
    """id, text, words: of the new sentence. inputs: the candidates by name. status: what is proved, or kept.

    parts: of each feature its value in the best and in the next sentence, and what it adds to the distance.
    """

    id: str
    text: str
    words: Sequence[Word]
    inputs: dict[str, str]
    status: str
    rival: str
    parts: Sequence[tuple[str, float, float, float]]

    def painted(self) -> Text:
        """The words, each in the colour of the input it was taken from, and what the colours mean."""
        colours = self.colours()
        line = Text()
        for word in self.words:
            line.append(word.word, style=colours[word.origin])
            line.append(" ")
        line.append("\n")
        for name, colour in colours.items():
            line.append(f"{name} ", style=colour)
        return line

    def colours(self) -> dict[str, str]:
        """Of those inputs that gave words, in order of their first."""
        givers = list(dict.fromkeys(word.origin for word in self.words))
        return {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(givers)}

    def tables(self) -> list[Table]:
        rows = [[word.word, word.origin, f"{len(word.agreed)} of {len(self.inputs)}"] for word in self.words]
        found = [Table(["word", "taken from", "said by"], rows, title=f"Sentence {self.id}: {self.text}")]
        if self.parts:
            steps = [
                [name, f"{one:.4g}", f"{other:.4g}", f"{add:+.4g}"] for name, one, other, add in self.parts
            ]
            title = f"Ahead of: {self.rival}"
            found.append(Table(["feature", "best", "next", "adds"], steps, title=title, right=True))
        return found

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "text": self.text,
            "status": self.status,
            "words": [{"word": w.word, "from": w.origin, "agree": list(w.agreed)} for w in self.words],
            "inputs": self.inputs,
            "next": self.rival,
            "features": {name: {"best": a, "next": b, "adds": c} for name, a, b, c in self.parts},
        }


def explain(combiner: Combiner, lists: CandidateLists, *, threads: int = 0) -> Explanation:
    """lists: of one sentence."""
    found = combiner.apply(lists, size=_NEXT, threads=threads)
    inputs = dict(zip(labels_of(lists, 0), lists.texts, strict=True))
    texts = list(found.lists.texts)
    status = "" if found.lists.status is None else found.lists.status[0]
    rival = texts[1] if len(texts) > 1 else ""
    return Explanation(
        lists.ids[0],
        texts[0] if texts else "",
        found.words(0),
        inputs,
        status,
        rival,
        _parts(combiner, found),
    )


def _parts(combiner: Combiner, found: Combination) -> list[tuple[str, float, float, float]]:
    """Features in which the best and the next differ, those that matter most first."""
    if found.lists.candidate_count < _NEXT:
        return []
    names = found.lists.feature_names
    known = combiner.weights.components()
    best, other = found.lists.features[0], found.lists.features[1]
    added = (best - other) * np.array([known.get(name, 0.0) for name in names])
    order = np.argsort(-np.abs(added), kind="stable").tolist()
    return [
        (names[i], float(best[i]), float(other[i]), float(added[i])) for i in order if best[i] != other[i]
    ]

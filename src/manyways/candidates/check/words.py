"""The words of a check: how bad each kind of trouble is, what is said of it, and what to do.

In a message, {count} is the number of cases and {example} what the first of them is.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["UNWRAP", "WORDS", "WRAPPED", "Words"]

# Of what stands around a translation, by what it is.
WRAPPED = "{{count:,}} candidate(s) have {} around the translation, the first is {{example}}"
UNWRAP = "Take it off: manyways convert IN OUT --clean"


class Words(NamedTuple):
    """severity: "error" or "warning"."""

    severity: str
    message: str
    remedy: str


WORDS = {
    "missing ids": Words(
        "warning",
        "{count:,} id(s) are missing from the numbering, the first before {example}",
        "Decode these sentences too, or take them out of the references and number the lists anew.",
    ),
    "shuffled ids": Words(
        "warning",
        "{count:,} sentence(s) are out of order, the first is {example}",
        "Leave it: references are matched by id. Only programs that go by lines need sorted lists.",
    ),
    "repeated ids": Words(
        "warning",
        "{count:,} id(s) appear again after other sentences, the first is {example}",
        "Bring the candidates of a sentence together: manyways convert A B OUT merges lists by id.",
    ),
    "clashing ids": Words(
        "error",
        "{count:,} id(s) appear again with other references, the first is {example}",
        "Give every sentence an id of its own.",
    ),
    "duplicates": Words(
        "warning",
        "{count:,} candidate(s) repeat a text of their list, the first is {example}",
        "Ask the decoder for distinct lists; or keep the best of each in Python: read(FILE).distinct().",
    ),
    "sorted samples": Words(
        "warning",
        "{count:,} list(s) look like samples (texts repeat with the same score) but are sorted by score",
        "Keep the order of sampling: the first n of a sorted sample are not a fair sample.",
    ),
    "unsorted scores": Words(
        "warning",
        "{count:,} list(s) are not in the order of their scores, the first is {example}",
        "Whoever takes the first does not take the best: manyways choose LISTS --by score sorts them.",
    ),
    "empty texts": Words(
        "warning",
        "{count:,} candidate(s) have no text",
        "Leave them out, unless an empty translation is meant.",
    ),
    "empty lists": Words(
        "warning",
        "{count:,} sentence(s) have no candidates, the first is {example}",
        "Decode these sentences again; tuning skips them.",
    ),
    "copies of the source": Words(
        "warning",
        "{count:,} candidate(s) are the source itself, the first is {example}",
        "Was the system given the right language? Leave such candidates out.",
    ),
    "bad scores": Words(
        "warning",
        "{count:,} score(s) are NaN or infinite",
        "Find out why the decoder gave them; NaN counts as no score at all.",
    ),
    "bad features": Words(
        "warning",
        "{count:,} candidate(s) have a feature that is NaN or infinite, the first is {example}",
        "Find out why the decoder gave it; leave these candidates out before tuning.",
    ),
    "incomplete features": Words(
        "warning",
        "{count:,} candidate(s) lack a feature that others have{example}",
        "What is missing counts as 0; give every candidate all dense features.",
    ),
    "missing scores": Words(
        "warning",
        "{count:,} candidate(s) have no score, while others do",
        "They come last where lists are sorted; give every candidate one.",
    ),
    "references": Words(
        "error",
        "{count:,} sentence(s) differ from the first in the number of references ({example})",
        "Give all sentences the same number of references.",
    ),
    "mixed casing": Words(
        "warning",
        "{count:,} candidate(s) {example}",
        "Bring all systems to one casing before comparing or combining them.",
    ),
    "mixed tokenisation": Words(
        "warning",
        "{count:,} candidate(s) are written with {example}",
        "Tokenise all candidates in the same way, or none.",
    ),
    "wrong script": Words(
        "warning",
        "{count:,} candidate(s) are in {example}",
        "Was the sentence translated? Leave such candidates out.",
    ),
}

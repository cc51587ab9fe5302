"""Both models of the demo combined: new sentences out of the best of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from manyways.candidates import CandidateLists, merge
from manyways.combine import Combination, Combiner, CombineSettings
from manyways.report import Report
from manyways.report.combination import passage_of
from manyways.text import toy
from manyways.translator import Translator

__all__ = ["combine_models", "report_combined"]

EACH = 4  # candidates of each model
SHOWN = 5
SETTINGS = CombineSettings(own={"beam": 50}, rounds=2, size=50)


def combine_models(
    models: dict[str, Translator], dev: toy.ToyCorpus, test: toy.ToyCorpus, *, threads: int
) -> Combination:
    """Learn on the development set how to combine both models' lists, and combine those of the test set."""
    known = _lists(models, dev.raw_sources).with_references(*dev.raw_references)
    combiner = Combiner.train(known, None, SETTINGS, threads=threads).combiner
    return combiner.apply(_lists(models, test.raw_sources), threads=threads)


def report_combined(report: Report, found: Combination) -> None:
    """Sentences that neither model has in its list, each word in the colour of the candidate it came from."""
    inputs = found.provenance.inputs
    texts, bounds = list(inputs.texts), inputs.sentence_offsets.tolist()
    new = [s for s, text in enumerate(found.texts()) if text and text not in texts[bounds[s] : bounds[s + 1]]]
    report.section("New sentences out of several")
    report.text(
        f"The {EACH} best of each model are combined word by word (manyways combine). {len(new)} of "
        f"{len(found.lists)} sentences are new: no candidate has all of their words. Colours show where "
        "words were taken from; what all candidates say is plain."
    )
    mixed = sorted(new, key=lambda s: -len({word.origin for word in found.words(s)}))[:SHOWN]
    report.passages([passage_of(found, s) for s in mixed])


def _lists(models: dict[str, Translator], sources: Sequence[str]) -> CandidateLists:
    parts = []
    for name, translator in models.items():
        lists = translator.kbest(sources, EACH)
        none = np.zeros((lists.candidate_count, 0))
        parts.append(
            replace(lists, system_names=(name,), feature_names=(), features=none, sparse=None, links=None)
        )
    return merge(parts)

"""The demo's proofs: how often a hurried search misses the best translation, and the course of one proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manyways.exact import ExactChartSettings, ExactSettings
from manyways.report import Report
from manyways.report.explain import TOLERANCE, Explanation, explain, in_words
from manyways.search import AnySettings, BeamSettings, ChartSettings, RuleModel, make_search
from manyways.translator import Translator

__all__ = ["Proved", "prove", "report_proof"]

SIZES = (1, 2, 5, 10, 20, 50, 100)
SHOWN = 10
SECONDS = 10.0  # for a proof, at most


@dataclass(frozen=True)
class Proved:
    """The proofs of some sentences, and what searches of growing size miss.

    size: what the search has a number of. rows: the number, how many sentences are missed, the mean loss.
    """

    found: Explanation
    size: str
    rows: list[list[object]]


def prove(translator: Translator, texts: Sequence[str]) -> Proved:
    """Search exactly, with a model of either kind; and count what smaller searches miss."""
    model, threads = translator.opened, translator.threads
    sentences = list(translator.unprotected().prepare(list(texts)))
    by_rules = isinstance(model, RuleModel)
    proving = ExactChartSettings(time_limit=SECONDS) if by_rules else ExactSettings(time_limit=SECONDS)

    def hurried(size: int) -> AnySettings:
        return ChartSettings(pops=size) if by_rules else BeamSettings(pops=size, stack=size)

    found = explain(model, sentences, proving, beam=hurried(SHOWN), threads=threads)
    rows: list[list[object]] = []
    for size in SIZES:
        scores = make_search(model, hurried(size), threads=threads).best(sentences).scores
        gaps = [each.proof.lower - score for each, score in zip(found.sentences, scores, strict=True)]
        missed = sum(bool(gap > TOLERANCE) for gap in gaps)
        rows.append([size, missed, float(sum(gaps)) / max(1, len(gaps))])
    return Proved(found, "pops of a span" if by_rules else "stack", rows)


def report_proof(report: Report, proved: Proved) -> None:
    """What is proved, what smaller searches miss, and how the hardest of these proofs went."""
    report.text(f"With {proved.size} = {SHOWN}: {in_words(proved.found.summary())}")
    header = [proved.size, "sentences whose best translation is missed", "mean loss of score"]
    report.table(header, proved.rows)
    hardest = proved.found.hardest(1)
    if hardest:
        report.text("How one of these proofs went:")
        proved.found.show(report, hardest[0])

"""The demo's proof: how often each size of beam misses the best translation, and the course of one search."""

from __future__ import annotations

from collections.abc import Sequence

from manyways.exact import ExactSettings
from manyways.report import Report
from manyways.report.explain import TOLERANCE, Explanation, explain, in_words
from manyways.search import BeamSearch, BeamSettings
from manyways.translator import Translator

__all__ = ["prove", "report_proof"]

STACKS = (1, 2, 5, 10, 20, 50, 100)
SHOWN = 10


def prove(translator: Translator, texts: Sequence[str]) -> tuple[Explanation, list[list[object]]]:
    """Search exactly; and count what beams with smaller stacks miss."""
    model = translator.phrase_model
    sentences = list(translator.unprotected().prepare(list(texts)))
    proving = ExactSettings(time_limit=10.0)
    poor = BeamSettings(pops=SHOWN, stack=SHOWN)
    found = explain(model, sentences, proving, beam=poor, threads=translator.threads)
    rows: list[list[object]] = []
    for stack in STACKS:
        settings = BeamSettings(pops=stack, stack=stack)
        beam = BeamSearch(model, settings, threads=translator.threads).best(sentences)
        gaps = [each.proof.lower - score for each, score in zip(found.sentences, beam.scores, strict=True)]
        missed = sum(bool(gap > TOLERANCE) for gap in gaps)
        rows.append([stack, missed, float(sum(gaps)) / max(1, len(gaps))])
    return found, rows


def report_proof(report: Report, found: Explanation, rows: list[list[object]]) -> None:
    report.section("Is it the best?")
    report.text(
        "A beam search does not know what it misses; the exact search proves that nothing scores higher. "
        f"With stacks of {SHOWN}: {in_words(found.summary())}"
    )
    header = ["stack", "sentences whose best translation is missed", "mean loss of score"]
    report.table(header, rows)
    hardest = found.hardest(1)
    if hardest:
        report.text("How one of these proofs went:")
        found.show(report, hardest[0])

"""What an exact search says of the beam, sentence by sentence: as rows, as an object, as a report.

found = explain(model, sentences, ExactSettings(), beam=BeamSettings(stack=100))
found.rows()                                   # one row for each sentence
found.report(pictures=3).write("report.html")  # with the course of the hardest ones
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from manyways.exact import ExactChartSettings, ExactSearch, ExactSettings, Proof, Trace
from manyways.progress import Progress
from manyways.report import Report
from manyways.report.convergence import bounds_figure, coverage_figure
from manyways.search import AnyModel, AnySettings, BeamSettings, Translation, make_search
from manyways.search.inputs import words_of

__all__ = ["Explained", "Explanation", "explain"]

# gap: how much the beam's score falls short. error: whether it does.
HEADER = ["line", "words", "error", "gap", "status", "iterations", "constraints", "seconds"]
BATCH = 16  # sentences between two signs of progress
TOLERANCE = 1e-4  # below it two scores are equal: language models keep floats


@dataclass(frozen=True)
class Explained:
    """One sentence: what the beam found, and what the exact search did."""

    source: str
    beam: Translation
    proof: Proof

    @property
    def gap(self) -> float:
        """How much better the exact search's translation is."""
        return max(0.0, self.proof.lower - self.beam.score)

    @property
    def search_error(self) -> bool | None:
        """Whether the beam missed the best translation; None if that is not known."""
        if self.gap > TOLERANCE:
            return True
        return False if self.proof.status == "optimal" else None

    @property
    def known_gap(self) -> float | None:
        """The gap, unless the best score is not known."""
        return None if self.search_error is None else self.gap


@dataclass(frozen=True)
class Explanation:
    """All sentences, and the search to show the course of some."""

    sentences: list[Explained]
    search: ExactSearch

    def rows(self) -> list[list[object]]:
        """What `HEADER` names, of each sentence."""
        return [
            [
                number,
                len(words_of(each.source)),
                {True: "yes", False: "no", None: "unknown"}[each.search_error],
                "unknown" if each.known_gap is None else each.known_gap,
                each.proof.status,
                each.proof.iterations,
                each.proof.constraints,
                each.proof.seconds,
            ]
            for number, each in enumerate(self.sentences, 1)
        ]

    def summary(self) -> dict[str, Any]:
        proofs = [each.proof for each in self.sentences]
        seconds = [proof.seconds for proof in proofs] or [0.0]
        return {
            "sentences": len(proofs),
            "certified": sum(proof.status == "optimal" for proof in proofs),
            "search_errors": sum(each.search_error is True for each in self.sentences),
            "unknown": sum(each.search_error is None for each in self.sentences),
            "mean_gap": statistics.mean([each.gap for each in self.sentences if each.search_error] or [0.0]),
            "mean_seconds": statistics.mean(seconds),
            "median_seconds": statistics.median(seconds),
            "worst_seconds": max(seconds),
        }

    def as_json(self) -> dict[str, Any]:
        sentences = [
            {
                "id": str(number),
                "source": each.source,
                "search_error": each.search_error,
                "gap": each.known_gap,  # None: not known
                "status": each.proof.status,
                "beam": {"text": each.beam.text, "score": each.beam.score},
                "exact": {"text": each.proof.candidate.text, "score": each.proof.lower},
                "upper": each.proof.upper if math.isfinite(each.proof.upper) else None,  # None: not known
                "iterations": each.proof.iterations,
                "constraints": each.proof.constraints,
                "seconds": round(each.proof.seconds, 6),
            }
            for number, each in enumerate(self.sentences)
        ]
        return {"summary": self.summary(), "sentences": sentences}

    def hardest(self, size: int) -> list[int]:
        """The largest search errors first, then those that took the most iterations."""
        order = range(len(self.sentences))
        keys = [(-each.gap * (each.search_error is True), -each.proof.iterations) for each in self.sentences]
        return sorted(order, key=lambda i: keys[i])[:size]

    def report(self, pictures: int = 3) -> Report:
        """Everything in one page; `pictures` sentences are searched again to show their course."""
        report = Report("Explaining a search")
        report.text(in_words(self.summary()))
        report.section("Sentences")
        report.table(HEADER, self.rows())
        chosen = self.hardest(pictures)
        with Progress("drawing", total=len(chosen), unit="sentences") as progress:
            for number in chosen:
                report.section(f"Line {number + 1}")
                self.show(report, number)
                progress.advance()
        return report

    def show(self, report: Report, number: int) -> None:
        """What both searches found, and how a proof goes: by the stages of the certified method, and, of a
        phrase model, by the iterations of the published one, which is run for that."""
        each = self.sentences[number]
        gap = f"+{each.gap:.4f}" if each.gap > TOLERANCE else "the same"
        rows = [
            ["source", each.source, ""],
            ["search without proofs", each.beam.text, f"{each.beam.score:.4f}"],
            [f"exact ({each.proof.status})", each.proof.candidate.text, f"{each.proof.lower:.4f} ({gap})"],
        ]
        report.table(["", "text", "score"], rows)
        stages = [
            [
                stage.name,
                stage.nodes,
                stage.edges,
                stage.iterations,
                f"{stage.lower:.4f}",
                f"{stage.upper:.4f}",
            ]
            for stage in each.proof.stages
        ]
        if stages:
            report.table(["graph", "nodes", "edges", "iterations", "lower bound", "upper bound"], stages)
        if isinstance(self.search.settings, ExactChartSettings):
            return
        settings = replace(self.search.settings, method="lagrangian", trace=True)
        traced = ExactSearch(self.search.model, settings).prove(each.source)
        if traced.trace:
            _draw(report, each, traced.trace, traced.status)


def explain(
    model: AnyModel,
    sentences: Sequence[str],
    settings: ExactSettings | ExactChartSettings,
    *,
    beam: AnySettings | None = None,
    threads: int = 0,
) -> Explanation:
    """Search every (tokenised) sentence both ways. beam: of the model's search without proofs."""
    texts = [" ".join(words_of(sentence)) for sentence in sentences]
    search = ExactSearch(model, settings, threads=threads)
    if isinstance(settings, ExactSettings) and (beam is None or isinstance(beam, BeamSettings)):
        beam = replace(beam or BeamSettings(), space=settings.space)
    with Progress("searching"):
        found = make_search(model, beam, threads=threads).best(texts)
    proofs: list[Proof] = []
    with (
        Progress("explaining", unit="sentences", total=len(texts)) as progress,
        search.stopped_by_interrupt(),
    ):
        for first in range(0, len(texts), BATCH):
            batch = texts[first : first + BATCH]
            proofs += search.prove_all(batch)
            progress.advance(len(batch))
    explained = [Explained(*each) for each in zip(texts, found, proofs, strict=True)]
    return Explanation(explained, search)


def in_words(summary: dict[str, Any]) -> str:
    """The summary as a paragraph."""
    size, certified, errors = summary["sentences"], summary["certified"], summary["search_errors"]
    text = (
        f"{certified} of {size} translations carry a certificate: no derivation of the model scores higher. "
        f"The search without proofs missed the best translation of {errors}"
    )
    text += f", by {summary['mean_gap']:.3f} on average" if errors else ""
    text += f"; of {summary['unknown']} it is not known" if summary["unknown"] else ""
    return text + (
        f". A proof took {summary['median_seconds']:.3f} seconds in the median, "
        f"{summary['worst_seconds']:.3f} at worst."
    )


def _draw(report: Report, each: Explained, trace: Trace, status: str) -> None:
    words = words_of(each.source)
    added = sorted({iteration - 1 for iteration, _ in trace.added})
    report.figure(
        bounds_figure(trace.dual.tolist(), trace.primal.tolist(), each.beam.score, added),
        f"The bounds of the published algorithm, by iteration ({status}).",
    )
    report.figure(
        coverage_figure(trace.counts, words),
        "How often each iteration's derivation translates each source word.",
    )
    report.table(["iteration", "dual value", "y(i)", "derivation"], _course(trace, words))


def _course(trace: Trace, words: Sequence[str]) -> list[list[object]]:
    """The first three iterations, the last ones, and those at which constraints were added."""
    rows: list[list[object]] = []
    last_shown = -1
    for i, step in enumerate(trace):
        if not (i < 3 or i >= len(trace) - 4 or step.constraints):
            continue
        if i > last_shown + 1:
            rows.append(["...", "", "", ""])
        last_shown = i
        counts = "".join(str(count) if count < 10 else "+" for count in step.counts)
        phrases = " ".join(f"[{each[0] + 1},{each[1]}: {each[2]}]" for each in step.derivation)
        rows.append([i + 1, f"{step.dual:.4f}", counts, phrases])
        if step.constraints:
            names = ", ".join(f"{word + 1} ({words[word]})" for word in step.constraints)
            rows.append(["", "", "", f"adding constraints: {names}"])
    return rows

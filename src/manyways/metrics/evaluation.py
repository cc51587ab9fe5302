"""Scoring files: hypotheses or candidate lists against references, alone or against each other.

    references = ReferenceFile.read_all(["ref.0", "ref.1"])
    first = evaluate("a.en", read_system("a.en", references), metrics)     # scores with 95 % intervals
    oracles(first)                                                         # what choosing well could reach
    by_system(first)                                                       # lists of several: each by itself
    second = evaluate("b.en", read_system("b.en", references), metrics)
    compare(first, second)                                                 # p-values of the differences

A system's output is candidate lists in any format that `manyways.candidates` reads; plain text is lists
of one. Its score is that of the first candidate of each list.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from manyways.candidates import CandidateLists, ReferenceFile, read
from manyways.candidates.references import in_order_of_references
from manyways.errors import ConfigError, InputError
from manyways.metrics import significance
from manyways.metrics.base import Metric, Rows, Score
from manyways.metrics.bleu import DEFAULT_TOKENISER, Bleu
from manyways.metrics.chrf import Chrf
from manyways.metrics.oracle import best_each, best_together, first_of_each, first_of_systems
from manyways.metrics.ter import Ter
from manyways.progress import Progress

__all__ = [
    "Evaluation",
    "by_system",
    "compare",
    "evaluate",
    "make_metrics",
    "oracles",
    "read_system",
    "scored",
]

MetricName = Literal["bleu", "chrf", "chrf++", "ter"]
METRIC_NAMES: tuple[str, ...] = get_args(MetricName)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A system's statistics and scores; rows are those of all its candidates, by metric name.

    system: which of those in the lists, if it is not the lists' first candidates that are scored.
    """

    path: str
    lists: CandidateLists
    metrics: Mapping[str, Metric]
    rows: Mapping[str, Rows]
    scores: Mapping[str, Score]
    system: str | None = None

    @property
    def first(self) -> Rows:
        """The rows of the first candidates."""
        return first_of_each(self.lists.sentence_offsets)

    @property
    def references(self) -> int:
        return len(self.lists.references or ())

    @property
    def badness(self) -> float:
        """Lower is better, by the first metric."""
        name, metric = next(iter(self.metrics.items()))
        value = self.scores[name].value
        return -value if metric.higher_is_better else value


def make_metrics(
    names: Sequence[str], *, tokenise: str = DEFAULT_TOKENISER, lowercase: bool = False
) -> dict[str, Metric]:
    """Metrics by name. TER is not cased unless it is asked for by name in Python, as in sacreBLEU."""
    found: dict[str, Metric] = {}
    for name in names or [""]:
        if name == "bleu":
            found[name] = Bleu(tokenise=tokenise, lowercase=lowercase)  # type: ignore[arg-type]
        elif name in ("chrf", "chrf++"):
            found[name] = Chrf(word_order=2 if name == "chrf++" else 0, lowercase=lowercase)
        elif name == "ter":
            found[name] = Ter()
        else:
            raise ConfigError("--metric", name, f"one or more of {', '.join(METRIC_NAMES)}")
    return found


def read_system(
    path: str,
    references: Sequence[ReferenceFile],
    *,
    format: str | None = None,
    per_source: int | None = None,
    by_position: bool = False,
) -> CandidateLists:
    """A system's candidates with their references: those given (matched by id), or else those in the file."""
    lists = read(path, format=format, per_source=per_source)
    if not references:
        if by_position:
            raise ConfigError("--by-position", path, "used with --references")
        if not lists.references:
            raise InputError(
                "has no references in it", path=path, remedy="Give them: --references FILE [FILE ...]"
            )
        return lists
    return in_order_of_references(lists, references, path=path, by_position=by_position)


def evaluate(
    path: str,
    lists: CandidateLists,
    metrics: Mapping[str, Metric],
    *,
    seed: int = significance.SEED,
    threads: int = 0,
) -> Evaluation:
    """Statistics of all candidates, and the first candidates' scores with bootstrap intervals."""
    first = first_of_each(lists.sentence_offsets)
    if len(first) == 0:
        raise InputError("has no candidates to score", path=path)
    rows: dict[str, Rows] = {}
    with Progress(f"scoring {path}", total=len(metrics) * len(lists), unit="sentences") as progress:
        for name, metric in metrics.items():
            progress.note(metric.name)
            with progress.watching(len(lists)):
                rows[name] = metric.statistics(lists, threads=threads)
    count = len(lists.references or ())
    scores = {name: scored(metric, rows[name][first], count, seed=seed) for name, metric in metrics.items()}
    return Evaluation(path, lists, metrics, rows, scores)


def by_system(evaluation: Evaluation, *, seed: int = significance.SEED) -> list[Evaluation]:
    """Every system of the lists by its first candidates, the best by the first metric first.

    Nothing if the lists are one system's. Sentences without a candidate of a system have empty lists in its
    evaluation.
    """
    found = []
    for system, chosen in first_of_systems(evaluation.lists).items():
        rows = {name: each[chosen] for name, each in evaluation.rows.items()}
        scores = {
            name: scored(metric, rows[name], evaluation.references, seed=seed)
            for name, metric in evaluation.metrics.items()
        }
        lists = evaluation.lists.select(chosen)
        found.append(replace(evaluation, lists=lists, rows=rows, scores=scores, system=system))
    return sorted(found, key=lambda each: each.badness)


def scored(metric: Metric, rows: Rows, references: int, *, seed: int = significance.SEED) -> Score:
    """The score of some sentences' rows, with its 95 % interval by bootstrap."""
    score = metric.score(rows.sum(axis=0), references=references)
    low, high = significance.interval(significance.bootstrap(metric, rows, seed=seed))
    signature = score.signature.with_items(bs=significance.SAMPLES, seed=seed)
    return replace(score, low=low, high=high, signature=signature)


def oracles(evaluation: Evaluation) -> dict[str, dict[str, Score]]:
    """By metric: the best of each list by itself (`each`), and for the whole corpus (`together`)."""
    found: dict[str, dict[str, Score]] = {}
    offsets = evaluation.lists.sentence_offsets
    for name, metric in evaluation.metrics.items():
        rows = evaluation.rows[name]
        choices = {"each": best_each(metric, rows, offsets), "together": best_together(metric, rows, offsets)}
        found[name] = {}
        for kind, choice in choices.items():
            score = metric.score(rows[choice].sum(axis=0), references=evaluation.references)
            found[name][kind] = replace(score, signature=score.signature.with_items(oracle=kind))
    return found


def compare(
    baseline: Evaluation, system: Evaluation, *, seed: int = significance.SEED
) -> dict[str, dict[str, float]]:
    """By metric: the difference to the baseline and its p-values by both paired tests."""
    _check_same_sentences(baseline, system)
    found = {}
    for name, metric in baseline.metrics.items():
        first = baseline.rows[name][baseline.first]
        second = system.rows[name][system.first]
        resampled = significance.paired_bootstrap(metric, first, second, seed=seed)
        exchanged = significance.approximate_randomisation(metric, first, second, seed=seed)
        found[name] = {
            "difference": resampled.difference,
            "p_bootstrap": resampled.p_value,
            "p_randomisation": exchanged.p_value,
        }
    return found


def _check_same_sentences(baseline: Evaluation, system: Evaluation) -> None:
    """Paired tests need the same sentences in the same order: those with the same references."""
    ours, theirs = baseline.lists, system.lists
    sets = list(zip(ours.references or (), theirs.references or (), strict=True))
    place = next(
        (s for s in range(min(len(ours), len(theirs))) if any(one[s] != other[s] for one, other in sets)),
        None if len(ours) == len(theirs) else min(len(ours), len(theirs)),
    )
    name = os.path.basename(baseline.path)
    remedy = "Systems can only be compared on the same sentences."
    if place is not None:
        found = f"sentence {place + 1} has other references than in {name}, or none"
        raise InputError(found, path=system.path, remedy=remedy)
    unlike = np.flatnonzero((ours.sizes > 0) != (theirs.sizes > 0))
    if len(unlike):
        lacking = "no candidates" if theirs.sizes[unlike[0]] == 0 else "candidates"
        found = (
            f"sentence {unlike[0] + 1} (id {theirs.ids[int(unlike[0])]!r}) has {lacking}, unlike in {name}"
        )
        raise InputError(found, path=system.path, remedy=remedy)

"""Scoring files: hypotheses or candidate lists against references, alone or against each other.

    references = ReferenceFile.read_all(["ref.0", "ref.1"])
    first = evaluate("a.en", read_system("a.en", references), metrics)     # scores with 95 % intervals
    oracles(first)                                                         # what choosing well could reach
    second = evaluate("b.en", read_system("b.en", references), metrics)
    compare(first, second)                                                 # p-values of the differences

A system's output is candidate lists in any format that `manyways.candidates` reads; plain text is lists
of one. Its score is that of the first candidate of each list.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from manyways.candidates import CandidateLists, read, read_references
from manyways.candidates.lists import number_of
from manyways.errors import ConfigError, InputError
from manyways.metrics import significance
from manyways.metrics.base import Metric, Rows, Score
from manyways.metrics.bleu import Bleu
from manyways.metrics.chrf import Chrf
from manyways.metrics.oracle import best_each, best_together, first_of_each
from manyways.metrics.ter import Ter
from manyways.progress import say
from manyways.text.column import TextColumn

__all__ = ["Evaluation", "ReferenceFile", "compare", "evaluate", "make_metrics", "oracles", "read_system"]

METRIC_NAMES = ("bleu", "chrf", "chrf++", "ter")


@dataclass(frozen=True, eq=False)
class ReferenceFile:
    """The reference sets of one file."""

    path: str
    sets: list[TextColumn]

    @staticmethod
    def read_all(paths: Sequence[str]) -> list[ReferenceFile]:
        """The files, which must have equally many sentences."""
        files = [ReferenceFile(path, read_references([path])) for path in paths]
        for each in files[1:]:
            check_count(each.path, len(each.sets[0]), files[0].path, len(files[0].sets[0]))
        return files


@dataclass(frozen=True, eq=False)
class Evaluation:
    """A system's statistics and scores; rows are those of all its candidates, by metric name."""

    path: str
    lists: CandidateLists
    metrics: Mapping[str, Metric]
    rows: Mapping[str, Rows]
    scores: Mapping[str, Score]

    @property
    def first(self) -> Rows:
        """The rows of the first candidates."""
        return first_of_each(self.lists.sentence_offsets)

    @property
    def references(self) -> int:
        return len(self.lists.references or ())


def make_metrics(
    names: Sequence[str], *, tokenise: str = "13a", lowercase: bool = False
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


def check_count(path: str, lines: int, other: str, other_lines: int) -> None:
    """Both files must have equally many; the error names the first line without a partner."""
    if lines == other_lines:
        return
    raise InputError(
        f"has {lines} sentences, {other} has {other_lines}",
        path=path,
        line=min(lines, other_lines) + 1,
        remedy="Check that both files belong to the same test set and that neither is cut off.",
    )


def read_system(
    path: str,
    references: Sequence[ReferenceFile],
    *,
    format: str | None = None,
    per_source: int | None = None,
) -> CandidateLists:
    """A system's candidates with their references: those given, or else those in the file."""
    lists = read(path, format=format, per_source=per_source)
    if not references:
        if not lists.references:
            raise InputError(
                "has no references in it", path=path, remedy="Give them: --references FILE [FILE ...]"
            )
        return lists
    places = _places(lists, len(references[0].sets[0]))
    total = len(references[0].sets[0])
    if places is None:
        check_count(path, len(lists), references[0].path, total)
    else:
        say(f"{path}: has candidates for {len(lists)} of {total} sentences; only those are scored")
    sets = [each if places is None else each.take(places) for file in references for each in file.sets]
    return replace(lists, references=sets)


def _places(lists: CandidateLists, sentences: int) -> Rows | None:
    """The reference of each sentence where ids are line numbers from 0 and some lines have no list."""
    numbers = [number_of(each) for each in lists.ids]
    if len(lists) == sentences or None in numbers:
        return None
    places = np.array(numbers, dtype=np.int64)
    numbered = lists.origin is not None and lists.origin.format != "text"
    return places if numbered and len(places) and places.max() < sentences else None


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
    rows = {name: metric.statistics(lists, threads=threads) for name, metric in metrics.items()}
    scores = {}
    for name, metric in metrics.items():
        score = metric.score(rows[name][first].sum(axis=0), references=len(lists.references or ()))
        low, high = significance.interval(significance.bootstrap(metric, rows[name][first], seed=seed))
        signature = score.signature.with_items(bs=significance.SAMPLES, seed=seed)
        scores[name] = replace(score, low=low, high=high, signature=signature)
    return Evaluation(path, lists, metrics, rows, scores)


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
    """Paired tests need the same sentences in the same order."""
    ours, theirs = (
        [one for one, size in zip(each.lists.ids, each.lists.sizes, strict=True) if size]
        for each in (baseline, system)
    )
    if ours == theirs:
        return
    for place, one, other in zip(count(1), [*ours, None], [*theirs, None], strict=False):
        if one != other:
            raise InputError(
                f"sentence {place} has the id {other!r}, in {os.path.basename(baseline.path)} {one!r}",
                path=system.path,
                remedy="Systems can only be compared on the same sentences.",
            )
